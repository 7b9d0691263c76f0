import type { ColumnType, Generated } from 'kysely';

declare module '../db/schema.ts' {
  interface Database extends BulkTables {}
}

interface BulkTables {
  bulk_changes: BulkChangesTable;
}

/** What staff did to many rows at once. */
interface BulkChangesTable {
  id: Generated<number>;
  member_id: number;
  /** Which kind of rows, such as `goods`: who may take it back knows how. */
  act: string;
  title: string;
  /** Each row with its values before and after. Written as JSON text. */
  rows: ColumnType<unknown, string, never>;
  done_at: number;
  undone_at: Generated<number | null>;
}
