import { ok, refuse, refuseField } from '../answer.ts';
import { defineRoutes } from '../routes.ts';
import { changePassword } from '../services/passwords.ts';
import { keepProof, takeProof } from '../services/proofs.ts';
import { passwordProblem } from '../services/register/account.ts';
import { judgeCode, spendProof } from '../services/sms/codes.ts';

/** Seconds to think of a new password in. */
const TICKET_LIFETIME = 900;

const USED = '验证码已失效，请重新获取';

export default defineRoutes({
  /* Nobody is sent a code for an unknown phone, so that every answer here is that of a wrong one. */
  'forget.verify': async ({ db, body, now, transaction }) => {
    const judged = await judgeCode(db, { ...body, scene: 'forget', now });
    if (!judged.ok) return judged;
    return transaction(async (trx) => {
      if (!(await spendProof(trx, judged.data, now))) return refuseField('code', USED);
      const member = await trx
        .selectFrom('members')
        .select('id')
        .where('phone', '=', body.phone)
        .executeTakeFirst();
      if (!member) return refuseField('code', USED);
      const token = await keepProof(trx, {
        kind: 'reset',
        member: member.id,
        content: {},
        seconds: TICKET_LIFETIME,
        now,
      });
      return ok({ token });
    });
  },

  'forget.reset': async ({ body, now, transaction }) => {
    const problem = passwordProblem(body.password);
    if (problem) return problem;
    return transaction(async (db) => {
      const proof = await takeProof(db, 'reset', body.token, now);
      if (!proof || proof.member_id === null) return refuse('resetExpired');
      await changePassword(db, proof.member_id, body.password, null);
      // Whoever failed because the password was forgotten need not wait any longer.
      const { username, phone } = await db
        .selectFrom('members')
        .select(['username', 'phone'])
        .where('id', '=', proof.member_id)
        .executeTakeFirstOrThrow();
      await db
        .deleteFrom('login_failures')
        .where('account', 'in', [username.toLowerCase(), phone ?? ''])
        .execute();
      return ok({ ok: true }, '密码已重置，请用新密码登录');
    });
  },
});
