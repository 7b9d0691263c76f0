import type { CallName } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { publishChange, publishChangeToEach } from '../../../kernel/push/publish.ts';

/** Calls of buyers' pages that show orders. */
const ORDER_CALLS: readonly CallName[] = ['order.detail', 'order.list', 'pay.options'];

/** Calls of staff pages that show orders. */
const STAFF_CALLS: readonly CallName[] = ['ops-order.detail', 'ops-order.list'];

/** Has open pages of the company and of staff reload its orders. */
export async function notifyOrderChanged(db: Db, companyId: number): Promise<void> {
  const members = db.selectFrom('members').where('company_id', '=', companyId).select('id');
  await publishChangeToEach(db, ORDER_CALLS, members);
  await publishChange(db, STAFF_CALLS, { staff: true });
}
