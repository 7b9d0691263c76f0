import type { Generated, GeneratedAlways } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends InsightTables {}
}

interface InsightTables {
  staff_views: StaffViewTable;
  day_figures: DayFiguresTable;
  order_days: OrderDaysTable;
  order_day_notes: OrderDayNotesTable;
  stock_days: StockDayTable;
  stock_notes: StockNotesTable;
  stock_totals: StockTotalsTable;
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

/** A day that is over: orders placed, members who came, what was paid and given back. */
interface DayFiguresTable {
  /** `YYYY-MM-DD`. */
  day: string;
  orders: number;
  members: number;
  paid_fen: number;
  refunded_fen: number;
}

/** What the paid orders of a day that is over brought, until one of them changes. */
interface OrderDaysTable {
  /** Of the shop's clock, as a number since 1970. */
  day: number;
  orders: number;
  goods_fen: number;
  /** What they cost less than their goods and their shipping. */
  reduce_fen: number;
  /** What the lines with a known cost of orders that were not closed brought, less what was given back. */
  sales_fen: number;
  /** Of their units that were kept. */
  cost_fen: number;
  /** Lines of such orders whose cost is known, and the others. */
  known_lines: number;
  unknown_lines: number;
}

/** Days of which an order changed. Written by triggers on `orders` and `order_lines`. */
interface OrderDayNotesTable {
  id: GeneratedAlways<number>;
  day: number;
}

/** How many goods were on sale on a day, and how many of them out of stock. */
interface StockDayTable {
  /** `YYYY-MM-DD`. */
  day: string;
  on_sale: number;
  out_of_stock: number;
}

/** By how many the goods on sale, and those of them out of stock, became more. Written by triggers on `goods`. */
interface StockNotesTable {
  id: GeneratedAlways<number>;
  on_sale: number;
  out_of_stock: number;
}

/** One row: how many there are, but for what is noted. */
interface StockTotalsTable {
  single: Generated<boolean>;
  on_sale: number;
  out_of_stock: number;
}
