import { sql } from 'kysely';
import type { Db } from '../../../../kernel/db/schema.ts';

/** Rows of what was before: enough to see a pattern. */
const BACKUPS = 5;

/** Everything that the page of the running shop is made of. Times are seconds since 1970. */
export async function readFacts(db: Db) {
  const started = performance.now();
  const { rows } = await sql<{
    version: string;
    bytes: number;
    sessions: number;
    most: number;
    longest: number;
  }>`SELECT split_part(version(), ' on ', 1) AS version,
      pg_database_size(current_database()) AS bytes,
      (SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database()) AS sessions,
      current_setting('max_connections')::integer AS most,
      (SELECT coalesce(max(extract(epoch FROM now() - xact_start)), 0)::integer FROM pg_stat_activity
        WHERE datname = current_database() AND state <> 'idle') AS longest`.execute(db);
  const milliseconds = Math.round(performance.now() - started);
  return {
    database: { ...(rows[0] ?? { version: '', bytes: 0, sessions: 0, most: 0, longest: 0 }), milliseconds },
    standbys: await readStandbys(db),
    processes: await db.selectFrom('site_processes').selectAll().orderBy('host').orderBy('pid').execute(),
    jobs: await db.selectFrom('job_schedules').selectAll().orderBy('name').execute(),
    tasks: await readTasks(db),
    notices: await readNotices(db),
    backups: await db
      .selectFrom('backups')
      .selectAll()
      .orderBy('ended_at', 'desc')
      .orderBy('id', 'desc')
      .limit(BACKUPS)
      .execute(),
    proof: await db
      .selectFrom('book_checks')
      .where('ended_at', 'is not', null)
      .orderBy('day', 'desc')
      .limit(1)
      .select(['ended_at', 'breaches'])
      .executeTakeFirst(),
  };
}

export type Facts = Awaited<ReturnType<typeof readFacts>>;

/** Databases that copy this one. How far they are shows only to a role that may monitor. */
async function readStandbys(db: Db) {
  const { rows } = await sql<{ name: string; mode: string | null; behind: number | null }>`
    SELECT application_name AS name, sync_state AS mode,
      pg_wal_lsn_diff(sent_lsn, replay_lsn)::bigint AS behind FROM pg_stat_replication ORDER BY 1`.execute(
    db,
  );
  return rows;
}

async function readTasks(db: Db) {
  return db
    .selectFrom('tasks')
    .where('state', 'in', ['waiting', 'running'])
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '=', 'waiting').as('waiting'),
      fn.countAll<number>().filterWhere('state', '=', 'running').as('running'),
      fn.min('created_at').filterWhere('state', '=', 'waiting').as('oldest'),
    ])
    .executeTakeFirstOrThrow();
}

/** Attempts after which a notice that still waits is stuck: some ten minutes. */
const TRIES = 3;

/** E-mails and pushes that are tried again and again, and what the last one met. */
async function readNotices(db: Db) {
  const stuck = db.selectFrom('notice_deliveries').where('state', '=', 'waiting').where('tries', '>=', TRIES);
  const { total } = await stuck
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const last = await stuck.orderBy('id', 'desc').limit(1).select('last_error').executeTakeFirst();
  return { stuck: total, error: last?.last_error ?? '' };
}
