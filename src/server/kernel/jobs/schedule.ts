import { type Selectable, sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import type { Job } from './job.ts';
import type { JobSchedulesTable } from './tables.ts';

/** Seconds after which a run whose process no longer renews its lease may be claimed by another. */
export const LEASE_SECONDS = 60;

/** Seconds after a first failure until the run is repeated; each further one doubles it, up to the job's own interval. */
const FIRST_RETRY = 30;

/** Seconds by which a run may start early: timers are not exact, and a missed second would cost a whole interval. */
const SLACK = 1;

/**
 * Seconds: a run that began later than this from now was begun by a clock that has been set back since. What that clock put
 * down says nothing of when the next run is due. More than the clocks of several machines differ.
 */
const CLOCK_SET_BACK = 3600;

/** A run that this process has claimed; `failures` are those before it. */
export type ClaimedRun = Pick<Selectable<JobSchedulesTable>, 'name' | 'run' | 'failures'>;

/** Claims the next run of a job, for one process at a time. Null while it is not due, or another process has it. */
export async function claimRun(db: Db, name: string, now: number): Promise<ClaimedRun | null> {
  const ahead = now + CLOCK_SET_BACK;
  const { rows } = await sql<ClaimedRun>`
    INSERT INTO job_schedules AS schedule (name, lease_until, started_at) VALUES (${name}, ${now + LEASE_SECONDS}, ${now})
    ON CONFLICT (name) DO UPDATE
      SET run = schedule.run + 1, lease_until = excluded.lease_until, started_at = excluded.started_at
      WHERE (schedule.due_at <= ${now} OR schedule.started_at > ${ahead})
        AND (schedule.lease_until <= ${now} OR schedule.lease_until > ${ahead})
    RETURNING name, run, failures`.execute(db);
  return rows[0] ?? null;
}

/** Keeps a run that takes long from being claimed by another process. */
export async function renewRun(db: Db, run: ClaimedRun, now: number): Promise<void> {
  await updateRun(db, run)
    .set({ lease_until: now + LEASE_SECONDS })
    .execute();
}

/** Ends a run that succeeded: the next is due one interval after its start. */
export async function completeRun(
  db: Db,
  run: ClaimedRun,
  { every }: Job,
  { startedAt, now }: { startedAt: number; now: number },
): Promise<void> {
  const due = startedAt + Math.max(Math.floor(every) - SLACK, 0);
  await updateRun(db, run)
    .set({ lease_until: 0, due_at: due, failures: 0, last_error: '', succeeded_at: now })
    .execute();
}

/** Ends a run that failed: it is repeated with exponential backoff, and at the latest when the next one is due. */
export async function failRun(
  db: Db,
  run: ClaimedRun,
  { every }: Job,
  { error, now }: { error: string; now: number },
): Promise<void> {
  const wait = Math.min(Math.floor(every), FIRST_RETRY * 2 ** run.failures);
  await updateRun(db, run)
    .set({ lease_until: 0, due_at: now + wait, failures: run.failures + 1, last_error: error })
    .execute();
}

const updateRun = (db: Db, { name, run }: ClaimedRun) =>
  db.updateTable('job_schedules').where('name', '=', name).where('run', '=', run);

/** Ends every lease. For a process that has the database to itself: whichever held one is gone. */
export async function releaseAllRuns(db: Db): Promise<void> {
  await db.updateTable('job_schedules').set({ lease_until: 0 }).where('lease_until', '>', 0).execute();
}
