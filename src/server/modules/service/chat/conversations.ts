import { sql } from 'kysely';
import type { OpsConversation } from '#generated/schemas.ts';
import type { Backlog } from '../../../kernel/db/backlog.ts';
import { countAtMost } from '../../../kernel/db/count-at-most.ts';
import type { Db } from '../../../kernel/db/schema.ts';

const conversations = (db: Db) =>
  db
    .selectFrom('members')
    .innerJoin('companies', 'companies.id', 'members.company_id')
    .leftJoin('chats', 'chats.member_id', 'members.id')
    .leftJoin('chat_messages', 'chat_messages.id', 'chats.last_id')
    .select(['members.id', 'members.name', 'companies.name as company'])
    .select(['chat_messages.text', 'chats.last_at'])
    .select(
      sql<number>`(SELECT count(*) FROM chat_messages AS written WHERE written.member_id = members.id
        AND written.staff_id IS NULL AND written.id > chats.staff_seen)`.as('unread'),
    );

type ChatRow = Awaited<ReturnType<ReturnType<typeof conversations>['execute']>>[number];

const toConversation = ({ text, last_at, ...rest }: ChatRow): OpsConversation => ({
  ...rest,
  last_text: text ?? '',
  last_at: last_at ?? 0,
});

/** Conversations with at least one message, the latest first. */
export async function listConversations(
  db: Db,
  page: number,
  pageSize: number,
): Promise<{ list: OpsConversation[]; total: number }> {
  const rows = await conversations(db)
    .where('chats.last_id', '>', 0)
    .orderBy('chats.last_at', 'desc')
    .orderBy('members.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const total = await countAtMost(db, db.selectFrom('chats').where('last_id', '>', 0).select('member_id'));
  return { list: rows.map(toConversation), total };
}

/** The conversation with one member, which may be empty; null when there is no such member. */
export async function conversationWith(db: Db, memberId: number): Promise<OpsConversation | null> {
  const row = await conversations(db).where('members.id', '=', memberId).executeTakeFirst();
  return row ? toConversation(row) : null;
}

/** Members' messages that staff have not seen. */
export function unansweredChats(db: Db): Promise<Backlog> {
  return db
    .selectFrom('chat_messages')
    .innerJoin('chats', 'chats.member_id', 'chat_messages.member_id')
    .where('is_unseen', '=', sql.lit(true))
    .where('staff_id', 'is', null)
    .whereRef('chat_messages.id', '>', 'staff_seen')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('chat_messages.created_at').as('since')])
    .executeTakeFirstOrThrow();
}
