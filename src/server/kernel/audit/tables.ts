import type { ColumnType, Generated } from 'kysely';

declare module '../db/schema.ts' {
  interface Database extends AuditTables {}
}

interface AuditTables {
  audit_log: AuditLogTable;
}

/** Logged columns of a row: column -> value. Written as JSON text. */
type Snapshot = ColumnType<Record<string, unknown> | null, string | null, never>;

/** Actions of staff. Rows are only ever added. */
interface AuditLogTable {
  id: Generated<number>;
  at: number;
  member_id: number;
  /** As it was at that time. */
  username: string;
  address: string;
  /** create, update, delete, publish, … */
  action: string;
  /** The kind of subject: article, ad, link, … */
  subject: string;
  subject_id: string;
  /** How staff know the subject, such as its title. */
  label: string;
  before: Snapshot;
  after: Snapshot;
}
