import type { ColumnType, Generated } from 'kysely';

declare module '../db/schema.ts' {
  interface Database extends TaskTables {}
}

interface TaskTables {
  tasks: TasksTable;
  task_results: TaskResultsTable;
}

export type TaskState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** Long work. A process that runs one renews its lease; one whose lease ran out is taken up again by any process. */
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
  /** What came of it, or why it failed. */
  note: Generated<string>;
  file_id: Generated<string | null>;
  /** Counts its runs: tells one from a later one of the same task. */
  tries: Generated<number>;
  /** Runs that may still be begun; a run that is stopped in good order gives its own back. */
  chances: Generated<number>;
  lease_until: Generated<number>;
  created_at: number;
  finished_at: Generated<number | null>;
  /** The task and its file are removed then. */
  expires_at: number;
}

/** What became of one row of what was sent. */
interface TaskResultsTable {
  task_id: number;
  row_number: number;
  label: string;
  ok: boolean;
  text: string;
}
