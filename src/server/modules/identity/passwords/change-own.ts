import type { Calls } from '#generated/calls.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { type Answer, ok } from '../../../kernel/result/answer.ts';
import { changePassword } from './passwords.ts';
import { passwordProblem } from './policy.ts';
import { reauthenticate } from './reauthenticate.ts';

type Form = Calls['user.resetPassword']['body'];

/**
 * Changes one's own password, with the current one unless the member has proved who they are within the last 15 minutes
 * (domain §9 Passwords).
 */
export async function changeOwnPassword(
  request: Pick<RequestContext, 'db' | 'visitor' | 'now' | 'address' | 'transaction'>,
  { password, current }: Form,
): Promise<Answer<{ ok: boolean }>> {
  const { id, sessionId } = memberOf(request.visitor);
  const refused = await reauthenticate(request, current);
  if (refused) return refused;
  return request.transaction(async (db) => {
    const owner = await db
      .selectFrom('members')
      .select(['username', 'phone'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const problem = await passwordProblem(password, owner);
    if (problem) return problem;
    await changePassword(db, id, password, sessionId);
    return ok({ ok: true }, '密码已修改');
  });
}
