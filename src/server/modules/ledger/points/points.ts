import type { Db } from '../../../kernel/db/schema.ts';
import type { SiteTerms } from '../../../kernel/site-terms.ts';
import { balanceOf, book, lockAccount, USE_TYPE, type UseType } from '../ledger.ts';

/** A gain or loss of points; `points` is positive. */
export interface PointsChange {
  companyId: number;
  points: number;
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

/**
 * Gives points to a company.
 * @returns false when `once` was booked before
 */
export function givePoints(db: Db, { companyId, points, ...change }: PointsChange): Promise<boolean> {
  return book(db, { ...change, amount: points, from: { shop: 'points_fund' }, to: { points: companyId } });
}

/** Takes points from a company; false, without any change, when there are too few. */
export async function takePoints(db: Db, { companyId, points, ...change }: PointsChange): Promise<boolean> {
  if ((await lockAccount(db, { points: companyId })) < points) return false;
  return book(db, { ...change, amount: points, from: { points: companyId }, to: { shop: 'points_fund' } });
}

/**
 * Grants the points of a completed order: per yuan of its goods' net amount, none for ephedrine and special prices
 * (domain §3). Once per order.
 */
export async function grantPoints(db: Db, orderId: number, site: SiteTerms, at: number): Promise<void> {
  const order = await db
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select(['company_id', 'no'])
    .executeTakeFirst();
  const points = await earnedBy(db, orderId, site.constants.trade.pointsPerYuan);
  if (!order || points === 0) return;
  await givePoints(db, {
    companyId: order.company_id,
    points,
    useType: USE_TYPE.pointsEarned,
    memo: `订单 ${order.no} 完成`,
    at,
    orderId,
    once: `points:order:${orderId}`,
  });
}

/**
 * Takes back points of a completed order after a refund: it keeps those that its remaining net amount earns. Where the
 * buyer has spent them already, as many as are left.
 */
export async function takeBackPoints(
  db: Db,
  order: { id: number; no: string; company_id: number },
  pointsPerYuan: number,
  at: number,
): Promise<void> {
  const { held } = await db
    .selectFrom('entries')
    .innerJoin('accounts', 'accounts.id', 'entries.account_id')
    .where('accounts.company_id', '=', order.company_id)
    .where('accounts.kind', '=', 'points')
    .where('entries.order_id', '=', order.id)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('change'), eb.lit(0)).as('held'))
    .executeTakeFirstOrThrow();
  const balance = await lockAccount(db, { points: order.company_id });
  const points = Math.min(held - (await earnedBy(db, order.id, pointsPerYuan)), balance);
  if (points <= 0) return;
  await takePoints(db, {
    companyId: order.company_id,
    points,
    useType: USE_TYPE.takenBack,
    memo: `订单 ${order.no} 退款，收回积分`,
    at,
    orderId: order.id,
  });
}

/** Points that an order's goods earn: without special prices, ephedrine and refunded amounts. */
async function earnedBy(db: Db, orderId: number, pointsPerYuan: number): Promise<number> {
  const { net } = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .where('orders.id', '=', orderId)
    .where('orders.hm', '=', false)
    .where('order_lines.offer_id', 'is', null)
    .select((eb) =>
      eb.fn
        .coalesce(
          eb.fn.sum<number>(eb('order_lines.payable_fen', '-', eb.ref('order_lines.refunded_fen'))),
          eb.lit(0),
        )
        .as('net'),
    )
    .executeTakeFirstOrThrow();
  return Math.floor((net * pointsPerYuan) / 100);
}
