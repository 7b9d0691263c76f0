import type { Generated } from 'kysely';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends MemberTables {}
}

interface MemberTables {
  members: MembersTable;
  sessions: SessionsTable;
}

/** Times are whole seconds since 1970, by the server's clock. */
type Seconds = number;

interface MembersTable {
  id: Generated<number>;
  company_id: number;
  /** Unique without regard to case. */
  username: string;
  phone: string | null;
  name: string;
  /** argon2id, in the PHC string form. */
  password_hash: string;
  is_staff: Generated<boolean>;
  face: Generated<string>;
  wechat_id: Generated<string | null>;
  wechat_name: Generated<string>;
  is_special: Generated<boolean>;
  can_chat: Generated<boolean>;
  /** When staff disabled the account; null while it is enabled. */
  disabled_at: Generated<Seconds | null>;
  disabled_reason: Generated<string>;
  created_at: Seconds;
}

interface SessionsTable {
  /** SHA-256 of the cookie's value, in hexadecimal. */
  id: string;
  member_id: number;
  company_id: number;
  address: string;
  agent: string;
  created_at: Seconds;
  expires_at: Seconds;
  /** When its holder last authenticated: by the login, or by a code sent to their phone. */
  proved_at: Generated<Seconds>;
  /** The holder has shown a second factor. */
  second_factor: Generated<boolean>;
}
