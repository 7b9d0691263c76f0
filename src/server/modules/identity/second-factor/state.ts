import type { Db } from '../../../kernel/db/schema.ts';
import { countRecoveryCodes } from './recovery.ts';

export interface FactorState {
  /** Time of the enrolment, seconds; null without a second factor. */
  since: number | null;
  codesLeft: number;
}

/** Whether a member has a second factor, and how many recovery codes are left. */
export async function factorOf(db: Db, memberId: number): Promise<FactorState> {
  const row = await db
    .selectFrom('second_factors')
    .where('member_id', '=', memberId)
    .select('confirmed_at')
    .executeTakeFirst();
  return { since: row?.confirmed_at ?? null, codesLeft: await countRecoveryCodes(db, memberId) };
}

/** Removes a member's second factor with its recovery codes. */
export async function removeFactor(db: Db, memberId: number): Promise<void> {
  await db.deleteFrom('second_factors').where('member_id', '=', memberId).execute();
}
