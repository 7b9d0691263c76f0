import { inSpan } from '#engine/host/tracing.ts';
import { DatabaseOutage, retryDuringOutage } from '../db/outage.ts';
import type { Job, JobContext } from './job.ts';
import { type ClaimedRun, claimRun, completeRun, failRun, LEASE_SECONDS, renewRun } from './schedule.ts';

/**
 * Seconds between two looks at a schedule at most: a job with a long interval is due by the database, which other
 * processes and earlier ones share, and not by how long this process has been running.
 */
const LONGEST_POLL = 60;

/** What the scheduler gives to each run; the moment and the stop signal are its own. */
type SchedulerContext = Omit<JobContext, 'now' | 'ending'> & { now: () => number };

type Report = (name: string, fault: unknown) => void;

/**
 * Starts the scheduler of this process: each job runs at its interval, once over all processes that share the database.
 * A run that fails is reported and repeated with backoff; a run that an outage of the database interrupts is repeated as
 * soon as that is reachable, and reported once.
 * @param report takes the name of the job and the fault
 * @returns stops it: signals the runs under way to end, and resolves when they have
 */
export function startScheduler(
  jobs: ReadonlyMap<string, Job>,
  context: SchedulerContext,
  report: Report,
): () => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const stop = new AbortController();
  const timers = [...jobs].map(([name, job]) =>
    setInterval(() => {
      if (running.has(name)) return;
      const run = runJob(name, job, { context, ending: stop.signal, report: reportOnce(report) }).finally(
        () => running.delete(name),
      );
      running.set(name, run);
    }, Math.min(job.every, LONGEST_POLL) * 1000).unref(),
  );
  return async () => {
    for (const timer of timers) clearInterval(timer);
    stop.abort();
    await Promise.all(running.values());
  };
}

interface Run {
  context: SchedulerContext;
  ending: AbortSignal;
  report: Report;
}

/** An outage is one fault, however many statements it interrupts. */
function reportOnce(report: Report): Report {
  let interrupted = false;
  return (name, fault) => {
    if (!(fault instanceof DatabaseOutage && interrupted)) report(name, fault);
    interrupted ||= fault instanceof DatabaseOutage;
  };
}

async function runJob(name: string, job: Job, { context, ending, report }: Run): Promise<void> {
  const { db, now } = context;
  const persist = <Result>(work: () => Promise<Result>) =>
    retryDuringOutage(work, ending, (fault) => report(name, fault));
  const run = () => job.run({ ...context, now: now(), ending });
  // Queues are looked at every second: only what runs once over all processes is worth a trace of its own.
  const work = () => persist(() => (job.inEveryProcess ? run() : inSpan({ name: `job ${name}` }, run)));
  try {
    if (job.inEveryProcess) return await work();
    const startedAt = now();
    const claimed = await persist(() => claimRun(db, name, startedAt));
    if (!claimed) return;
    await runClaimed(claimed, context, work).then(
      () => persist(() => completeRun(db, claimed, job, { startedAt, now: now() })),
      async (fault: unknown) => {
        report(name, fault);
        await persist(() => failRun(db, claimed, job, { error: String(fault), now: now() }));
      },
    );
  } catch (fault) {
    report(name, fault);
  }
}

/** Renews the lease for as long as the run takes. */
async function runClaimed(
  claimed: ClaimedRun,
  { db, now }: SchedulerContext,
  work: () => Promise<void>,
): Promise<void> {
  const pulse = setInterval(
    () => {
      renewRun(db, claimed, now()).catch(() => {
        // The next renewal may succeed; without one the lease expires, and another process repeats the run.
      });
    },
    (LEASE_SECONDS / 3) * 1000,
  ).unref();
  try {
    await work();
  } finally {
    clearInterval(pulse);
  }
}
