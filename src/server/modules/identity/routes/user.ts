import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { DEMO_ELSEWHERE, ok, refuse } from '../../../kernel/result/answer.ts';
import { DEMO_PASSWORD } from '../../../kernel/seed/demo-terms.ts';
import { changeOwnPassword } from '../passwords/change-own.ts';
import { logIn } from '../passwords/log-in.ts';
import { describePendingUser, describeUser } from '../user/user.ts';
import { bindIdentity } from '../wechat/bind.ts';

export default defineRoutes({
  'user.base': async ({ db, visitor, site }) => ok(await describeUser(db, memberOf(visitor), site)),

  'user.login': async (request) => {
    const { db, body, site, address, now, browser, tokenCookies, transaction, signIn } = request;
    if (body.password === DEMO_PASSWORD && !request.mayUseDemo) return refuse('forbidden', DEMO_ELSEWHERE);
    const device = tokenCookies.read('device');
    const judged = await logIn(db, {
      ...body,
      address,
      now,
      device,
      hotline: site.constants.contact.hotline,
    });
    if (!judged.ok) return judged;
    if (body.wechat === 1) {
      const scanned = { ticket: tokenCookies.read('wechat-identity'), browser, now };
      const bound = await transaction((trx) => bindIdentity(trx, judged.data, scanned));
      if (!bound.ok) return bound;
      tokenCookies.clear('wechat-identity');
    }
    const { visitor, pending } = await signIn(judged.data);
    return pending
      ? ok(describePendingUser(site, pending), '密码正确，请完成两步验证')
      : ok(await describeUser(db, memberOf(visitor), site), '登录成功');
  },

  'user.logout': async ({ signOut }) => {
    await signOut();
    return ok({ ok: true }, '已退出登录');
  },

  'user.resetPassword': (request) => changeOwnPassword(request, request.body),
});
