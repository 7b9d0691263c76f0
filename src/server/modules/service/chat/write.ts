import type { Db } from '../../../kernel/db/schema.ts';
import { publishChange } from '../../../kernel/push/publish.ts';
import type { Side } from './thread.ts';

interface NewChatMessage {
  memberId: number;
  /** The member of staff who writes it; null for the member. */
  staffId: number | null;
  text: string;
  now: number;
}

/** Has open pages of both sides reload the conversation. */
async function notifyBothSides(db: Db, memberId: number): Promise<void> {
  await publishChange(db, ['chat.list'], { member: memberId });
  await publishChange(db, ['ops-chat.list', 'ops-chat.thread'], { staff: true });
}

/** Adds a message to a member's conversation and marks it as seen by its writer. Returns its id. */
export async function postMessage(db: Db, { memberId, staffId, text, now }: NewChatMessage): Promise<number> {
  await db
    .insertInto('chats')
    .values({ member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // The row is locked until the commit, so that ids follow the order in which messages become visible.
  await db.selectFrom('chats').select('member_id').where('member_id', '=', memberId).forUpdate().execute();
  const { id } = await db
    .insertInto('chat_messages')
    .values({ member_id: memberId, staff_id: staffId, text, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const seen = staffId === null ? { member_seen: id } : { staff_seen: id };
  await db
    .updateTable('chats')
    .set({ last_id: id, last_at: now, ...seen })
    .where('member_id', '=', memberId)
    .execute();
  await notifyBothSides(db, memberId);
  return id;
}

/** Marks all messages as seen by one side. */
export async function markSeen(db: Db, memberId: number, side: Side): Promise<void> {
  const column = side === 'member' ? 'member_seen' : 'staff_seen';
  const { numUpdatedRows } = await db
    .updateTable('chats')
    .set((eb) => ({ [column]: eb.ref('last_id') }))
    .where('member_id', '=', memberId)
    .whereRef(column, '<', 'last_id')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await notifyBothSides(db, memberId);
}
