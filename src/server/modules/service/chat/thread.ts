import type { Chat, ChatMessage } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** Messages per page. */
const PAGE = 30;

/** The side that reads: the member or staff. */
export type Side = 'member' | 'staff';

const NAMELESS_STAFF = '在线客服';

interface ChatRow {
  id: number;
  staff_id: number | null;
  text: string;
  created_at: number;
  staff: string | null;
  member: string;
}

/** Members do not see which member of staff wrote a message; staff do. */
function toMessage({ id, staff_id, text, created_at, staff, member }: ChatRow, side: Side): ChatMessage {
  const byStaff = staff_id !== null;
  const colleague = (side === 'staff' ? staff : null) ?? NAMELESS_STAFF;
  const author = byStaff ? colleague : member;
  return { id, mine: byStaff === (side === 'staff'), author, text, created_at };
}

const messagesOf = (db: Db, memberId: number) =>
  db
    .selectFrom('chat_messages')
    .innerJoin('members', 'members.id', 'chat_messages.member_id')
    .leftJoin('members as staff', 'staff.id', 'chat_messages.staff_id')
    .select(['chat_messages.id', 'staff_id', 'text', 'chat_messages.created_at'])
    .select(['staff.name as staff', 'members.name as member'])
    .where('chat_messages.member_id', '=', memberId);

/** The latest messages of a member's conversation, or those before a given one, oldest first. */
export async function readThread(
  db: Db,
  memberId: number,
  side: Side,
  before: number | undefined,
): Promise<Chat> {
  let messages = messagesOf(db, memberId);
  if (before !== undefined) messages = messages.where('chat_messages.id', '<', before);
  const rows = await messages
    .orderBy('chat_messages.id', 'desc')
    .limit(PAGE + 1)
    .execute();
  return {
    list: rows
      .slice(0, PAGE)
      .toReversed()
      .map((row) => toMessage(row, side)),
    unread: await unreadOf(db, memberId, side),
    more: rows.length > PAGE,
  };
}

/** One message as a side sees it. */
export async function readOne(db: Db, memberId: number, id: number, side: Side): Promise<ChatMessage> {
  const row = await messagesOf(db, memberId).where('chat_messages.id', '=', id).executeTakeFirstOrThrow();
  return toMessage(row, side);
}

/** Number of messages of the other side that this one has not seen. */
export async function unreadOf(db: Db, memberId: number, side: Side): Promise<number> {
  const { unread } = await db
    .selectFrom('chat_messages')
    .innerJoin('chats', 'chats.member_id', 'chat_messages.member_id')
    .where('chats.member_id', '=', memberId)
    .where('staff_id', side === 'member' ? 'is not' : 'is', null)
    .whereRef('chat_messages.id', '>', side === 'member' ? 'member_seen' : 'staff_seen')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow();
  return unread;
}
