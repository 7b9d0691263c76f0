import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { listMessages, markRead, unreadMessages } from '../messages/read.ts';

export default defineRoutes({
  'message.list': async ({ db, visitor, query, site }) =>
    ok(await listMessages(db, memberOf(visitor), { ...query, pageSize: site.constants.trade.pageSize })),

  'message.read': ({ transaction, visitor, body, now }) =>
    transaction(async (db) => {
      const member = memberOf(visitor);
      await markRead(db, member, body.ids, now);
      return ok({ unread: await unreadMessages(db, member) });
    }),
});
