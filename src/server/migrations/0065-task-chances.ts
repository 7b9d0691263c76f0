import { type Kysely, sql } from 'kysely';

/** How often a task may still be taken up after its process ended over it; starting it again fills this up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE tasks ADD COLUMN chances integer NOT NULL DEFAULT 3`.execute(db);
}
