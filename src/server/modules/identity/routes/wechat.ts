import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { scannedBy } from '../wechat/bind.ts';
import { createState, stateExpiry } from '../wechat/oauth.ts';
import { callbackUrl, WECHAT_CALLBACK } from '../wechat/oauth-routes.ts';

const homePage = pageLink('index');

/** Messages that the outbox page shows. */
const SHOWN = 20;

const SCENES: Readonly<Record<string, string>> = {
  register: '注册',
  forget: '找回密码',
  bind: '绑定微信',
  phone: '更换手机',
};

export default defineRoutes({
  'user.create_code': async ({ db, visitor, wechat, site, now }) => {
    if (!wechat) return refuse('wechatUnavailable');
    const { id, sessionId } = memberOf(visitor);
    const state = await createState(db, { member: id, session: sessionId }, now);
    const url = wechat.authorizeUrl({ state, redirect: callbackUrl(site.origin) });
    return ok({ url, expires_at: stateExpiry(now) });
  },

  'user.unbind_wechat': ({ transaction, visitor }) =>
    transaction(async (db) => {
      await db
        .updateTable('members')
        .set({ wechat_id: null, wechat_name: '' })
        .where('id', '=', memberOf(visitor).id)
        .execute();
      return ok({ ok: true }, '已解除绑定');
    }),

  'wechat.scanned': async ({ db, tokenCookies, browser, now }) => {
    const scanned = await scannedBy(db, { ticket: tokenCookies.read('wechat-identity'), browser, now });
    return ok(scanned ?? { name: '', from: homePage() });
  },

  'login.ways': async ({ wechat, sms, site, visitor }) =>
    ok({
      wechat: wechat ? 1 : 0,
      outbox: sms?.isOutbox ? 1 : 0,
      login_url: site.pages.loginUrl,
      role: visitor.role,
    }),

  'dev.outbox': async ({ db, sms, query }) => {
    if (!sms?.isOutbox) return ok({ list: [] });
    let sent = db
      .selectFrom('sms_messages')
      .select(['id', 'phone', 'scene', 'code', 'created_at'])
      .where('state', '=', 'sent');
    if (query.phone !== undefined) sent = sent.where('phone', '=', query.phone);
    const rows = await sent.orderBy('id', 'desc').limit(SHOWN).execute();
    return ok({ list: rows.map((row) => ({ ...row, scene: SCENES[row.scene] ?? row.scene })) });
  },

  'dev.wechatPeople': async ({ db }) => {
    const rows = await db
      .selectFrom('members')
      .select('wechat_name')
      // The index has those of them first who have one.
      .where('wechat_id', 'is not', null)
      .where('wechat_id', 'like', 'local-%')
      .orderBy('id')
      .limit(SHOWN)
      .execute();
    return ok({ list: rows.map(({ wechat_name: name }) => ({ value: name, label: name })) });
  },

  'dev.wechat': async ({ wechat, body }) => {
    if (!wechat?.agree) return refuse('wechatUnavailable');
    const query = new URLSearchParams({ code: wechat.agree(body.name.trim()), state: body.state });
    return ok({ url: `${WECHAT_CALLBACK}?${query.toString()}` });
  },
});
