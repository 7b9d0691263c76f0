import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import type { RowResult } from '../jobs/task.ts';

/** Seconds after which a task whose process no longer renews its lease may be claimed by another. */
export const LEASE_SECONDS = 30;

/** Seconds from a failed attempt to the next one. */
const RETRY_DELAYS = [5, 30] as const;

/** Attempts before a task is dead: one that ends its process each time would end every process. */
export const MAX_ATTEMPTS = RETRY_DELAYS.length + 1;

/** A task that this process has claimed; `attempt` distinguishes its run from a later one of the same task. */
export interface LeasedTask {
  id: number;
  member_id: number;
  company_id: number;
  kind: string;
  title: string;
  input: unknown;
  done: number;
  total: number;
  attempt: number;
  attempts_left: number;
}

/** The task is no longer this attempt's: its owner cancelled it, or its lease expired and another process claimed it. */
export class LeaseLost extends Error {}

/** Claims the oldest task that waits or whose lease has expired. Several processes never claim the same. */
export async function claimTask(db: Db, now: number): Promise<LeasedTask | null> {
  const { rows } = await sql<LeasedTask>`
    UPDATE tasks SET state = 'running', attempt = attempt + 1, attempts_left = attempts_left - 1,
      lease_until = ${now + LEASE_SECONDS}
    WHERE id = (
      SELECT id FROM tasks
      WHERE state = 'waiting' OR (state = 'running' AND lease_until < ${now})
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, member_id, company_id, kind, title, input, done, total, attempt, attempts_left`.execute(db);
  return rows[0] ?? null;
}

const updateLeased = (db: Db, { id, attempt }: LeasedTask) =>
  db.updateTable('tasks').where('id', '=', id).where('attempt', '=', attempt).where('state', '=', 'running');

/** Renews the lease, with the progress when there is some. @throws LeaseLost */
export async function renewLease(
  db: Db,
  task: LeasedTask,
  now: number,
  progress?: { done: number; total: number },
): Promise<void> {
  const { numUpdatedRows } = await updateLeased(db, task)
    .set({ lease_until: now + LEASE_SECONDS, ...progress })
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new LeaseLost(`attempt ${task.attempt} of task ${task.id} has lost its lease`);
}

/** Releases an interrupted task: every process may claim it at once, and the attempt does not count. */
export async function releaseTask(db: Db, task: LeasedTask): Promise<void> {
  await updateLeased(db, task)
    .set((eb) => ({ lease_until: 0, attempts_left: eb('attempts_left', '+', 1) }))
    .execute();
}

/** Puts the next attempt off after a failed one. @returns false when that was the last: the task is dead */
export async function retryTask(db: Db, task: LeasedTask, error: string, now: number): Promise<boolean> {
  const delay = RETRY_DELAYS[MAX_ATTEMPTS - 1 - task.attempts_left];
  await updateLeased(db, task)
    .set({ last_error: error, ...(delay !== undefined && { lease_until: now + delay }) })
    .execute();
  return delay !== undefined;
}

/** Ends a task, with what its owner is to know of it. */
export async function endTask(
  db: Db,
  task: LeasedTask,
  end: { state: 'done' | 'failed'; note: string; fileId: string | null },
  now: number,
): Promise<void> {
  await updateLeased(db, task)
    .set({ state: end.state, note: end.note, file_id: end.fileId, finished_at: now })
    .execute();
}

/** Ends every lease. For a process that has the database to itself: whichever held one is gone. */
export async function releaseAllTasks(db: Db): Promise<void> {
  await db.updateTable('tasks').set({ lease_until: 0 }).where('state', '=', 'running').execute();
}

/** Stores the results of rows; the result of a repeated row replaces its earlier one. */
export async function saveResults(db: Db, id: number, results: readonly RowResult[]): Promise<void> {
  if (results.length === 0) return;
  await db
    .insertInto('task_results')
    .values(results.map(({ row, label, ok, text }) => ({ task_id: id, row_number: row, label, ok, text })))
    .onConflict((conflict) =>
      conflict.columns(['task_id', 'row_number']).doUpdateSet((eb) => ({
        label: eb.ref('excluded.label'),
        ok: eb.ref('excluded.ok'),
        text: eb.ref('excluded.text'),
      })),
    )
    .execute();
}
