import type { CallName } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { publishChange, publishChangeToEach } from '../../../kernel/push/publish.ts';
import { COMPANY_MEMBERS } from '../../identity/index.ts';
import { notifyOrderChanged } from '../../orders/index.ts';

const CALLS: readonly CallName[] = ['return.detail', 'return.list', 'after-sales.detail', 'after-sales.list'];

/** Has open pages of the company and of staff reload its claims and orders. */
export async function notifyClaimChanged(db: Db, companyId: number): Promise<void> {
  await publishChangeToEach(db, CALLS, COMPANY_MEMBERS, companyId);
  await publishChange(db, ['ops-claim.list', 'ops-claim.detail'], { staff: true });
  await notifyOrderChanged(db, companyId);
}
