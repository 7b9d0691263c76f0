import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../db/schema.ts';
import type { Member } from '../http/visitor.ts';
import { publishChange } from '../push/publish.ts';

/** Seconds that a task and its file are kept. */
export const RETENTION_SECONDS = 7 * DAY;

/** Unfinished tasks that one member may have. */
export const MAX_OPEN_TASKS = 5;

/** A task to be queued: a module handles its `kind`, and defines what its `input` is. */
export interface NewTask {
  kind: string;
  title: string;
  input: unknown;
  total?: number;
}

/**
 * Enqueues a task; in a transaction, it is there when that commits. Some process claims it within seconds.
 * @returns its id; null when the member has too many unfinished ones
 */
export async function enqueueTask(
  db: Db,
  { id, companyId }: Pick<Member, 'id' | 'companyId'>,
  { kind, title, input, total = 0 }: NewTask,
  now: number,
): Promise<number | null> {
  if ((await openTasks(db, id)) >= MAX_OPEN_TASKS) return null;
  const task = await db
    .insertInto('tasks')
    .values({
      member_id: id,
      company_id: companyId,
      kind,
      title,
      input: JSON.stringify(input),
      total,
      created_at: now,
      expires_at: now + RETENTION_SECONDS,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await publishChange(db, ['task.list', 'task.detail'], { member: id });
  return task.id;
}

/** Number of a member's unfinished tasks. */
export async function openTasks(db: Db, memberId: number): Promise<number> {
  const { open } = await db
    .selectFrom('tasks')
    .where('member_id', '=', memberId)
    .where('state', 'in', ['waiting', 'running'])
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow();
  return open;
}
