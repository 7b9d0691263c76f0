import { ok } from '../answer.ts';
import { defineRoutes } from '../routes.ts';
import { logIn } from '../services/login.ts';
import { changePassword } from '../services/passwords.ts';
import { passwordProblem } from '../services/register/account.ts';
import { describeUser } from '../services/user.ts';
import { bindIdentity } from '../services/wechat/bind.ts';
import { memberOf } from '../visitor.ts';

export default defineRoutes({
  'user.base': async ({ db, visitor, site }) => ok(await describeUser(db, memberOf(visitor), site)),

  'user.login': async ({ db, body, site, address, now, browser, transaction, signIn }) => {
    const judged = await logIn(db, { ...body, address, now, hotline: site.contact.hotline });
    if (!judged.ok) return judged;
    if (body.wechat !== '') {
      const scanned = { ticket: body.wechat, browser, now };
      const bound = await transaction((trx) => bindIdentity(trx, judged.data, scanned));
      if (!bound.ok) return bound;
    }
    const visitor = await signIn(judged.data);
    return ok(await describeUser(db, memberOf(visitor), site), '登录成功');
  },

  'user.logout': async ({ signOut }) => {
    await signOut();
    return ok({ ok: true }, '已退出登录');
  },

  'user.resetPassword': ({ transaction, visitor, body }) =>
    transaction(async (db) => {
      const refused = passwordProblem(body.password);
      if (refused) return refused;
      await changePassword(db, memberOf(visitor).id, body.password, visitor.sessionId);
      return ok({ ok: true }, '密码已修改');
    }),
});
