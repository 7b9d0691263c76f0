import type { Db } from '../../../kernel/db/schema.ts';
import { USE_TYPE } from '../../ledger/index.ts';
import { type LockedOrder, lockOrder, saveShippingSupports, shippingSupportsOf } from '../../orders/index.ts';
import { planRefund } from './plan.ts';
import { pricingGroupOrderIds } from './pricing-group.ts';
import { type RefundDetails, refundOrder } from './refund-order.ts';

/** A decided refund: the removed goods cost `own`, and `refund` is paid for them. Fen. */
export interface RefundDecision {
  own: number;
  refund: number;
}

/**
 * Pays a refund: from what was paid for the order, and beyond that from what was withheld in its pricing group, which is
 * released by it. The difference to the goods' cost is withheld. Run it in a transaction that has locked the group.
 */
export async function payOutRefund(
  db: Db,
  order: LockedOrder,
  { own, refund }: RefundDecision,
  details: Omit<RefundDetails, 'amount'>,
): Promise<void> {
  const { withheld_fen: held } = order;
  const amount = Math.min(refund, own + held);
  // In this order refunded and withheld amounts together never exceed what was paid.
  if (own - amount < 0) await setWithheld(db, order.id, held + own - amount);
  await refundOrder(db, order, { ...details, amount });
  if (own - amount > 0) await setWithheld(db, order.id, held + own - amount);
  let left = refund - amount;
  for (const id of await pricingGroupOrderIds(db, order.id)) {
    const other = id === order.id || left === 0 ? undefined : await lockOrder(db, id, null);
    const part = Math.min(left, other?.withheld_fen ?? 0);
    if (!other || part === 0) continue;
    await setWithheld(db, id, other.withheld_fen - part);
    await refundOrder(db, other, { ...details, amount: part });
    left -= part;
  }
  if (left > 0) throw new Error(`order ${order.id}: ${left} fen of a refund are not covered`);
}

/**
 * Refunds what was withheld in this pricing group, or of earlier orders because of it, and need no longer be. Run it in a
 * transaction that has locked the group.
 */
export async function releaseWithheld(db: Db, orderId: number, at: number): Promise<void> {
  await release(db, orderId, at);
  await releaseShippingSupports(db, orderId, at);
}

/** The same for earlier orders that counted towards the free shipping of this order's purchase. */
export async function releaseShippingSupports(db: Db, orderId: number, at: number): Promise<void> {
  const { purchase_id } = await db
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select('purchase_id')
    .executeTakeFirstOrThrow();
  const supports = await shippingSupportsOf(db, [purchase_id]);
  for (const support of supports.filter(({ withheld }) => withheld > 0))
    await release(db, support.orderId, at);
}

async function release(db: Db, orderId: number, at: number): Promise<void> {
  const { refund, supports } = await planRefund(db, orderId, null);
  await saveShippingSupports(db, supports, { release: true });
  const order = refund > 0 && (await lockOrder(db, orderId, null));
  if (!order) return;
  const details = { useType: USE_TYPE.orderRefund, reason: '退回此前扣除的优惠', at };
  await payOutRefund(db, order, { own: 0, refund }, details);
}

async function setWithheld(db: Db, orderId: number, amount: number): Promise<void> {
  await db.updateTable('orders').set({ withheld_fen: amount }).where('id', '=', orderId).execute();
}
