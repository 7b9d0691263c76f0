import { ORDER_STATE } from '#domain/order-state.ts';
import { type Answer, ok, refuse } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';
import { lockOrders } from '../payments/together.ts';
import { endUnpaid } from './end.ts';
import { tellOrderChanged } from './inform.ts';

/**
 * Cancels an order that is not paid, and with it the others of its purchase that wait for payment: what they earned as
 * one (full reductions, gifts, exchanges, coupon, free shipping) is not left to some of them. Run it in a transaction.
 */
export async function cancelUnpaid(
  db: Db,
  companyId: number,
  { id, reason, now }: { id: number; reason: string; now: number },
): Promise<Answer<{ status: number }>> {
  const purchase = await db
    .selectFrom('orders')
    .where('company_id', '=', companyId)
    .where('purchase_id', '=', (eb) =>
      eb.selectFrom('orders as one').where('one.id', '=', id).select('one.purchase_id'),
    )
    .orderBy('id')
    .select('id')
    .execute();
  const locked = await lockOrders(
    db,
    purchase.map((order) => order.id),
    companyId,
  );
  const asked = locked?.find((order) => order.id === id);
  if (!locked || !asked) return refuse('notFound', { message: '订单不存在' });
  const others = locked.filter((order) => order.id !== id && order.status === ORDER_STATE.unpaid);
  const text = reason === '' ? '订单已取消' : `订单已取消：${reason}`;
  const ending = { to: ORDER_STATE.cancelled, text, at: now };
  for (const order of [asked, ...others]) {
    const refused = await endUnpaid(db, order, ending);
    if (refused) return refused;
    await db.updateTable('orders').set({ cancel_reason: reason }).where('id', '=', order.id).execute();
  }
  await tellOrderChanged(db, companyId);
  const message = others.length > 0 ? `同一次下单的 ${others.length + 1} 个订单已一起取消` : '订单已取消';
  return ok({ status: ending.to }, message);
}
