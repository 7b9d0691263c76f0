import type { Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends InsightTables {}
}

interface InsightTables {
  staff_views: StaffViewTable;
  stock_days: StockDayTable;
}

/** Filters of a table of the back office that one of the staff keeps under a name. */
interface StaffViewTable {
  id: Generated<number>;
  member_id: number;
  /** The table, as its block is named in config/pages. */
  table_name: string;
  name: string;
  /** As it stands behind the question mark of the page's address. */
  search: string;
  is_default: Generated<boolean>;
  created_at: number;
}

/** How many goods were on sale on a day, and how many of them out of stock. */
interface StockDayTable {
  /** `YYYY-MM-DD`. */
  day: string;
  on_sale: number;
  out_of_stock: number;
}
