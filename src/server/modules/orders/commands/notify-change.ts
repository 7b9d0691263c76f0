import type { CallName } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { publishChange, publishChangeToEach } from '../../../kernel/push/publish.ts';
import { COMPANY_MEMBERS } from '../../identity/index.ts';

/** Calls of buyers' pages that show orders. */
const ORDER_CALLS: readonly CallName[] = ['order.detail', 'order.list', 'pay.options'];

/** Calls of staff pages that show orders. */
const STAFF_CALLS: readonly CallName[] = ['ops-order.detail', 'ops-order.list'];

/** Has open pages of the company and of staff reload its orders. */
export async function notifyOrderChanged(db: Db, companyId: number): Promise<void> {
  await publishChangeToEach(db, ORDER_CALLS, COMPANY_MEMBERS, companyId);
  await publishChange(db, STAFF_CALLS, { staff: true });
}
