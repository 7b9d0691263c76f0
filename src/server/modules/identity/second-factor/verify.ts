import type { Db } from '../../../kernel/db/schema.ts';
import { type Accepted, ok, type Refused, refuseField } from '../../../kernel/result/answer.ts';
import { type Attempt, withAttemptLimit } from '../verification/attempts.ts';
import { spendRecoveryCode } from './recovery.ts';
import { stepOf } from './totp.ts';

export interface FactorAttempt {
  memberId: number;
  /** Of the app, or a recovery code. */
  code: string;
  address: string;
  now: number;
}

/** Attempts are counted apart from those of the password: a right password does not reset them. */
export const attemptOf = ({ memberId, address, now }: FactorAttempt): Attempt => ({
  account: `second-factor ${memberId}`,
  address,
  now,
});

/** Verifies a code of a member's app, or a recovery code. Each is accepted once. */
export function verifyFactor(db: Db, attempt: FactorAttempt): Promise<Accepted<null> | Refused> {
  return withAttemptLimit(db, attemptOf(attempt), async () => {
    const code = attempt.code.trim();
    const right = /^\d{6}$/.test(code)
      ? await spendStep(db, { ...attempt, code })
      : await spendRecoveryCode(db, { ...attempt, typed: code });
    return right ? ok(null) : refuseField('code', '验证码不正确或已经用过');
  });
}

/** Marks the time step of a code, and with it all earlier ones, as used; of two requests with one code one succeeds. */
async function spendStep(db: Db, { memberId, code, now }: FactorAttempt): Promise<boolean> {
  const factor = await db
    .selectFrom('second_factors')
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is not', null)
    .select('secret')
    .executeTakeFirst();
  const step = factor ? stepOf(factor.secret, code, now) : null;
  if (step === null) return false;
  const spent = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('member_id', '=', memberId)
    .where('last_step', '<', step)
    .returning('member_id')
    .executeTakeFirst();
  return spent !== undefined;
}
