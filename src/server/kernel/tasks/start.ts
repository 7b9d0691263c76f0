import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../db/schema.ts';
import type { Member } from '../http/visitor.ts';
import { publishChange } from '../push/publish.ts';

/** How long a finished task and its file are kept. */
export const KEPT_SECONDS = 7 * DAY;

/** Unfinished tasks that one member may have: the rest waits for them. */
export const MOST_OPEN = 5;

/** Long work to be done: `kind` names a file of `src/server/tasks`. */
export interface TaskToStart {
  kind: string;
  title: string;
  input: unknown;
  total?: number;
}

/** Puts long work into the queue; some process takes it up within seconds. Null when the member has too much there. */
export async function startTask(
  db: Db,
  { id, companyId }: Pick<Member, 'id' | 'companyId'>,
  { kind, title, input, total = 0 }: TaskToStart,
  now: number,
): Promise<number | null> {
  if ((await openTasks(db, id)) >= MOST_OPEN) return null;
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
      expires_at: now + KEPT_SECONDS,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await publishChange(db, ['task.list', 'task.detail'], { member: id });
  return task.id;
}

/** How many unfinished tasks a member has. */
export async function openTasks(db: Db, memberId: number): Promise<number> {
  const { open } = await db
    .selectFrom('tasks')
    .where('member_id', '=', memberId)
    .where('state', 'in', ['waiting', 'running'])
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow();
  return open;
}
