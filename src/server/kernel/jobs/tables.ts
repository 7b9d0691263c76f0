import type { Generated } from 'kysely';

declare module '../db/schema.ts' {
  interface Database extends JobTables {}
}

interface JobTables {
  job_schedules: JobSchedulesTable;
}

/** One row for each recurring job. Times are seconds since 1970. */
export interface JobSchedulesTable {
  name: string;
  due_at: Generated<number>;
  /** Until then only the process that claimed the run may work on it. */
  lease_until: Generated<number>;
  /** Counts the runs: distinguishes one from a later one of the same job. */
  run: Generated<number>;
  /** Runs that failed since the last that succeeded. */
  failures: Generated<number>;
  /** Message of the last failure; empty after a success. */
  last_error: Generated<string>;
  started_at: number;
  succeeded_at: Generated<number | null>;
}
