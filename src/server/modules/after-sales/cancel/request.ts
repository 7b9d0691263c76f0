import { formatFen } from '#shop/domain/format.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import {
  addOrderEvent,
  closeCancelRequest,
  hasPendingCancelRequest,
  type LockedOrder,
  latestCancelRequest,
  notifyOrderChanged,
  saveShippingSupports,
} from '../../orders/index.ts';
import { releaseWithheld } from '../refunds/pay-out.ts';
import { planRefund } from '../refunds/plan.ts';
import { refuseNegativeRefund } from '../refunds/texts.ts';
import { closePaid } from './close-paid.ts';
import { mayClose } from './review.ts';

const orderPage = pageLink('order_wddd_info');

/**
 * Requests the cancellation of a paid order of which nothing was shipped (domain §4 is silent: staff decide, because the
 * order is being processed). Nothing is shipped while a request is pending. Every step runs in a transaction that has
 * locked the order's pricing group, so that request, decision and shipment are serialised. The refund is announced with
 * the request and is paid when it is accepted.
 * @param shown the refund that the page displayed, in fen
 */
export async function requestCancellation(
  db: Db,
  order: LockedOrder,
  { memberId, reason, shown, now }: { memberId: number; reason: string; shown?: number; now: number },
): Promise<Refused | null> {
  if (!mayClose(order)) return refuse('invalid', { message: cancelProblem(order) });
  if (await hasPendingCancelRequest(db, order.id))
    return refuse('invalid', { message: '已经申请取消，请等待处理' });
  const removal = { orderId: order.id, units: [], closes: true, byShop: false };
  const { own, refund, supports } = await planRefund(db, order.id, removal);
  if (refund < 0) return refuseNegativeRefund(refund);
  if (shown !== undefined && refund < shown) {
    return refuseField('refund', `金额有变化，现在可退 ${formatFen(refund)}，请核对后重新提交`);
  }
  await saveShippingSupports(db, supports);
  await db
    .insertInto('cancel_requests')
    .values({
      order_id: order.id,
      member_id: memberId,
      reason,
      amount_fen: refund,
      withheld_fen: own - refund,
      created_at: now,
      decided_at: null,
    })
    .execute();
  await addOrderEvent(db, order.id, now, `申请取消订单：${reason}`);
  await notifyOrderChanged(db, order.company_id);
  return null;
}

/** Withdraws the buyer's cancel request. */
export async function withdrawCancelRequest(
  db: Db,
  order: LockedOrder,
  now: number,
): Promise<Refused | null> {
  if (!(await closeCancelRequest(db, order.id, { state: 'withdrawn', reply: '', now })))
    return noPendingRequest();
  await releaseWithheld(db, order.id, now);
  await addOrderEvent(db, order.id, now, '撤回取消申请');
  await notifyOrderChanged(db, order.company_id);
  return null;
}

/** Staff accept a cancel request, which closes the order and refunds it to the payment source, or decline it with a reason. */
export async function reviewCancelRequest(
  db: Db,
  order: LockedOrder,
  { accepted, reply, now }: { accepted: boolean; reply: string; now: number },
): Promise<Refused | null> {
  if (!accepted && reply === '') return refuseField('reply', '请写明不同意的原因');
  if (accepted) {
    const request = await latestCancelRequest(db, order.id);
    if (request?.state !== 'waiting') return noPendingRequest();
    return closePaid(db, order, { text: `已同意取消订单：${request.reason}`, at: now, toSource: true });
  }
  if (!(await closeCancelRequest(db, order.id, { state: 'refused', reply, now }))) return noPendingRequest();
  await releaseWithheld(db, order.id, now);
  await addOrderEvent(db, order.id, now, `取消申请未通过：${reply}`);
  const title = `订单 ${order.no} 的取消申请未通过`;
  await notifyCompany(db, order.company_id, { title, body: reply, url: orderPage({ id: order.id }) }, now);
  await notifyOrderChanged(db, order.company_id);
  return null;
}

const noPendingRequest = () => refuse('invalid', { message: '没有待处理的取消申请' });

function cancelProblem({ status, kind }: LockedOrder): string {
  if (kind === 'group' && status === ORDER_STATE.reviewing) return '正在等待成团，未成团会自动退款';
  if (status === ORDER_STATE.unpaid || status === ORDER_STATE.confirming)
    return '订单还没有付款，可以直接取消';
  return '订单已发货或已结束，不能取消；收到后可以申请退货';
}
