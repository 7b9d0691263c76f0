import { type Kysely, sql } from 'kysely';

/**
 * Indices for what the back office counts on each visit: members by their state, and chats with unseen messages. The latter
 * as a column: of a comparison of two others the planner knows no statistics, and would expect a third of all chats.
 */
const STATEMENTS = [
  `ALTER TABLE chats ADD COLUMN is_unseen boolean NOT NULL GENERATED ALWAYS AS (last_id > staff_seen) STORED`,
  'CREATE INDEX chats_unseen ON chats (member_id) WHERE is_unseen',
  'CREATE INDEX members_disabled ON members (id) WHERE disabled_at IS NOT NULL',
  'CREATE INDEX companies_approval ON companies (approval, qualified_until)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
