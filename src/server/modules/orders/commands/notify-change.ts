import type { CallName } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { membersOf } from '../../../kernel/notifications/notify-company.ts';
import { publishChange } from '../../../kernel/push/publish.ts';

/** What pages of a buyer show of an order. */
const ORDER_CALLS: readonly CallName[] = ['order.detail', 'order.list', 'pay.options'];

/** What pages of the staff show of an order. */
const STAFF_CALLS: readonly CallName[] = ['ops-order.detail', 'ops-order.list'];

/** Lets the company's open pages, and the staff's, ask again about its orders. */
export async function notifyOrderChanged(db: Db, companyId: number): Promise<void> {
  for (const id of await membersOf(db, companyId)) await publishChange(db, ORDER_CALLS, { member: id });
  await publishChange(db, STAFF_CALLS, { staff: true });
}
