import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Answer, ok, refuse } from '../../../kernel/result/answer.ts';
import { endUnpaid, notifyOrderChanged, openJointOrders } from '../../orders/index.ts';
import { lockPricingGroup } from '../refunds/lock.ts';
import { releaseShippingSupports } from '../refunds/pay-out.ts';

/**
 * Cancels an unpaid order with its joint orders: benefits that they earned together (full reductions, gifts, exchanges,
 * coupon, free shipping) must not stay with some of them. Run it in a transaction.
 */
export async function cancelUnpaid(
  db: Db,
  companyId: number,
  { id, reason, now }: { id: number; reason: string; now: number },
): Promise<Answer<{ status: number }>> {
  const order = await lockPricingGroup(db, id, companyId);
  if (!order) return refuse('notFound', { message: '订单不存在' });
  const joint = await openJointOrders(db, order);
  const text = reason === '' ? '订单已取消' : `订单已取消：${reason}`;
  const ending = { to: ORDER_STATE.cancelled, text, at: now };
  // An order that is not unpaid is refused by `endUnpaid`.
  for (const one of joint.length > 0 ? joint : [order]) {
    const refused = await endUnpaid(db, one, ending);
    if (refused) return refused;
    await db.updateTable('orders').set({ cancel_reason: reason }).where('id', '=', one.id).execute();
  }
  await releaseShippingSupports(db, id, now);
  await notifyOrderChanged(db, companyId);
  const message = joint.length > 1 ? `同一次下单的 ${joint.length} 个订单已一起取消` : '订单已取消';
  return ok({ status: ending.to }, message);
}
