import type { Db } from '../../../kernel/db/schema.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { made, ok, refuse } from '../../../kernel/result/answer.ts';
import { readOne, readThread, unreadOf } from '../chat/thread.ts';
import { markSeen, postMessage } from '../chat/write.ts';

const CLOSED = { message: '站内客服暂未对您开通' };

/** spec §6: `is_can_chat` opens the embedded chat. */
async function canChat(db: Db, memberId: number): Promise<boolean> {
  const { can_chat } = await db
    .selectFrom('members')
    .select('can_chat')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return can_chat;
}

/** A member's conversation with the shop; the calls take no id, so that nobody reaches another member's. */
export default defineRoutes({
  'chat.list': async ({ db, visitor, query }) => {
    const { id } = memberOf(visitor);
    if (!(await canChat(db, id))) return refuse('forbidden', CLOSED);
    return ok(await readThread(db, id, 'member', query.before));
  },

  'chat.send': ({ transaction, visitor, body, now }) =>
    transaction(async (db) => {
      const { id: memberId } = memberOf(visitor);
      if (!(await canChat(db, memberId))) return refuse('forbidden', CLOSED);
      const id = await postMessage(db, { memberId, staffId: null, text: body.text, now });
      return made(await readOne(db, memberId, id, 'member'));
    }),

  'chat.seen': ({ transaction, visitor }) =>
    transaction(async (db) => {
      const { id } = memberOf(visitor);
      await markSeen(db, id, 'member');
      return ok({ unread: await unreadOf(db, id, 'member') });
    }),
});
