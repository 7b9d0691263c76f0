import type { Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends GroupBuyTables {}
}

interface GroupBuyTables {
  teams: TeamsTable;
  team_places: TeamPlacesTable;
}

/** A team of a group-buy. */
interface TeamsTable {
  id: Generated<number>;
  promotion_id: number;
  state: Generated<'open' | 'filled' | 'failed'>;
  /** Units or stores that it takes. */
  need: number;
  /** Paid units or stores. */
  joined: Generated<number>;
  stores: Generated<number>;
  opened_at: number;
  ends_at: number;
  ended_at: Generated<number | null>;
}

/** An order's seat in a team; `joined` once it is paid. */
interface TeamPlacesTable {
  order_id: number;
  team_id: number;
  company_id: number;
  number: number;
  joined: Generated<boolean>;
}
