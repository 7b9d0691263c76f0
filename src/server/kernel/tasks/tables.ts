import type { ColumnType, Generated } from 'kysely';

declare module '../db/schema.ts' {
  interface Database extends TaskTables {}
}

interface TaskTables {
  tasks: TasksTable;
  task_results: TaskResultsTable;
}

export type TaskState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** States from which the owner may restart a task. */
export const RESTARTABLE: readonly TaskState[] = ['failed', 'cancelled'];

/** The queue of long work. The process that runs a task renews its lease; a task whose lease expired is claimed by any process. */
interface TasksTable {
  id: Generated<number>;
  member_id: number;
  company_id: number;
  kind: string;
  title: string;
  input: ColumnType<unknown, string, never>;
  state: Generated<TaskState>;
  done: Generated<number>;
  total: Generated<number>;
  /** For its owner: the outcome, or why it failed. */
  note: Generated<string>;
  file_id: Generated<string | null>;
  /** Counts its attempts: fences off what an earlier one still writes. */
  attempt: Generated<number>;
  /** Attempts that may still be begun; one that a shutdown or an outage interrupts is given back. */
  attempts_left: Generated<number>;
  /** Fault of the last attempt that failed, for whoever operates the server. */
  last_error: Generated<string>;
  /** The task is not claimed before: some process runs it, or its next attempt is put off. */
  lease_until: Generated<number>;
  created_at: number;
  finished_at: Generated<number | null>;
  /** The task and its file are removed then. */
  expires_at: number;
}

/** The result of one row of the sheet that was sent. */
interface TaskResultsTable {
  task_id: number;
  row_number: number;
  label: string;
  ok: boolean;
  text: string;
}
