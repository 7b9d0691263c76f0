import type { ColumnType } from 'kysely';
import type { Figures } from './figures.ts';

declare module '../db/schema.ts' {
  interface Database extends ProcessTables {}
}

interface ProcessTables {
  site_processes: SiteProcessesTable;
}

/** The processes that serve the shop, as each told of itself. Times are seconds since 1970. */
interface SiteProcessesTable {
  /** Of one run of a process. */
  id: string;
  host: string;
  pid: number;
  started_at: number;
  seen_at: number;
  figures: ColumnType<Figures, string, string>;
}
