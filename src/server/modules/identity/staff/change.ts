import { type AuditEvent, record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { CallRequest } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { type Accepted, made, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { passwordProblem } from '../passwords/policy.ts';
import { removeFactor } from '../second-factor/state.ts';
import { endOtherSessions } from '../sessions/sessions.ts';

type ChangeResult = Accepted<{ id: number }> | Refused;

/** A further account for the back office, in the company of the member of staff who creates it. */
export async function createStaff(db: Db, request: CallRequest<'ops-staff.create'>): Promise<ChangeResult> {
  const { body, visitor, now } = request;
  const { username, password } = body;
  const phone = body.phone === '' ? null : body.phone;
  const problem = await passwordProblem(password, { username, phone });
  if (problem) return problem;
  const { company_id } = await db
    .selectFrom('members')
    .where('id', '=', memberOf(visitor).id)
    .select('company_id')
    .executeTakeFirstOrThrow();
  const member = await db
    .insertInto('members')
    .values({
      company_id,
      username,
      phone,
      name: body.name.trim(),
      password_hash: await hashPassword(password),
      is_staff: true,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!member) return refuseField('username', '用户名或手机号已有人用');
  await record(db, request, { action: 'create', subject: 'staff', id: member.id, label: username });
  return made({ id: member.id }, '员工账号已建立');
}

/** Resets a colleague's second factor: the next login sets up another one. */
export function resetFactor(db: Db, request: CallRequest<'ops-staff.reset_factor'>): Promise<ChangeResult> {
  return changeColleague(db, request, { action: 'reset', subject: 'second_factor' }, async (id) => {
    await removeFactor(db, id);
    await endOtherSessions(db, id, null);
    return '两步验证已重置，对方下次登录时重新设置';
  });
}

export function disableStaff(db: Db, request: CallRequest<'ops-staff.disable'>): Promise<ChangeResult> {
  return changeColleague(db, request, { action: 'disable', subject: 'staff' }, async (id) => {
    await db.updateTable('members').set({ disabled_at: request.now }).where('id', '=', id).execute();
    await endOtherSessions(db, id, null);
    return '账号已停用，登录随即失效';
  });
}

export function enableStaff(db: Db, request: CallRequest<'ops-staff.enable'>): Promise<ChangeResult> {
  return changeColleague(db, request, { action: 'enable', subject: 'staff' }, async (id) => {
    await db
      .updateTable('members')
      .set({ disabled_at: null, disabled_reason: '' })
      .where('id', '=', id)
      .execute();
    return '账号已恢复';
  });
}

type ColleagueCall = 'ops-staff.reset_factor' | 'ops-staff.disable' | 'ops-staff.enable';

/**
 * Changes another member of staff and records it in the audit log. Nobody may change their own account: they could lock
 * themselves out.
 */
async function changeColleague(
  db: Db,
  request: CallRequest<ColleagueCall>,
  act: Pick<AuditEvent, 'action' | 'subject'>,
  work: (id: number) => Promise<string>,
): Promise<ChangeResult> {
  const { id } = request.params;
  if (id === memberOf(request.visitor).id) {
    return refuse('forbidden', { message: '不能对自己的账号这样做，请由另一位员工操作' });
  }
  const colleague = await db
    .selectFrom('members')
    .where('id', '=', id)
    .where('is_staff', '=', true)
    .select('username')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!colleague) return refuse('notFound', { message: '没有这位员工' });
  const message = await work(id);
  await record(db, request, { ...act, id, label: colleague.username });
  return ok({ id }, message);
}
