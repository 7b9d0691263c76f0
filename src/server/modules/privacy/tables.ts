import type { Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends PrivacyTables {}
}

interface PrivacyTables {
  retention_marks: RetentionMarksTable;
}

/** How far the job of terms has come in a table whose rows stay with other values. */
interface RetentionMarksTable {
  table_name: string;
  /** The last id that it has dealt with. */
  last_id: Generated<number>;
}
