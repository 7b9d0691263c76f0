import type { Db } from '../../../kernel/db/schema.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import type { SmsScene } from '../../../kernel/outside/sms/sender.ts';
import { made, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { issueCode, SMS_INTERVAL } from '../../identity/index.ts';
import { missingCertificates } from '../certificates/qualify.ts';
import { companyKindOf, currentRows, listCertificates } from '../certificates/read.ts';
import { registerAccount } from '../registration/account.ts';
import { registerCompany } from '../registration/company.ts';
import { saveDraft } from '../registration/drafts.ts';
import { APPROVALS, registrationOf } from '../registration/status.ts';
import { sendCertificates } from '../registration/submit.ts';

/** Most characters of a draft as JSON: many times what its forms hold. */
const MAX_DRAFT_LENGTH = 20_000;

/** Scenes that require a login. */
const FOR_MEMBERS = new Set<SmsScene>(['bind', 'phone']);

export default defineRoutes({
  'sms.send': async ({ db, body, now, address, visitor, sms, transaction }) => {
    if (FOR_MEMBERS.has(body.scene) && visitor.role === 'visitor') return refuse('loginRequired');
    if (!sms) return refuse('smsUnavailable');
    const isRecipient = body.scene !== 'forget' || (await isMember(db, body.phone));
    const issued = await transaction((trx) => issueCode(trx, { ...body, address, now, isRecipient }));
    if (!issued.ok) return issued;
    sms.send(db, issued.data);
    return ok({ wait: SMS_INTERVAL }, '验证码已发出，10 分钟内有效');
  },

  'register.status': async ({ db, visitor, query, now }) => {
    const member = visitor.role === 'visitor' ? null : visitor;
    return ok(await registrationOf(db, member, { store: query.store === 1, now }));
  },

  'register.account': async ({ db, body, now, browser, tokenCookies, transaction, signIn }) => {
    const ticket = tokenCookies.read('wechat-identity');
    const account = await registerAccount(db, body, { now, browser, ticket, transaction });
    if (!account.ok) return account;
    if (body.wechat === 1) tokenCookies.clear('wechat-identity');
    await signIn(account.data);
    return made({ step: 2 }, '账号已开通，请继续填写企业资料');
  },

  'register.company': ({ transaction, visitor, body, now }) =>
    transaction((db) => registerCompany(db, memberOf(visitor), body, now)),

  'register.certificates': ({ transaction, visitor, body, now }) =>
    transaction((db) => sendCertificates(db, memberOf(visitor), body, now)),

  'register.draft': async ({ db, visitor, body, now }) => {
    const content = recordOf(body.content);
    if (!content || JSON.stringify(content).length > MAX_DRAFT_LENGTH) {
      return refuseField('content', '草稿的内容有误或过长');
    }
    await saveDraft(db, memberOf(visitor).id, { store: body.store === 1, step: body.step }, content, now);
    return ok({ saved: true });
  },

  'user.zizhi': async ({ db, visitor, now }) => {
    const { companyId } = memberOf(visitor);
    const { approval, review_reason } = await db
      .selectFrom('companies')
      .select(['approval', 'review_reason'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    return ok({
      list: await listCertificates(db, companyId, now),
      state: approval,
      state_text: APPROVALS[approval],
      reason: review_reason,
      lacking: missingCertificates(await currentRows(db, companyId), await companyKindOf(db, companyId), now),
    });
  },
});

async function isMember(db: Db, phone: string): Promise<boolean> {
  const member = await db.selectFrom('members').select('id').where('phone', '=', phone).executeTakeFirst();
  return member !== undefined;
}

function recordOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
