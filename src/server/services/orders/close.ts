import { mayFollow, ORDER_STATE } from '#domain/order-state.ts';
import { type Refused, refuse } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';
import { dropReceipt } from '../hm/open.ts';
import { USE_TYPE } from '../money/ledger.ts';
import { onEnded } from '../promotions/hooks.ts';
import { giveBack } from '../refunds/give-back.ts';
import { endWaiting } from './cancel-state.ts';
import type { LockedOrder } from './end.ts';
import { addEvent } from './events.ts';
import { informCompany, tellOrderChanged } from './inform.ts';
import { lockStockOf, release } from './stock.ts';

/**
 * Closes a paid order of which nothing is kept: what it still holds goes back to the stock, and all money that was not
 * given back yet, shipping included, to the buyer; a wish to cancel it is granted by that. Run it in a transaction that
 * has locked the order.
 * @param toSource each part of the money goes back the way it came; else what a bill leaves goes to the balance
 */
export async function closePaid(
  db: Db,
  order: LockedOrder,
  { text, at, toSource = false }: { text: string; at: number; toSource?: boolean },
): Promise<Refused | null> {
  if (!mayFollow(order.status, ORDER_STATE.closed)) {
    return refuse('invalid', { message: '订单的状态已变化，不能关闭' });
  }
  await lockStockOf(db, order.id);
  await release(db, order.id);
  await db
    .updateTable('orders')
    .set({ status: ORDER_STATE.closed, done_at: at })
    .where('id', '=', order.id)
    .execute();
  await endWaiting(db, order.id, { state: 'accepted', reply: '', now: at });
  if (order.hm) await dropReceipt(db, order.id);
  await addEvent(db, order.id, at, text);
  const amount = order.paid_fen - order.refunded_fen;
  await onEnded(db, order.id, at);
  await giveBack(db, order, { amount, useType: USE_TYPE.orderRefund, reason: '订单关闭退款', at, toSource });
  await db
    .updateTable('order_lines')
    .set((eb) => ({ refunded_fen: eb.ref('payable_fen') }))
    .where('order_id', '=', order.id)
    .execute();
  const url = `/order/info/${order.id}`;
  await informCompany(db, order.company_id, { title: `订单 ${order.no} 已关闭`, body: text, url }, at);
  await tellOrderChanged(db, order.company_id);
  return null;
}
