import type { SiteConfig } from '#generated/schemas.ts';
import type { Db } from '../db/schema.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';

/** What became of one row of what was sent; `row` counts as the sender does, the first row is 1. */
export interface RowResult {
  row: number;
  label: string;
  ok: boolean;
  text: string;
}

/** What a task is given. */
export interface TaskContext<Input> {
  db: Db;
  site: SiteConfig;
  uploads: UploadStorage;
  /** Seconds since 1970. */
  now: number;
  id: number;
  owner: { memberId: number; companyId: number };
  input: Input;
  /** Rows that an earlier run of this task finished, before its process ended. */
  done: number;
  /**
   * Tells how far it is, and keeps the rows' results; in the same transaction as the work when `db` is one.
   * @throws when this run is to end: the task was cancelled, another process has taken it over, or this one is stopping
   */
  progress: (done: number, total: number, results?: readonly RowResult[], db?: Db) => Promise<void>;
}

/** What a task leaves: a sentence for its owner, and a file. */
export interface TaskOutcome {
  note: string;
  file?: { name: string; type: string; bytes: Uint8Array };
}

/** A kind of long work. Must be safe to run again from `done`: its process may end at any moment. */
export interface Task<Input> {
  run: (context: TaskContext<Input>) => Promise<TaskOutcome>;
}

/** One kind of long work of a module. */
export function defineTask<Input>(task: Task<Input>): Task<Input> {
  return task;
}
