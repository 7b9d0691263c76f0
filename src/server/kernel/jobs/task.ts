import type { SiteConfig } from '#generated/schemas.ts';
import type { Db } from '../db/schema.ts';
import type { PageTables } from '../http/page-tables.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';

/** The result of one row of the sheet that was sent; the first row is 1, as in the sheet. */
export interface RowResult {
  row: number;
  label: string;
  ok: boolean;
  text: string;
}

/** What the handler of a task is given. */
export interface TaskContext<Input> {
  db: Db;
  site: SiteConfig;
  uploads: UploadStorage;
  /** The named tables of the pages. */
  pageTables: PageTables;
  /** Seconds since 1970. */
  now: number;
  id: number;
  owner: { memberId: number; companyId: number };
  input: Input;
  /** Progress of earlier attempts: the handler continues from here. */
  done: number;
  /**
   * Stores the progress and the rows' results, and renews the lease. With the transaction of the work as `db`, the work
   * takes effect exactly once: both are committed, or neither is.
   * @throws when this attempt is to end: the task was cancelled, another process has claimed it, or this one is stopping
   */
  progress: (done: number, total: number, results?: readonly RowResult[], db?: Db) => Promise<void>;
}

/** The outcome of a task: a sentence for its owner, and a file. */
export interface TaskOutcome {
  note: string;
  file?: { name: string; type: string; bytes: Uint8Array };
}

/** The handler of one kind of task. Must be safe to run again from `done`: its process may end at any moment. */
export interface Task<Input> {
  run: (context: TaskContext<Input>) => Promise<TaskOutcome>;
}

/** One kind of task of a module; the module lists it under the `kind` that is stored. */
export function defineTask<Input>(task: Task<Input>): Task<Input> {
  return task;
}
