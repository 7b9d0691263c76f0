import type { Generated } from 'kysely';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends AccountTables {}
}

interface AccountTables {
  member_levels: MemberLevelsTable;
  store_invites: StoreInvitesTable;
}

/** What levels are called; prices by level stand in `level_prices`. */
interface MemberLevelsTable {
  level: number;
  name: string;
  note: Generated<string>;
}

/** A head's invitation to a store that has an account of its own; spent by deleting it. */
interface StoreInvitesTable {
  /** SHA-256 of the code that the store is given. */
  id: string;
  company_id: number;
  member_id: number;
  created_at: number;
  expires_at: number;
}
