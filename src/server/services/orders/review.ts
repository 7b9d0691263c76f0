import { ORDER_STATE } from '#domain/order-state.ts';
import { type Refused, refuse, refuseField } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';
import { closePaid } from './close.ts';
import type { LockedOrder } from './end.ts';
import { addEvent } from './events.ts';
import { tellOrderChanged } from './inform.ts';

/** Staff pass a paid order on to be shipped, or refuse it, which gives all money back. In a transaction that locked it. */
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
    return closePaid(db, order, { text: `审核未通过：${reason}`, at: now });
  }
  await db.updateTable('orders').set({ status: ORDER_STATE.toShip }).where('id', '=', order.id).execute();
  await addEvent(db, order.id, now, '审核通过，等待发货');
  await tellOrderChanged(db, order.company_id);
  return null;
}
