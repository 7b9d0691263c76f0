import type { ColumnType, Generated } from 'kysely';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends RegistrationTables {}
}

interface RegistrationTables {
  registrations: RegistrationsTable;
  registration_drafts: RegistrationDraftsTable;
  certificates: CertificatesTable;
}

/** Times are whole seconds since 1970; calendar days are ISO text. */
type Seconds = number;
type Day = string;

/** Who registers which company. */
interface RegistrationsTable {
  id: Generated<number>;
  member_id: number;
  company_id: number;
  /** A further store of the member, not its first company. */
  is_store: boolean;
  created_at: Seconds;
}

/** JSON, written as text. */
type Json = ColumnType<Record<string, unknown>, string, string>;

/** Values of a step that are not submitted yet. */
interface RegistrationDraftsTable {
  member_id: number;
  is_store: boolean;
  step: number;
  content: Json;
  updated_at: Seconds;
}

type CertificateState = 'pending' | 'approved' | 'rejected' | 'replaced';

interface CertificatesTable {
  id: Generated<number>;
  company_id: number;
  /** A name of `src/shop/domain/certificates.ts`. */
  kind: string;
  number: string;
  issuer: string;
  issued: Day;
  /** null: 长期 */
  expires: Day | null;
  /** Ids of uploads. */
  files: string[];
  state: CertificateState;
  /** Why it was rejected. */
  reason: Generated<string>;
  submitted_at: Seconds;
  reviewed_at: Generated<Seconds | null>;
  reviewed_by: Generated<number | null>;
  /** The last state that its company was warned of: 'expiring' or 'expired'. */
  warned: Generated<string>;
}
