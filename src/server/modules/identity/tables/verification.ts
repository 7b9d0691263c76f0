import type { ColumnType, Generated } from 'kysely';
import type { SmsScene } from '../../../kernel/outside/sms/sender.ts';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends VerificationTables {}
}

interface VerificationTables {
  sms_codes: SmsCodesTable;
  proofs: ProofsTable;
  login_failures: LoginFailuresTable;
}

/** Times are whole seconds since 1970. */
type Seconds = number;

interface SmsCodesTable {
  id: Generated<number>;
  phone: string;
  scene: SmsScene;
  /** SHA-256 of phone, scene and code. */
  code_hash: string;
  /** Network address of the request. */
  address: string;
  tries: Generated<number>;
  used_at: Generated<Seconds | null>;
  created_at: Seconds;
  expires_at: Seconds;
}

/** JSON, written as text. */
type Json = ColumnType<Record<string, unknown>, string, string>;

interface ProofsTable {
  /** SHA-256 of the ticket that its holder has. */
  id: string;
  kind: 'reset' | 'wechat-state' | 'wechat-identity';
  member_id: number | null;
  content: Json;
  expires_at: Seconds;
}

interface LoginFailuresTable {
  id: Generated<number>;
  /** The user name as typed, folded to lower case; it need not exist. */
  account: string;
  address: string;
  failed_at: Seconds;
}
