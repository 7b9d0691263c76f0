import type { Db } from '../../../kernel/db/schema.ts';
import { publishChange } from '../../../kernel/push/publish.ts';
import type { Side } from './thread.ts';

interface NewChatMessage {
  memberId: number;
  /** Who of the staff says it; null for the member. */
  staffId: number | null;
  text: string;
  now: number;
}

/** Lets both sides' open pages ask again. */
async function notifyBothSides(db: Db, memberId: number): Promise<void> {
  await publishChange(db, ['chat.list'], { member: memberId });
  await publishChange(db, ['ops-chat.list', 'ops-chat.thread'], { staff: true });
}

/** Adds a message to a member's talk; who writes has seen what stood there. Answers its id. */
export async function postMessage(db: Db, { memberId, staffId, text, now }: NewChatMessage): Promise<number> {
  await db
    .insertInto('chats')
    .values({ member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Messages of one talk are numbered in the order in which they appear: the row is held until the commit.
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

/** One side has looked at everything that is there. */
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
