import type { ColumnType, Generated } from 'kysely';

declare module '../db/schema.ts' {
  interface Database extends AuditTables {}
}

interface AuditTables {
  audit_log: AuditLogTable;
}

/** A record as it was, or is: column -> value. Written as JSON text. */
type Snapshot = ColumnType<Record<string, unknown> | null, string | null, never>;

/** What a member of staff did. Rows are only ever added. */
interface AuditLogTable {
  id: Generated<number>;
  at: number;
  member_id: number;
  /** As it was at that time. */
  username: string;
  address: string;
  /** create, update, delete, publish, … */
  action: string;
  /** What kind of thing: article, ad, link, … */
  subject: string;
  subject_id: string;
  /** What staff know the thing by, such as its title. */
  label: string;
  before: Snapshot;
  after: Snapshot;
}
