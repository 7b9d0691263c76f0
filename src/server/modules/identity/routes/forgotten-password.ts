import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { changePassword } from '../passwords/passwords.ts';
import { passwordProblem } from '../passwords/policy.ts';
import { markAuthenticated } from '../sessions/sessions.ts';
import { clearFailures } from '../verification/attempts.ts';
import { consumeProof, createProof, findProof } from '../verification/proofs.ts';
import { consumeCode, verifyCode } from '../verification/sms-codes.ts';

/** Seconds in which the new password must be set. */
const TICKET_LIFETIME = 900;

const USED = '验证码已失效，请重新获取';

export default defineRoutes({
  /* No code is sent to an unknown phone, so that every answer for one is that of a wrong code. */
  'forget.verify': async ({ db, body, now, visitor, tokenCookies, transaction }) => {
    const judged = await verifyCode(db, { ...body, scene: 'forget', now });
    if (!judged.ok) return judged;
    return transaction(async (trx) => {
      if (!(await consumeCode(trx, judged.data, now))) return refuseField('code', USED);
      const member = await trx
        .selectFrom('members')
        .select('id')
        .where('phone', '=', body.phone)
        .executeTakeFirst();
      if (!member) return refuseField('code', USED);
      const token = await createProof(trx, {
        kind: 'reset',
        member: member.id,
        content: {},
        seconds: TICKET_LIFETIME,
        now,
      });
      // A member who is logged in has thereby also reauthenticated.
      if (visitor.role !== 'visitor' && visitor.id === member.id)
        await markAuthenticated(trx, visitor.sessionId, now);
      tokenCookies.set('reset', token, TICKET_LIFETIME);
      return ok({ token });
    });
  },

  'forget.status': async ({ db, tokenCookies, now }) => {
    const ticket = tokenCookies.read('reset');
    const proof = ticket === null ? null : await findProof(db, 'reset', ticket, now);
    return ok({ verified: proof ? 1 : 0 });
  },

  'forget.reset': async ({ body, now, tokenCookies, transaction }) => {
    const ticket = body.token || tokenCookies.read('reset');
    if (ticket === null) return refuse('resetExpired');
    return transaction(async (db) => {
      const proof = await consumeProof(db, 'reset', ticket, now);
      if (!proof || proof.member_id === null) return refuse('resetExpired');
      const owner = await db
        .selectFrom('members')
        .select(['username', 'phone'])
        .where('id', '=', proof.member_id)
        .executeTakeFirstOrThrow();
      const problem = await passwordProblem(body.password, owner);
      if (problem) return problem;
      await changePassword(db, proof.member_id, body.password, null);
      // Failed attempts with the forgotten password no longer delay the login.
      await clearFailures(db, [owner.username.toLowerCase(), owner.phone ?? '']);
      tokenCookies.clear('reset');
      return ok({ ok: true }, '密码已重置，请用新密码登录');
    });
  },
});
