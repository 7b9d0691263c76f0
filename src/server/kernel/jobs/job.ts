import type { SiteConfig } from '#generated/schemas.ts';
import type { Db } from '../db/schema.ts';
import type { PageTables } from '../http/page-tables.ts';
import type { NoticeChannels } from '../outside/channels.ts';
import type { Gateways } from '../outside/payment-gateways/gateway.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';
import type { Task } from './task.ts';

/** Recurring work of the server, started by time and not by a request: orders that end unpaid, sessions that expire. */
export interface Job {
  /** Seconds between the starts of two runs. */
  every: number;
  /**
   * Runs in each process at its own pace, without a schedule in the database. For what takes its work from a queue;
   * every other job runs once over all processes.
   */
  inEveryProcess?: boolean;
  /**
   * One run. Must be idempotent: a process that is cut off from the database for longer than its lease may overlap with
   * the one that took the run over. A throw is reported and the run is repeated with backoff.
   */
  run: (context: JobContext) => Promise<void>;
}

/** What a run of a job is given. */
export interface JobContext {
  db: Db;
  site: SiteConfig;
  uploads: UploadStorage;
  gateways: Gateways;
  channels: NoticeChannels;
  /** The named tables of the pages, for the tasks that read one whole. */
  pageTables: PageTables;
  /** Kind -> handler of the tasks of that kind. */
  tasks: ReadonlyMap<string, Task<never>>;
  /** Seconds since 1970. */
  now: number;
  /** Aborted when the process shuts down: a long run ends at its next step. */
  ending: AbortSignal;
}

/** One job of a module; the module lists it under the name that it is scheduled and reported under. */
export function defineJob(job: Job): Job {
  return job;
}
