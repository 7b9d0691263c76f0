import type { ColumnType, Generated } from 'kysely';

/** Times are whole seconds since 1970, by the server's clock. */
type Seconds = number;

declare module '../../../kernel/db/schema.ts' {
  interface Database extends MemberTables {}
}

interface MemberTables {
  managers: ManagersTable;
  companies: CompaniesTable;
  members: MembersTable;
  addresses: AddressesTable;
  sessions: SessionsTable;
  login_failures: LoginFailuresTable;
  idempotency_keys: IdempotencyKeysTable;
}

/** 客户经理 */
export interface ManagersTable {
  id: Generated<number>;
  name: string;
  phone: string;
  /** false means dedicated service (spec §6). */
  is_default: Generated<boolean>;
  /** 业务员邀请码 */
  invite_code: Generated<string | null>;
}

export type Approval = 'none' | 'pending' | 'approved' | 'rejected';

export interface CompaniesTable {
  id: Generated<number>;
  name: string;
  /** domain §1 `company_type`, 1 to 9. */
  type: number;
  approval: Generated<Approval>;
  /** Scope codes of goods that it may buy. */
  scopes: Generated<string[]>;
  /** Level for member prices. */
  level: Generated<number>;
  /** Registered address. */
  address: Generated<string>;
  manager_id: Generated<number | null>;
  /** The head of a chain, for its stores. */
  parent_id: Generated<number | null>;
  /** 统一社会信用代码; '' until it is told. */
  credit_code: Generated<string>;
  /** For 5 to 7: not run by the state. */
  is_private: Generated<boolean>;
  legal_person: Generated<string>;
  /** 企业负责人 */
  principal: Generated<string>;
  quality_head: Generated<string>;
  buyer: Generated<string>;
  /** Where the registered address lies. */
  region: Generated<string>;
  warehouse_region: Generated<string>;
  warehouse: Generated<string>;
  receiver: Generated<string>;
  receiver_phone: Generated<string>;
  /** 开票资料, written as JSON text. */
  invoice: ColumnType<Record<string, string>, string | undefined, string>;
  submitted_at: Generated<Seconds | null>;
  reviewed_at: Generated<Seconds | null>;
  /** Why the whole was rejected. */
  review_reason: Generated<string>;
  /** When the first needed certificate ends; null: none does. */
  qualified_until: Generated<Seconds | null>;
  created_at: Seconds;
}

export interface MembersTable {
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
  /** Since when staff have stopped the account; null while it may be used. */
  disabled_at: Generated<Seconds | null>;
  disabled_reason: Generated<string>;
  created_at: Seconds;
}

export interface AddressesTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  phone: string;
  region: string;
  detail: string;
  is_default: Generated<boolean>;
  /** It stands in a licence of the company: the only places where 含麻 goods may go (domain §3). */
  is_licensed: Generated<boolean>;
  created_at: Seconds;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's value, in hexadecimal. */
  id: string;
  member_id: number;
  company_id: number;
  address: string;
  agent: string;
  created_at: Seconds;
  expires_at: Seconds;
  /** When its holder last proved who they are: by the login, or by a code sent to their phone. */
  proved_at: Generated<Seconds>;
  /** The holder showed a second factor too. */
  second_factor: Generated<boolean>;
}

export interface LoginFailuresTable {
  id: Generated<number>;
  /** The user name as typed, folded to lower case; it need not exist. */
  account: string;
  address: string;
  failed_at: Seconds;
}

export interface IdempotencyKeysTable {
  member_id: number;
  path: string;
  key: string;
  /** SHA-256 of the request's body, so that a key used for another request is noticed. */
  fingerprint: string;
  code: number;
  /** The whole answer, as JSON text. */
  answer: string;
  created_at: Seconds;
}
