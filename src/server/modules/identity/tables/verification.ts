import type { ColumnType, Generated } from 'kysely';
import type { SmsScene } from '../../../kernel/outside/sms/sender.ts';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends VerificationTables {}
}

interface VerificationTables {
  sms_codes: SmsCodesTable;
  proofs: ProofsTable;
  login_failures: LoginFailuresTable;
  known_devices: KnownDevicesTable;
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
  /** What is guessed at, and from which side (see `Attempt`); the account need not exist. */
  account: string;
  /** Empty when the attempt counts for no address. */
  address: string;
  failed_at: Seconds;
}

interface KnownDevicesTable {
  /** SHA-256 of the browser's token. */
  id: string;
  member_id: number;
  expires_at: Seconds;
}
