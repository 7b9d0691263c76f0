import { record } from '../../../kernel/audit/audit.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { made, ok, refuse } from '../../../kernel/result/answer.ts';
import { conversationWith, listConversations, unansweredChats } from '../chat/conversations.ts';
import { readOne, readThread, unreadOf } from '../chat/thread.ts';
import { markSeen, postMessage } from '../chat/write.ts';

const NOBODY = { message: '没有这位会员' };

export default defineRoutes({
  'ops-chat.list': async ({ db, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const found = await listConversations(db, query.page, page_size);
    return ok({ ...found, page: query.page, page_size, unread: (await unansweredChats(db)).count });
  },

  'ops-chat.thread': async ({ db, params, query }) => {
    const member = await conversationWith(db, params.id);
    if (!member) return refuse('notFound', NOBODY);
    return ok({ member, ...(await readThread(db, params.id, 'staff', query.before)) });
  },

  'ops-chat.send': (request) =>
    request.transaction(async (db) => {
      const { params, body, visitor, now } = request;
      const member = await conversationWith(db, params.id);
      if (!member) return refuse('notFound', NOBODY);
      const id = await postMessage(db, {
        memberId: params.id,
        staffId: memberOf(visitor).id,
        text: body.text,
        now,
      });
      await record(db, request, {
        action: 'send',
        subject: 'chat',
        id,
        label: `${member.company} ${member.name}`,
        after: { text: body.text },
      });
      return made(await readOne(db, params.id, id, 'staff'));
    }),

  /* Not in the audit log: marking messages as seen changes nothing of the shop. */
  'ops-chat.seen': ({ transaction, params }) =>
    transaction(async (db) => {
      await markSeen(db, params.id, 'staff');
      return ok({ unread: await unreadOf(db, params.id, 'staff') });
    }),
});
