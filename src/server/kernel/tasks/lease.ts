import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import type { RowResult } from '../jobs/task.ts';

/** Seconds after which a task whose process fell silent is taken up by another. */
export const LEASE_SECONDS = 30;

/** Runs that a task may begin before it is given up: one that ends its process would end every other as well. */
export const CHANCES = 3;

/** A task that this process holds; `tries` tells its run from a later one of the same task. */
export interface HeldTask {
  id: number;
  member_id: number;
  company_id: number;
  kind: string;
  title: string;
  input: unknown;
  done: number;
  total: number;
  tries: number;
  chances: number;
}

/** The task is no longer this run's: its owner cancelled it, or its lease went to another process. */
export class Stopped extends Error {}

/** Takes the oldest waiting task, or one whose process is gone. Several processes never take the same. */
export async function claimTask(db: Db, now: number): Promise<HeldTask | null> {
  const { rows } = await sql<HeldTask>`
    UPDATE tasks SET state = 'running', tries = tries + 1, chances = chances - 1, lease_until = ${now + LEASE_SECONDS}
    WHERE id = (
      SELECT id FROM tasks
      WHERE state = 'waiting' OR (state = 'running' AND lease_until < ${now})
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, member_id, company_id, kind, title, input, done, total, tries, chances`.execute(db);
  return rows[0] ?? null;
}

/** Keeps hold of a task, with how far it is. @throws Stopped */
export async function holdTask(
  db: Db,
  { id, tries }: HeldTask,
  now: number,
  at?: { done: number; total: number },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set({ lease_until: now + LEASE_SECONDS, ...at })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Stopped(`task ${id} was stopped`);
}

/** Lets go of a task that is not finished, so that it is taken up at once; `spent` when its run went wrong. */
export async function releaseTask(db: Db, { id, tries }: HeldTask, spent: boolean): Promise<void> {
  await db
    .updateTable('tasks')
    .set((eb) => ({ lease_until: 0, chances: eb('chances', '+', spent ? 0 : 1) }))
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'running')
    .execute();
}

/** Lets go of every task. For a process that has the database to itself: whoever held one is gone. */
export async function releaseTasks(db: Db): Promise<void> {
  await db.updateTable('tasks').set({ lease_until: 0 }).where('state', '=', 'running').execute();
}

/** Keeps what became of rows; a row that an earlier run told already is told anew. */
export async function keepResults(db: Db, id: number, results: readonly RowResult[]): Promise<void> {
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
