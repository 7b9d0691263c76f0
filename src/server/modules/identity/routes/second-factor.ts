import type { Calls } from '#generated/calls.ts';
import { type AuditEvent, record } from '../../../kernel/audit/audit.ts';
import { defineRoutes, type RequestContext } from '../../../kernel/http/routes.ts';
import type { PendingLogin } from '../../../kernel/http/sessions.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { type Answer, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { reauthenticate } from '../passwords/reauthenticate.ts';
import { beginEnrolment, confirmEnrolment } from '../second-factor/enrol.ts';
import { countRecoveryCodes, renewRecoveryCodes } from '../second-factor/recovery.ts';
import { factorOf, removeFactor } from '../second-factor/state.ts';
import { verifyFactor } from '../second-factor/verify.ts';
import { endOtherSessions, markSecondFactor } from '../sessions/sessions.ts';
import { usernameOf } from '../user/user.ts';

export default defineRoutes({
  'login-factor.status': async ({ db, pendingLogin }) =>
    ok({
      state: stepOf(pendingLogin),
      username: pendingLogin === null ? '' : await usernameOf(db, pendingLogin.memberId),
    }),

  'login-factor.verify': async ({ db, pendingLogin, body, address, now, signIn }) => {
    const waiting = pendingLoginAt(pendingLogin, true);
    if ('refusal' in waiting) return waiting;
    const { memberId } = waiting;
    const verified = await verifyFactor(db, { memberId, code: body.code, address, now });
    if (!verified.ok) return verified;
    await signIn(memberId, { secondFactor: true });
    return ok({ left: await countRecoveryCodes(db, memberId) }, '登录成功');
  },

  'login-factor.begin': async ({ db, pendingLogin, site, now }) => {
    const waiting = pendingLoginAt(pendingLogin, false);
    if ('refusal' in waiting) return waiting;
    return beginEnrolment(db, waiting.memberId, { issuer: site.title, now });
  },

  'login-factor.confirm': async ({ db, pendingLogin, body, address, now, transaction, signIn }) => {
    const waiting = pendingLoginAt(pendingLogin, false);
    if ('refusal' in waiting) return waiting;
    const { memberId } = waiting;
    const confirmed = await confirmEnrolment(db, { memberId, code: body.code, address, now }, transaction);
    if (!confirmed.ok) return confirmed;
    const { visitor } = await signIn(memberId, { secondFactor: true });
    await record(db, { visitor, address, now }, await factorEvent(db, memberId, 'create'));
    return ok(codesAnswer(confirmed.data.codes), confirmed.message);
  },

  'ops-factor.status': async ({ db, visitor, secondFactorRule }) => {
    const { since, codesLeft } = await factorOf(db, memberOf(visitor).id);
    return ok({
      on: since === null ? 0 : 1,
      ...(since !== null && { since }),
      codes_left: codesLeft,
      required: secondFactorRule === 'required' ? 1 : 0,
    });
  },

  'ops-factor.begin': async (request) => {
    const { db, visitor, site, now, body } = request;
    const refused = await reauthenticate(request, body.current);
    return refused ?? beginEnrolment(db, memberOf(visitor).id, { issuer: site.title, now });
  },

  'ops-factor.confirm': async (request) => {
    const { db, visitor, body, address, now } = request;
    const { id, sessionId } = memberOf(visitor);
    const confirmed = await confirmEnrolment(
      db,
      { memberId: id, code: body.code, address, now },
      async (work) =>
        request.transaction(async (trx) => {
          const done = await work(trx);
          if (!done.ok) return done;
          await markSecondFactor(trx, sessionId);
          await endOtherSessions(trx, id, sessionId);
          await record(trx, request, await factorEvent(trx, id, 'create'));
          return done;
        }),
    );
    return confirmed.ok ? ok(codesAnswer(confirmed.data.codes), confirmed.message) : confirmed;
  },

  'ops-factor.codes': (request) =>
    withFactorCode(request, request.body.code, async (trx, id) => {
      await record(trx, request, await factorEvent(trx, id, 'update'));
      return ok(codesAnswer(await renewRecoveryCodes(trx, id)), '旧的恢复码已作废');
    }),

  'ops-factor.remove': async (request) => {
    if (request.secondFactorRule === 'required') return refuse('secondFactorNeeded');
    return withFactorCode(request, request.body.code, async (trx, id) => {
      await removeFactor(trx, id);
      await record(trx, request, await factorEvent(trx, id, 'remove'));
      return ok({ ok: true }, '两步验证已关闭');
    });
  },
});

/** The login that waits for this step, or the refusal when there is none. */
function pendingLoginAt(pending: PendingLogin | null, enrolled: boolean): PendingLogin | Refused {
  if (pending === null) return refuse('loginRequired', { message: '登录已过期，请重新登录' });
  return pending.enrolled === enrolled ? pending : refuse(enrolled ? 'secondFactorGone' : 'secondFactorOn');
}

/** Runs work that requires a code of the member's own second factor. */
async function withFactorCode<Data>(
  { db, visitor, address, now, transaction }: RequestContext,
  code: string,
  work: (trx: RequestContext['db'], memberId: number) => Promise<Answer<Data>>,
): Promise<Answer<Data>> {
  const { id } = memberOf(visitor);
  if ((await factorOf(db, id)).since === null) return refuseField('code', '两步验证还没有开启');
  const verified = await verifyFactor(db, { memberId: id, code, address, now });
  return verified.ok ? transaction((trx) => work(trx, id)) : verified;
}

const factorEvent = async (
  db: RequestContext['db'],
  id: number,
  action: AuditEvent['action'],
): Promise<AuditEvent> => ({
  action,
  subject: 'second_factor',
  id,
  label: await usernameOf(db, id),
});

const codesAnswer = (codes: readonly string[]) => ({ codes: codes.map((code) => ({ code })) });

/** The step that the login waits for. */
function stepOf(pending: PendingLogin | null): Calls['login-factor.status']['data']['state'] {
  if (pending === null) return 'none';
  return pending.enrolled ? 'code' : 'enrol';
}
