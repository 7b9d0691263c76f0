import type { RequestContext } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { isRecentlyAuthenticated, markAuthenticated } from '../sessions/sessions.ts';
import { ownersAttempt, withAttemptLimit } from '../verification/attempts.ts';
import { verifyPassword } from './passwords.ts';

/**
 * Required before a change of credentials: passes within 15 minutes of a login or of a code sent to the phone, later
 * with the current password. A session that was left open is therefore not enough to take an account over. Attempts count
 * for the session: nobody without one can keep the owner from it. Returns the refusal, or null.
 * @param current '' when it was not given
 */
export async function reauthenticate(
  { db, visitor, now }: Pick<RequestContext, 'db' | 'visitor' | 'now'>,
  current: string,
): Promise<Refused | null> {
  const { id, sessionId } = memberOf(visitor);
  if (current === '') {
    if (await isRecentlyAuthenticated(db, sessionId, now)) return null;
    return refuseField('current', '登录已超过 15 分钟，请填写当前密码');
  }
  const member = await db
    .selectFrom('members')
    .select(['username', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const account = member.username.toLowerCase();
  const judged = await withAttemptLimit(db, ownersAttempt(account, sessionId, now), async () =>
    (await verifyPassword(member.password_hash, current)) ? ok(null) : refuse('loginFailed'),
  );
  if (judged.ok) {
    await markAuthenticated(db, sessionId, now);
    return null;
  }
  return judged.refusal === 'loginFailed' ? refuseField('current', '当前密码不正确') : judged;
}
