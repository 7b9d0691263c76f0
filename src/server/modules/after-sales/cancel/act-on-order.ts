import { orderStateText } from '#shop/domain/order-state.ts';
import { type Actor, type AuditEvent, record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, type Refused, refuse } from '../../../kernel/result/answer.ts';
import { type LockedOrder, lockOrder } from '../../orders/index.ts';
import { lockPricingGroup } from '../refunds/lock.ts';

/** The audit entry of an action, except for the order. */
export type StaffAction = Pick<AuditEvent, 'action'> & { after?: Record<string, unknown> };

type Work = (db: Db, order: LockedOrder) => Promise<Refused | null>;

/** Runs an action of staff on an order: locks it, does the work and writes the audit log, in one transaction. */
export function actOnOrder(
  request: RequestContext,
  id: number,
  action: StaffAction,
  message: string,
  work: Work,
): Promise<Answer<{ status: number }>> {
  return request.transaction(async (db) => {
    const done = await actOnOrderIn(db, request, id, action, work);
    return 'refusal' in done ? done : ok({ status: done.status }, message);
  });
}

/** The same in a transaction that the caller has begun. @returns the order as it was, and its state after the work */
export async function actOnOrderIn(
  db: Db,
  actor: Actor,
  id: number,
  { action, after = {} }: StaffAction,
  work: Work,
): Promise<{ order: LockedOrder; status: LockedOrder['status'] } | Refused> {
  const order = await lockPricingGroup(db, id, null);
  if (!order) return refuse('notFound', { message: '订单不存在' });
  const refused = await work(db, order);
  if (refused) return refused;
  const status = (await lockOrder(db, id, null))?.status ?? order.status;
  await record(db, actor, {
    action,
    subject: 'order',
    id,
    label: order.no,
    before: { status: orderStateText(order.status) },
    after: { ...after, status: orderStateText(status) },
  });
  return { order, status };
}
