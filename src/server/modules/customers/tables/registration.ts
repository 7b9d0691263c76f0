import type { ColumnType, Generated } from 'kysely';
import type { SmsScene } from '../../../kernel/outside/sms/sender.ts';

/** Times are whole seconds since 1970; calendar days are ISO text. */
type Seconds = number;
type Day = string;

declare module '../../../kernel/db/schema.ts' {
  interface Database extends RegistrationTables {}
}

interface RegistrationTables {
  registrations: RegistrationsTable;
  registration_drafts: RegistrationDraftsTable;
  certificates: CertificatesTable;
  sms_codes: SmsCodesTable;
  sms_messages: SmsMessagesTable;
  proofs: ProofsTable;
}

/** JSON, written as text. */
type Json = ColumnType<Record<string, unknown>, string, string>;

/** Who registers which company. */
interface RegistrationsTable {
  id: Generated<number>;
  member_id: number;
  company_id: number;
  /** A further store of the member, not its first company. */
  is_store: boolean;
  created_at: Seconds;
}

/** What was typed at a step and not yet submitted. */
interface RegistrationDraftsTable {
  member_id: number;
  is_store: boolean;
  step: number;
  content: Json;
  updated_at: Seconds;
}

export type CertificateState = 'pending' | 'approved' | 'rejected' | 'replaced';

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

interface SmsCodesTable {
  id: Generated<number>;
  phone: string;
  scene: SmsScene;
  /** SHA-256 of phone, scene and code. */
  code_hash: string;
  /** The network address that asked for it. */
  address: string;
  tries: Generated<number>;
  used_at: Generated<Seconds | null>;
  created_at: Seconds;
  expires_at: Seconds;
}

/** Short messages on their way out; the code goes when they have been sent. */
interface SmsMessagesTable {
  id: Generated<number>;
  phone: string;
  scene: SmsScene;
  code: string;
  /** withheld: the phone is nobody's, and only looks as if it had been sent to. */
  state: 'waiting' | 'sent' | 'failed' | 'withheld';
  created_at: Seconds;
}

interface ProofsTable {
  /** SHA-256 of what its holder has. */
  id: string;
  kind: 'reset' | 'wechat-state' | 'wechat-identity';
  member_id: number | null;
  content: Json;
  expires_at: Seconds;
}
