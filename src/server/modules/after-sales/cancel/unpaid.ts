import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Answer, ok, type Refused, refuse } from '../../../kernel/result/answer.ts';
import { endUnpaid, type LockedOrder, notifyOrderChanged, openJointOrders } from '../../orders/index.ts';
import { lockPricingGroup } from '../refunds/lock.ts';
import { releaseShippingSupports } from '../refunds/pay-out.ts';

const orderPage = pageLink('order_wddd_info');

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
  const text = reason === '' ? '订单已取消' : `订单已取消：${reason}`;
  const ended = await endWithJoint(db, order, { text, reason, now });
  if ('refusal' in ended) return ended;
  const message = ended.length > 1 ? `同一次下单的 ${ended.length} 个订单已一起取消` : '订单已取消';
  return ok({ status: ORDER_STATE.cancelled }, message);
}

/** Staff end an order that is still to be paid, with its joint orders; their buyer is notified. Lock its pricing group first. */
export async function closeUnpaid(
  db: Db,
  order: LockedOrder,
  { reason, now }: { reason: string; now: number },
): Promise<LockedOrder[] | Refused> {
  if (order.status !== ORDER_STATE.unpaid)
    return refuse('invalid', { message: '只有待付款的订单可以这样关闭' });
  const ended = await endWithJoint(db, order, { text: `订单已关闭：${reason}`, reason, now });
  if ('refusal' in ended) return ended;
  for (const { id, no, company_id } of ended) {
    const notice = {
      title: `订单 ${no} 已关闭`,
      body: `订单没有付款，已关闭：${reason}。商品已释放，需要时请重新下单。`,
      url: orderPage({ id }),
    };
    await notifyCompany(db, company_id, notice, now);
  }
  return ended;
}

async function endWithJoint(
  db: Db,
  order: LockedOrder,
  { text, reason, now }: { text: string; reason: string; now: number },
): Promise<LockedOrder[] | Refused> {
  const joint = await openJointOrders(db, order);
  const ended = joint.length > 0 ? joint : [order];
  // An order that is not unpaid is refused by `endUnpaid`.
  for (const one of ended) {
    const refused = await endUnpaid(db, one, { to: ORDER_STATE.cancelled, text, at: now });
    if (refused) return refused;
    await db.updateTable('orders').set({ cancel_reason: reason }).where('id', '=', one.id).execute();
  }
  await releaseShippingSupports(db, order.id, now);
  await notifyOrderChanged(db, order.company_id);
  return ended;
}
