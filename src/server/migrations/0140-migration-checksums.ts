import { type Kysely, sql } from 'kysely';

/** What each migration was when it was run, so that one that is changed later is noticed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE migration_checksums (name text PRIMARY KEY, checksum text NOT NULL)`.execute(db);
}
