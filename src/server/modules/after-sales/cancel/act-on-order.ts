import { orderStateText } from '#shop/domain/order-state.ts';
import { type AuditEvent, record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, type Refused, refuse } from '../../../kernel/result/answer.ts';
import { type LockedOrder, lockOrder } from '../../orders/index.ts';
import { lockPricingGroup } from '../refunds/lock.ts';

/** What of an act goes into the log, besides the order itself. */
type StaffAction = Pick<AuditEvent, 'action'> & { after?: Record<string, unknown> };

/** Lets staff do something about an order: locked, done, and written down, all or nothing. */
export function actOnOrder(
  request: RequestContext,
  id: number,
  { action, after = {} }: StaffAction,
  message: string,
  work: (db: Db, order: LockedOrder) => Promise<Refused | null>,
): Promise<Answer<{ status: number }>> {
  return request.transaction(async (db) => {
    const order = await lockPricingGroup(db, id, null);
    if (!order) return refuse('notFound', { message: '订单不存在' });
    const refused = await work(db, order);
    if (refused) return refused;
    const status = (await lockOrder(db, id, null))?.status ?? order.status;
    await record(db, request, {
      action,
      subject: 'order',
      id,
      label: order.no,
      before: { status: orderStateText(order.status) },
      after: { ...after, status: orderStateText(status) },
    });
    return ok({ status }, message);
  });
}
