import { formatFen } from '#domain/format.ts';
import { LIVE_STATES, mayFollow, type ORDER_STATE } from '#domain/order-state.ts';
import { type Refused, refuse } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';
import { book, USE_TYPE } from '../money/ledger.ts';
import { addEvent } from './events.ts';
import { lockStock, release } from './stock.ts';

/** How an order ends unpaid. */
export interface Ending {
  to: typeof ORDER_STATE.cancelled | typeof ORDER_STATE.expired;
  text: string;
  at: number;
}

/**
 * Ends an order that is not paid: stock, flash sale units and the coupon come back, and what was paid in part goes to
 * the balance. Run it in a transaction that has locked the order's row ({@link lockOrder}).
 */
export async function endUnpaid(db: Db, order: LockedOrder, ending: Ending): Promise<Refused | null> {
  if (!mayFollow(order.status, ending.to))
    return refuse('invalid', { message: '订单的状态已变化，不能取消' });
  const lines = await db
    .selectFrom('order_lines')
    .where('order_id', '=', order.id)
    .select(['goods_id', 'spike_id', 'number'])
    .execute();
  await lockStock(db, [...new Set(lines.map((line) => line.goods_id))]);
  await release(db, order.id);
  const onSpike = lines.flatMap(({ spike_id, number }) => (spike_id === null ? [] : [{ spike_id, number }]));
  for (const { spike_id, number } of onSpike.toSorted((a, b) => a.spike_id - b.spike_id)) {
    await db
      .updateTable('spikes')
      .set((eb) => ({ sold: eb('sold', '-', number) }))
      .where('id', '=', spike_id)
      .execute();
  }
  await db
    .updateTable('orders')
    .set({ status: ending.to, paid_fen: 0, pay_before: null })
    .where('id', '=', order.id)
    .execute();
  await returnCoupon(db, order.purchase_id);
  await addEvent(db, order.id, ending.at, ending.text);
  if (order.paid_fen > 0) await refundToBalance(db, order, order.paid_fen, ending.at);
  return null;
}

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

/** Locks an order until the transaction ends. `companyId` null: whoever's it is. */
export function lockOrder(db: Db, id: number, companyId: number | null) {
  return db
    .selectFrom('orders')
    .where('id', '=', id)
    .$if(companyId !== null, (query) => query.where('company_id', '=', companyId ?? 0))
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

async function refundToBalance(db: Db, order: LockedOrder, amount: number, at: number): Promise<void> {
  await book(db, {
    from: { shop: 'sales' },
    to: { wallet: order.company_id },
    amount,
    useType: USE_TYPE.orderRefund,
    memo: `订单 ${order.no} 退款`,
    at,
    orderId: order.id,
  });
  await addEvent(db, order.id, at, `已付的 ${formatFen(amount)} 已退回余额`);
}

/** A coupon serves its whole purchase, so it comes back when the last of the purchase's orders has ended. */
async function returnCoupon(db: Db, purchaseId: number): Promise<void> {
  const coupon = await db
    .selectFrom('company_coupons')
    .where('purchase_id', '=', purchaseId)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (!coupon) return;
  // Asked after the lock: of two orders that end at once, the later one sees that the other has ended.
  const alive = await db
    .selectFrom('orders')
    .where('purchase_id', '=', purchaseId)
    .where('status', 'in', LIVE_STATES)
    .select('id')
    .executeTakeFirst();
  if (alive) return;
  await db.updateTable('company_coupons').set({ purchase_id: null }).where('id', '=', coupon.id).execute();
}
