import { type Kysely, sql } from 'kysely';

/**
 * Counts requests of a minute over all processes. Not written to the log of the database: what is lost with it is one
 * minute's counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE UNLOGGED TABLE rate_limits (key text PRIMARY KEY, count integer NOT NULL, ends_at bigint NOT NULL)`.execute(
    db,
  );
}
