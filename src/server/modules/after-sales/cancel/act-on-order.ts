import { orderStateText } from '#shop/domain/order-state.ts';
import { type AuditEvent, record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, type Refused, refuse } from '../../../kernel/result/answer.ts';
import { type LockedOrder, lockOrder } from '../../orders/index.ts';
import { lockPricingGroup } from '../refunds/lock.ts';

/** The audit entry of an action, except for the order. */
type StaffAction = Pick<AuditEvent, 'action'> & { after?: Record<string, unknown> };

/** Runs an action of staff on an order: locks it, does the work and writes the audit log, in one transaction. */
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
