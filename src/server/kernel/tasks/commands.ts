import type { Db } from '../db/schema.ts';
import { publishChange } from '../push/publish.ts';
import { type Answer, ok, refuse } from '../result/answer.ts';
import { MAX_OPEN_TASKS, openTasks, RETENTION_SECONDS } from './enqueue.ts';
import { MAX_ATTEMPTS } from './lease.ts';
import { RESTARTABLE } from './tables.ts';

/** Cancels a task of the member that is not finished yet; what it has written stays. */
export async function cancelTask(
  db: Db,
  memberId: number,
  id: number,
  now: number,
): Promise<Answer<{ id: number }>> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set({ state: 'cancelled', finished_at: now, note: '已按您的要求停止，之前完成的部分保留' })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return refuse('notFound', { message: '这个任务已经结束' });
  await publishChange(db, ['task.list', 'task.detail'], { member: memberId });
  return ok({ id }, '已停止');
}

/** Enqueues a dead or cancelled task again; it continues from its last progress. Run it in a transaction. */
export async function restartTask(
  db: Db,
  memberId: number,
  id: number,
  now: number,
): Promise<Answer<{ id: number }>> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set({
      state: 'waiting',
      attempts_left: MAX_ATTEMPTS,
      last_error: '',
      finished_at: null,
      note: '',
      expires_at: now + RETENTION_SECONDS,
    })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where('state', 'in', RESTARTABLE)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return refuse('notFound', { message: '这个任务不需要重新开始' });
  if ((await openTasks(db, memberId)) > MAX_OPEN_TASKS) {
    return refuse('invalid', { message: `您已有 ${MAX_OPEN_TASKS} 个任务在处理，请稍后再重新开始` });
  }
  await publishChange(db, ['task.list', 'task.detail'], { member: memberId });
  return ok({ id }, '已重新开始，从上次停下的地方继续');
}
