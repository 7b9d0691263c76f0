import { sql } from 'kysely';
import type { BookRule } from '../../ledger/index.ts';

/** Rules on messages that must hold between any two transactions. */
export const MESSAGE_RULES: readonly BookRule[] = [
  {
    name: 'unread are the messages to one member that they have not read',
    broken: sql`
      SELECT 'message ' || coalesce(sent.id, unread.message_id) AS what
      FROM (SELECT id, member_id FROM messages
        WHERE audience = 'one' AND NOT EXISTS (
          SELECT FROM message_reads WHERE message_id = messages.id AND message_reads.member_id = messages.member_id)
      ) AS sent
      FULL JOIN unread_messages AS unread ON unread.message_id = sent.id
      WHERE unread.member_id IS DISTINCT FROM sent.member_id`,
  },
];
