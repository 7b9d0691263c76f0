import { type Kysely, sql } from 'kysely';

/** How far the job that keeps the terms of personal data has come, and what it finds invitations and drafts by. */
const STATEMENTS = [
  `CREATE TABLE retention_marks (
    table_name text PRIMARY KEY,
    last_id bigint NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX store_invites_expiry ON store_invites (expires_at)',
  'CREATE INDEX registration_drafts_age ON registration_drafts (updated_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
