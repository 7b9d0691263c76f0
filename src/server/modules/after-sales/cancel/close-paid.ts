import { isAllowedTransition, ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';
import { lockOrderStock, releaseReservation } from '../../inventory/index.ts';
import { USE_TYPE } from '../../ledger/index.ts';
import {
  addOrderEvent,
  announcedRefund,
  closeCancelRequest,
  type LockedOrder,
  notifyOrderChanged,
  onOrderEnded,
  saveShippingSupports,
} from '../../orders/index.ts';
import { onEnded } from '../../promotions/index.ts';
import { payOutRefund, releaseWithheld } from '../refunds/pay-out.ts';
import { planRefund } from '../refunds/plan.ts';
import { refuseNegativeRefund } from '../refunds/texts.ts';

const orderPage = pageLink('order_wddd_info');

/** Options of closing a paid order. */
interface ClosingOptions {
  text: string;
  at: number;
  /** Refund to the original payment methods; else to the open bill, and the rest to the balance. */
  toSource?: boolean;
  /** Closed by the shop, not by its buyer: what its goods helped others to earn stays earned. */
  byShop?: boolean;
  /** Everything was returned already: losses of other orders were deducted then. */
  empty?: boolean;
}

/**
 * Closes a paid order of which nothing is kept: its reserved units return to the stock, and the amount not refunded yet,
 * shipping included, is refunded, less the benefits that the remaining orders lose. A pending cancel request is accepted by
 * that, with the announced refund. Run it in a transaction that has locked the order's pricing group.
 */
export async function closePaid(
  db: Db,
  order: LockedOrder,
  closing: ClosingOptions,
): Promise<Refused | null> {
  const { text, at, toSource = false, byShop = false, empty = false } = closing;
  if (!isAllowedTransition(order.status, ORDER_STATE.closed)) {
    return refuse('invalid', { message: '订单的状态已变化，不能关闭' });
  }
  const own = order.paid_fen - order.refunded_fen - order.withheld_fen;
  const announced = await announcedRefund(db, order.id);
  const refund = announced ?? (await refundNow(db, order, { own, byShop }));
  if (refund < 0 && !byShop && !empty) return refuseNegativeRefund(refund);
  await lockOrderStock(db, order.id);
  await releaseReservation(db, order.id);
  await db
    .updateTable('orders')
    .set({ status: ORDER_STATE.closed, done_at: at, closed_by_shop: byShop })
    .where('id', '=', order.id)
    .execute();
  await closeCancelRequest(db, order.id, { state: 'accepted', reply: '', now: at });
  await onOrderEnded.call(db, order.id, at);
  await addOrderEvent(db, order.id, at, text);
  await onEnded(db, order.id, at);
  const details = { useType: USE_TYPE.orderRefund, reason: '订单关闭退款', at, toSource };
  await payOutRefund(db, order, { own, refund: Math.max(0, refund) }, details);
  await db
    .updateTable('order_lines')
    .set((eb) => ({ refunded_fen: eb.ref('payable_fen') }))
    .where('order_id', '=', order.id)
    .execute();
  await releaseWithheld(db, order.id, at);
  const url = orderPage({ id: order.id });
  await notifyCompany(db, order.company_id, { title: `订单 ${order.no} 已关闭`, body: text, url }, at);
  await notifyOrderChanged(db, order.company_id);
  return null;
}

/** The refund if the order is closed now; saves what is withheld of it for later purchases. */
async function refundNow(
  db: Db,
  order: LockedOrder,
  { own, byShop }: { own: number; byShop: boolean },
): Promise<number> {
  const plan = await planRefund(db, order.id, { orderId: order.id, units: [], closes: true, byShop });
  if (plan.refund >= 0) await saveShippingSupports(db, plan.supports);
  // A price protection that was granted and not paid yet is paid with all the rest.
  return plan.refund + own - plan.own;
}
