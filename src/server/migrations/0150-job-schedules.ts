import { type Kysely, sql } from 'kysely';

/**
 * When each recurring job is due and how its last run went: one schedule for all processes. Attempts of tasks are called
 * what they are, and a task keeps the fault of its last one.
 */
const STATEMENTS = [
  `CREATE TABLE job_schedules (
    name text PRIMARY KEY,
    due_at bigint NOT NULL DEFAULT 0,
    lease_until bigint NOT NULL DEFAULT 0,
    run integer NOT NULL DEFAULT 1,
    failures integer NOT NULL DEFAULT 0,
    last_error text NOT NULL DEFAULT '',
    started_at bigint NOT NULL,
    succeeded_at bigint
  )`,
  'ALTER TABLE tasks RENAME COLUMN tries TO attempt',
  'ALTER TABLE tasks RENAME COLUMN chances TO attempts_left',
  `ALTER TABLE tasks ADD COLUMN last_error text NOT NULL DEFAULT ''`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
