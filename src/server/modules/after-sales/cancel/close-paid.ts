import { mayFollow, ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { informCompany } from '../../../kernel/notifications/inform-company.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';
import { lockOrderStock, releaseReservation } from '../../inventory/index.ts';
import { USE_TYPE } from '../../ledger/index.ts';
import {
  addEvent,
  announcedFor,
  endWaiting,
  type LockedOrder,
  onOrderEnded,
  tellOrderChanged,
  writeSupports,
} from '../../orders/index.ts';
import { onEnded } from '../../promotions/index.ts';
import { payOut, releaseWithheld } from '../refunds/pay-out.ts';
import { planRefund } from '../refunds/plan.ts';
import { tooLittle } from '../refunds/words.ts';

const orderPage = pageLink('order_wddd_info');

/** How a paid order is closed. */
interface Closing {
  text: string;
  at: number;
  /** Each part of the money goes back the way it came; else what a bill leaves goes to the balance. */
  toSource?: boolean;
  /** Its buyer did not want it so: what its goods helped others to earn stays earned. */
  byShop?: boolean;
  /** All of it was given back already: whatever that has cost others is past. */
  empty?: boolean;
}

/**
 * Closes a paid order of which nothing is kept: what it still holds goes back to the stock, and the money that was not
 * given back yet, shipping included, to the buyer, less what the orders that stay would lose without it; a request to cancel
 * it is granted by that, and pays what was announced. Run it in a transaction that has locked the order's deal.
 */
export async function closePaid(db: Db, order: LockedOrder, closing: Closing): Promise<Refused | null> {
  const { text, at, toSource = false, byShop = false, empty = false } = closing;
  if (!mayFollow(order.status, ORDER_STATE.closed)) {
    return refuse('invalid', { message: '订单的状态已变化，不能关闭' });
  }
  const own = order.paid_fen - order.refunded_fen - order.withheld_fen;
  const announced = await announcedFor(db, order.id);
  const refund = announced ?? (await refundNow(db, order, { own, byShop }));
  if (refund < 0 && !byShop && !empty) return tooLittle(refund);
  await lockOrderStock(db, order.id);
  await releaseReservation(db, order.id);
  await db
    .updateTable('orders')
    .set({ status: ORDER_STATE.closed, done_at: at, closed_by_shop: byShop })
    .where('id', '=', order.id)
    .execute();
  await endWaiting(db, order.id, { state: 'accepted', reply: '', now: at });
  await onOrderEnded.call(db, order.id, at);
  await addEvent(db, order.id, at, text);
  await onEnded(db, order.id, at);
  const giving = { useType: USE_TYPE.orderRefund, reason: '订单关闭退款', at, toSource };
  await payOut(db, order, { own, refund: Math.max(0, refund) }, giving);
  await db
    .updateTable('order_lines')
    .set((eb) => ({ refunded_fen: eb.ref('payable_fen') }))
    .where('order_id', '=', order.id)
    .execute();
  await releaseWithheld(db, order.id, at);
  const url = orderPage({ id: order.id });
  await informCompany(db, order.company_id, { title: `订单 ${order.no} 已关闭`, body: text, url }, at);
  await tellOrderChanged(db, order.company_id);
  return null;
}

/** What goes back when it is closed now; what is to be withheld of it for later purchases is written down. */
async function refundNow(
  db: Db,
  order: LockedOrder,
  { own, byShop }: { own: number; byShop: boolean },
): Promise<number> {
  const plan = await planRefund(db, order.id, { orderId: order.id, units: [], closes: true, byShop });
  if (plan.refund >= 0) await writeSupports(db, plan.supports);
  // A price protection that was granted and not paid yet is paid with all the rest.
  return plan.refund + own - plan.own;
}
