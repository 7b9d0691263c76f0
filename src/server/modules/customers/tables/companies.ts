import type { ColumnType, Generated } from 'kysely';
import type { Approval } from '../../identity/index.ts';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends CompanyTables {}
}

interface CompanyTables {
  companies: CompaniesTable;
  addresses: AddressesTable;
  store_invites: StoreInvitesTable;
  managers: ManagersTable;
}

/** Times are whole seconds since 1970, by the server's clock. */
type Seconds = number;

interface CompaniesTable {
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
  /** 统一社会信用代码; '' until step 2 of the registration. */
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

interface AddressesTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  phone: string;
  region: string;
  detail: string;
  is_default: Generated<boolean>;
  /** The address is in a licence of the company: 含麻 goods may be delivered only there (domain §3). */
  is_licensed: Generated<boolean>;
  created_at: Seconds;
}

/** A head's invitation to a company with an account of its own; deleted when it is accepted. */
interface StoreInvitesTable {
  /** SHA-256 of the invitation code. */
  id: string;
  company_id: number;
  member_id: number;
  created_at: number;
  expires_at: number;
}

/** 客户经理 */
interface ManagersTable {
  id: Generated<number>;
  name: string;
  phone: string;
  /** false means dedicated service (spec §6). */
  is_default: Generated<boolean>;
  /** 业务员邀请码 */
  invite_code: Generated<string | null>;
}
