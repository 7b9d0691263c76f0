import type { Generated } from 'kysely';

declare module '../db/schema.ts' {
  interface Database extends BackupTables {}
}

interface BackupTables {
  backups: BackupsTable;
}

/** How each backup went. Times are seconds since 1970. */
interface BackupsTable {
  id: Generated<number>;
  file: string;
  started_at: number;
  ended_at: number;
  row_count: number;
  upload_count: number;
  bytes: number;
  /** Why there is none; empty when it was written, read again and found whole. */
  fault: Generated<string>;
}
