import type { SiteConfig } from '#generated/schemas.ts';
import type { Db } from '../../db/schema.ts';

/** A company's points. */
export async function pointsOf(db: Db, companyId: number): Promise<number> {
  const { points } = await db
    .selectFrom('points_log')
    .where('company_id', '=', companyId)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('number'), eb.lit(0)).as('points'))
    .executeTakeFirstOrThrow();
  return points;
}

/**
 * Points for a completed order: per yuan of what its goods came to, none for ephedrine and flash sale prices
 * (domain §3). Once an order.
 */
export async function grantPoints(
  db: Db,
  orderId: number,
  site: Pick<SiteConfig, 'trade'>,
  at: number,
): Promise<void> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .where('orders.id', '=', orderId)
    .where('orders.hm', '=', false)
    .where('order_lines.spike_id', 'is', null)
    .groupBy(['orders.company_id', 'orders.no'])
    .select((eb) => [
      'orders.company_id',
      'orders.no',
      eb.fn.sum<number>('order_lines.payable_fen').as('net_fen'),
    ])
    .executeTakeFirst();
  const number = order ? Math.floor((order.net_fen * site.trade.pointsPerYuan) / 100) : 0;
  if (!order || number === 0) return;
  await db
    .insertInto('points_log')
    .values({
      company_id: order.company_id,
      number,
      order_id: orderId,
      memo: `订单 ${order.no} 完成`,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
