import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { addOrderEvent, type LockedOrder, notifyOrderChanged } from '../../orders/index.ts';
import { closePaid } from './close-paid.ts';

/** Whether a paid order can still be closed: nothing was shipped. A seat in a team waits for its team instead. */
export function mayClose({ status, kind }: Pick<LockedOrder, 'status' | 'kind'>): boolean {
  return status === ORDER_STATE.toShip || (status === ORDER_STATE.reviewing && kind === 'plain');
}

/** Staff close a paid order of which nothing was shipped, at its buyer's request, with a full refund. Lock it first. */
export async function closeUnsent(
  db: Db,
  order: LockedOrder,
  { reason, now }: { reason: string; now: number },
): Promise<Refused | null> {
  if (!mayClose(order)) {
    return refuse('invalid', { message: '只有还没有发货的订单可以关闭' });
  }
  return closePaid(db, order, { text: `订单已关闭：${reason}`, at: now, toSource: true });
}

/**
 * Staff approve a paid order for shipping, or reject it with a full refund. `reason` is why, or a remark on the approval; the
 * buyer reads it. Run it in a transaction that has locked it.
 */
export async function reviewOrder(
  db: Db,
  order: LockedOrder,
  { accepted, reason, now }: { accepted: boolean; reason: string; now: number },
): Promise<Refused | null> {
  if (order.status !== ORDER_STATE.reviewing || order.kind !== 'plain') {
    return refuse('invalid', { message: '订单不在待审核' });
  }
  if (!accepted) {
    if (reason === '') return refuseField('reason', '请写明不通过的原因');
    return closePaid(db, order, { text: `审核未通过：${reason}`, at: now, toSource: true, byShop: true });
  }
  await db.updateTable('orders').set({ status: ORDER_STATE.toShip }).where('id', '=', order.id).execute();
  const remark = reason === '' ? '' : `。备注：${reason}`;
  await addOrderEvent(db, order.id, now, `审核通过，等待发货${remark}`);
  await notifyOrderChanged(db, order.company_id);
  return null;
}

/** Staff take their approval back while nothing has happened to the order since. Run it in a transaction that has locked it. */
export async function undoApproval(db: Db, order: LockedOrder, now: number): Promise<Refused | null> {
  if (order.status !== ORDER_STATE.toShip)
    return refuse('invalid', { message: '订单的状态已变化，不能撤销' });
  await db.updateTable('orders').set({ status: ORDER_STATE.reviewing }).where('id', '=', order.id).execute();
  await addOrderEvent(db, order.id, now, '审核已撤回，重新审核');
  await notifyOrderChanged(db, order.company_id);
  return null;
}
