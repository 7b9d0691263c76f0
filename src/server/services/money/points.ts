import type { SiteConfig } from '#generated/schemas.ts';
import type { Db } from '../../db/schema.ts';
import { balanceOf, book, lockAccount, USE_TYPE, type UseType } from './ledger.ts';

/** Points that come or go. `number` is positive. */
export interface PointsMove {
  companyId: number;
  number: number;
  useType: UseType;
  memo: string;
  at: number;
  orderId?: number;
  once?: string;
}

/** A company's points. */
export function pointsOf(db: Db, companyId: number): Promise<number> {
  return balanceOf(db, { points: companyId });
}

/** Gives points. @returns false when `once` was given before */
export function givePoints(db: Db, { companyId, number, ...move }: PointsMove): Promise<boolean> {
  return book(db, { ...move, amount: number, from: { shop: 'points_fund' }, to: { points: companyId } });
}

/** Takes points; false, and nothing taken, when there are too few. */
export async function takePoints(db: Db, { companyId, number, ...move }: PointsMove): Promise<boolean> {
  if ((await lockAccount(db, { points: companyId })) < number) return false;
  return book(db, { ...move, amount: number, from: { points: companyId }, to: { shop: 'points_fund' } });
}

/**
 * Points for a completed order: per yuan of what its goods came to, what was refunded left out, none for ephedrine and
 * special prices (domain §3). Once an order.
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
  await givePoints(db, {
    companyId: order.company_id,
    number,
    useType: USE_TYPE.pointsEarned,
    memo: `订单 ${order.no} 完成`,
    at,
    orderId,
    once: `points:order:${orderId}`,
  });
}
