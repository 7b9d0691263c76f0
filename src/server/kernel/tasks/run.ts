import { DatabaseOutage, retryDuringOutage } from '../db/outage.ts';
import { storeFile } from '../files/store.ts';
import type { JobContext } from '../jobs/jobs.ts';
import type { Task, TaskOutcome } from '../jobs/task.ts';
import { publishChange } from '../push/publish.ts';
import {
  claimTask,
  type HeldTask,
  holdTask,
  keepResults,
  LEASE_SECONDS,
  releaseTask,
  Stopped,
} from './lease.ts';
import type { TaskState } from './tables.ts';

/** What running tasks needs of a job's surroundings. */
export type TaskSurroundings = Pick<JobContext, 'db' | 'site' | 'uploads' | 'now'> &
  Partial<Pick<JobContext, 'ending'>>;

/** Pages are told of progress at most this often, milliseconds. */
const TOLD_EVERY = 500;

const FAILED = '处理多次中断，已经停下；完成的部分保留，可以重新开始';

/** The process is told to stop: what the task has written stays, the rest is for whoever takes it up. */
class Interrupted extends Error {}

/**
 * Runs every task that waits, one after another. Answers how many it ran. A fault is thrown; its task is taken up again
 * while it has chances, from where it stood.
 */
export async function runTasks(
  context: TaskSurroundings,
  tasks: ReadonlyMap<string, Task<never>>,
): Promise<number> {
  const begun = performance.now();
  const clock = () => context.now + Math.floor((performance.now() - begun) / 1000);
  for (let ran = 0; ; ran += 1) {
    if (context.ending?.aborted) return ran;
    const held = await claimTask(context.db, clock());
    if (!held) return ran;
    await runTask(context, held, tasks.get(held.kind), clock);
  }
}

async function runTask(
  context: TaskSurroundings,
  held: HeldTask,
  task: Task<never> | undefined,
  clock: () => number,
): Promise<void> {
  const { db, site, uploads, ending } = context;
  if (!task || held.chances < 0) return end(context, held, 'failed', { note: FAILED }, clock());
  const pulse = setInterval(
    () => {
      holdTask(db, held, clock()).catch(() => {
        // The next progress meets the same and stops the run.
      });
    },
    (LEASE_SECONDS / 3) * 1000,
  ).unref();
  let told = 0;
  let advanced = false;
  try {
    const outcome = await task.run({
      db,
      site,
      uploads,
      now: clock(),
      id: held.id,
      owner: { memberId: held.member_id, companyId: held.company_id },
      // Stored by whoever started the task, as its kind takes it.
      input: held.input as never,
      done: held.done,
      async progress(done, total, results = [], trx = db) {
        if (ending?.aborted) throw new Interrupted(`task ${held.id} goes on elsewhere`);
        await keepResults(trx, held.id, results);
        await holdTask(trx, held, clock(), { done, total });
        advanced ||= done > held.done;
        if (performance.now() - told < TOLD_EVERY && done < total) return;
        told = performance.now();
        await publishChange(trx, ['task.list', 'task.detail'], { member: held.member_id });
      },
    });
    await end(context, held, 'done', outcome, clock());
  } catch (fault) {
    if (fault instanceof Stopped) return;
    const interrupted = fault instanceof Interrupted;
    // A database that stops under a task is no fault of the task, unless the task is what stops it each time.
    const spent = !interrupted && !(fault instanceof DatabaseOutage && advanced);
    await retryDuringOutage(() => releaseTask(db, held, spent), ending);
    if (!interrupted) throw fault;
  } finally {
    clearInterval(pulse);
  }
}

async function end(
  { db, uploads }: TaskSurroundings,
  held: HeldTask,
  state: TaskState,
  { note, file }: TaskOutcome,
  now: number,
): Promise<void> {
  const owner = { memberId: held.member_id, companyId: held.company_id };
  const fileId =
    file && (await storeFile(db, uploads, { ...file, kind: 'export', isPublic: false, owner }, now));
  await db
    .updateTable('tasks')
    .set({ state, note, file_id: fileId ?? null, finished_at: now })
    .where('id', '=', held.id)
    .where('tries', '=', held.tries)
    .where('state', '=', 'running')
    .execute();
  await publishChange(db, ['task.list', 'task.detail'], { member: held.member_id });
}
