import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { confirmPush } from '../../../kernel/notifications/send-due.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { confirmAddress, judgeCode, removeAddress, requestAddress } from '../notices/address.ts';
import { choose, noticeSettings } from '../notices/settings.ts';
import { subscribe, unsubscribe } from '../notices/subscriptions.ts';

/** Mails that the outbox page shows. */
const SHOWN = 20;

export default defineRoutes({
  'notice.settings': async (request) => ok(await noticeSettings(request)),

  'notice.choose': ({ transaction, visitor, body }) =>
    transaction((db) => choose(db, memberOf(visitor).id, body)),

  'notice.email': async ({ transaction, visitor, body, channels, now }) => {
    if (!channels.mail) return refuse('mailUnavailable');
    return transaction((db) => requestAddress(db, memberOf(visitor).id, body.email, now));
  },

  'notice.confirm': async ({ db, transaction, visitor, body, now }) => {
    const { id } = memberOf(visitor);
    const judged = await judgeCode(db, id, body.code, now);
    if ('refusal' in judged) return judged;
    return transaction((trx) => confirmAddress(trx, id, judged.email, now));
  },

  'notice.removeEmail': ({ transaction, visitor }) =>
    transaction(async (db) => {
      await removeAddress(db, memberOf(visitor).id);
      return ok({ ok: true }, '不再发邮件');
    }),

  'notice.subscribe': ({ transaction, visitor, body, channels: { push }, now }) =>
    transaction((db) => subscribe(db, memberOf(visitor), body, { push, now })),

  'notice.unsubscribe': ({ transaction, visitor, body }) =>
    transaction(async (db) => {
      await unsubscribe(db, memberOf(visitor), body.id);
      return ok({ ok: true }, '已关闭');
    }),

  'notice.arrived': async ({ db, visitor, params, now }) => {
    const member = memberOf(visitor);
    const own = await db
      .selectFrom('messages')
      .where('id', '=', params.id)
      .where('audience', '=', 'one')
      .where('member_id', '=', member.id)
      .select('id')
      .executeTakeFirst();
    if (!own) return refuse('notFound');
    await confirmPush(db, { messageId: own.id, sessionId: member.sessionId, now });
    return ok({ ok: true });
  },

  'dev.mails': async ({ db, channels }) => {
    if (!channels.mail?.keepsMails) return ok({ list: [] });
    const list = await db
      .selectFrom('notice_deliveries')
      .where('channel', '=', 'email')
      .where('state', '=', 'sent')
      .select(['id', 'email', 'title', 'body', 'created_at'])
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .execute();
    return ok({ list });
  },
});
