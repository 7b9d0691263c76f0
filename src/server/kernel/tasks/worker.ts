import { DatabaseOutage, retryDuringOutage } from '../db/outage.ts';
import { storeFile } from '../files/store.ts';
import type { JobContext } from '../jobs/job.ts';
import type { Task, TaskOutcome } from '../jobs/task.ts';
import { publishChange } from '../push/publish.ts';
import {
  claimTask,
  endTask,
  LEASE_SECONDS,
  type LeasedTask,
  LeaseLost,
  MAX_ATTEMPTS,
  releaseTask,
  renewLease,
  retryTask,
  saveResults,
} from './lease.ts';

/** What the worker needs of the context of its job. */
export type WorkerContext = Pick<JobContext, 'db' | 'site' | 'uploads' | 'pageTables' | 'now'> &
  Partial<Pick<JobContext, 'ending'>>;

/** Milliseconds between two notices of a task's progress to open pages, at least. */
const NOTICE_INTERVAL = 500;

const FAILED = '处理多次中断，已经停下；完成的部分保留，可以重新开始';

/** The process shuts down: what the task has written stays, the next attempt continues from there. */
class Interrupted extends Error {}

/** An attempt failed, with the fault as its cause. */
export class AttemptFailed extends Error {
  override name = 'AttemptFailed';
  constructor({ id, kind, attempts_left }: LeasedTask, cause: unknown) {
    const attempt = `attempt ${MAX_ATTEMPTS - attempts_left} of ${MAX_ATTEMPTS}`;
    super(`${attempt} of task ${id} (${kind}) failed: ${String(cause)}`, { cause });
  }
}

/**
 * Runs every task that is due, one after another. A task whose attempt failed is due again after a delay, and continues
 * from its last progress; after its last attempt it is dead, until its owner restarts it.
 * @returns how many it ran
 * @throws AttemptFailed
 */
export async function runTasks(
  context: WorkerContext,
  handlers: ReadonlyMap<string, Task<never>>,
): Promise<number> {
  const begun = performance.now();
  const clock = () => context.now + Math.floor((performance.now() - begun) / 1000);
  for (let ran = 0; ; ran += 1) {
    if (context.ending?.aborted) return ran;
    const task = await claimTask(context.db, clock());
    if (!task) return ran;
    await runTask(context, task, handlers.get(task.kind), clock);
  }
}

async function runTask(
  context: WorkerContext,
  task: LeasedTask,
  handler: Task<never> | undefined,
  clock: () => number,
): Promise<void> {
  const { db, ending } = context;
  // Its process ended during the last attempt, so that nobody could say so.
  if (task.attempts_left < 0) return finish(context, task, 'failed', { note: FAILED }, clock());
  const pulse = setInterval(
    () => {
      renewLease(db, task, clock()).catch(() => {
        // The next progress fails in the same way and ends the attempt.
      });
    },
    (LEASE_SECONDS / 3) * 1000,
  ).unref();
  const attempt = { advanced: false };
  try {
    if (!handler) throw new Error(`no module handles tasks of the kind ${task.kind}`);
    const outcome = await handler.run(taskContext(context, task, clock, attempt));
    await finish(context, task, 'done', outcome, clock());
  } catch (fault) {
    if (fault instanceof LeaseLost) return;
    const interrupted = fault instanceof Interrupted;
    // An outage is no failure of the task, unless the task is what causes it each time.
    if (interrupted || (fault instanceof DatabaseOutage && attempt.advanced)) {
      await retryDuringOutage(() => releaseTask(db, task), ending);
      if (interrupted) return;
      throw fault;
    }
    await retryDuringOutage(() => failAttempt(context, task, fault, clock()), ending);
    throw fault instanceof DatabaseOutage ? fault : new AttemptFailed(task, fault);
  } finally {
    clearInterval(pulse);
  }
}

function taskContext(
  { db, site, uploads, pageTables, ending }: WorkerContext,
  task: LeasedTask,
  clock: () => number,
  attempt: { advanced: boolean },
): Parameters<Task<never>['run']>[0] {
  let noticed = 0;
  return {
    db,
    site,
    uploads,
    pageTables,
    now: clock(),
    id: task.id,
    owner: { memberId: task.member_id, companyId: task.company_id },
    // Stored by whoever enqueued the task, in the form that its kind takes.
    input: task.input as never,
    done: task.done,
    async progress(done, total, results = [], trx = db) {
      if (ending?.aborted) throw new Interrupted(`task ${task.id} is interrupted by a shutdown`);
      await saveResults(trx, task.id, results);
      await renewLease(trx, task, clock(), { done, total });
      attempt.advanced ||= done > task.done;
      if (performance.now() - noticed < NOTICE_INTERVAL && done < total) return;
      noticed = performance.now();
      await notifyOwner(trx, task);
    },
  };
}

async function failAttempt(
  context: WorkerContext,
  task: LeasedTask,
  fault: unknown,
  now: number,
): Promise<void> {
  if (!(await retryTask(context.db, task, String(fault), now)))
    await finish(context, task, 'failed', { note: FAILED }, now);
}

async function finish(
  { db, uploads }: WorkerContext,
  task: LeasedTask,
  state: 'done' | 'failed',
  { note, file }: TaskOutcome,
  now: number,
): Promise<void> {
  const owner = { memberId: task.member_id, companyId: task.company_id };
  const fileId =
    file && (await storeFile(db, uploads, { ...file, kind: 'export', isPublic: false, owner }, now));
  await endTask(db, task, { state, note, fileId: fileId ?? null }, now);
  await notifyOwner(db, task);
}

const notifyOwner = (db: WorkerContext['db'], { member_id: member }: LeasedTask): Promise<void> =>
  publishChange(db, ['task.list', 'task.detail'], { member });
