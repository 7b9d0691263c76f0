import type { Db } from '../../../kernel/db/schema.ts';
import { type Accepted, made, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { withAttemptLimit } from '../verification/attempts.ts';
import { renewRecoveryCodes } from './recovery.ts';
import { enrolmentUri, newSecret, stepOf } from './totp.ts';
import { attemptOf, type FactorAttempt } from './verify.ts';

/** Secret for the authenticator app: scanned as `uri`, or typed in as `secret`. */
export interface Enrolment {
  secret: string;
  uri: string;
}

/** Begins or restarts the enrolment of a member's second factor. It is active once a code has been confirmed. */
export async function beginEnrolment(
  db: Db,
  memberId: number,
  { issuer, now }: { issuer: string; now: number },
): Promise<Accepted<Enrolment> | Refused> {
  const secret = newSecret();
  const begun = await db
    .insertInto('second_factors')
    .values({ member_id: memberId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('member_id')
        .doUpdateSet({ secret, created_at: now })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('member_id')
    .executeTakeFirst();
  if (!begun) return refuse('secondFactorOn');
  const { username: label } = await db
    .selectFrom('members')
    .where('id', '=', memberId)
    .select('username')
    .executeTakeFirstOrThrow();
  return ok({ secret, uri: enrolmentUri(secret, { issuer, label }) });
}

/**
 * Completes the enrolment with the first code of the app; returns the recovery codes, which can be read only now.
 * @param transaction runs the writes in one transaction
 */
export async function confirmEnrolment(
  db: Db,
  attempt: FactorAttempt,
  transaction: (work: (trx: Db) => Promise<Confirmed>) => Promise<Confirmed>,
): Promise<Confirmed> {
  const { memberId, code, now } = attempt;
  return withAttemptLimit(db, attemptOf(attempt), async () => {
    const factor = await db
      .selectFrom('second_factors')
      .where('member_id', '=', memberId)
      .where('confirmed_at', 'is', null)
      .select('secret')
      .executeTakeFirst();
    if (!factor) return refuse('secondFactorGone');
    const step = stepOf(factor.secret, code, now);
    if (step === null) return refuseField('code', '验证码不正确，请核对手机时间后再试');
    return transaction(async (trx) => {
      const confirmed = await trx
        .updateTable('second_factors')
        .set({ confirmed_at: now, last_step: step })
        .where('member_id', '=', memberId)
        .where('secret', '=', factor.secret)
        .where('confirmed_at', 'is', null)
        .returning('member_id')
        .executeTakeFirst();
      if (!confirmed) return refuse('secondFactorGone');
      return made({ codes: await renewRecoveryCodes(trx, memberId) }, '两步验证已开启');
    });
  });
}

type Confirmed = Accepted<{ codes: string[] }> | Refused;
