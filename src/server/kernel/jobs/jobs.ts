import type { SiteConfig } from '#generated/schemas.ts';
import { retryDuringOutage } from '../db/outage.ts';
import type { Db } from '../db/schema.ts';
import type { Gateways } from '../outside/payment-gateways/gateway.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';
import type { Task } from './task.ts';

/** Work that time brings, not a request: orders that end unpaid, sessions that expire. */
export interface Job {
  /** Seconds between two runs. */
  every: number;
  /** Must be safe to run twice at once: several processes may share the database. */
  run: (context: JobContext) => Promise<void>;
}

export interface JobContext {
  db: Db;
  site: SiteConfig;
  uploads: UploadStorage;
  gateways: Gateways;
  /** Kind -> long work of that kind. */
  tasks: ReadonlyMap<string, Task<never>>;
  /** Seconds since 1970. */
  now: number;
  /** Aborted when the process is told to stop: what takes long ends at its next step. */
  ending: AbortSignal;
}

/** One job of a module. */
export function defineJob(job: Job): Job {
  return job;
}

/**
 * Runs each job at its pace; a run that fails is reported and tried again next time, one that the database broke off as
 * soon as that is back: the next time may be an hour away. Answers a function that ends it.
 */
export function startJobs(
  jobs: ReadonlyMap<string, Job>,
  context: Omit<JobContext, 'now' | 'ending'> & { now: () => number },
  report: (name: string, fault: unknown) => void,
): () => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const stop = new AbortController();
  const timers = [...jobs].map(([name, job]) =>
    setInterval(() => {
      if (running.has(name)) return;
      const work = () => job.run({ ...context, now: context.now(), ending: stop.signal });
      let told = false;
      const run = retryDuringOutage(work, stop.signal, (fault) => {
        if (!told) report(name, fault);
        told = true;
      })
        .catch((fault: unknown) => report(name, fault))
        .finally(() => running.delete(name));
      running.set(name, run);
    }, job.every * 1000).unref(),
  );
  return async () => {
    for (const timer of timers) clearInterval(timer);
    stop.abort();
    await Promise.all(running.values());
  };
}
