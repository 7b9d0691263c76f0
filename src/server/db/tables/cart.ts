import type { Generated } from 'kysely';

export interface CartTables {
  cart_lines: CartLinesTable;
}

/** One line of a company's cart: at most one for a good in a warehouse at one kind of price. */
interface CartLinesTable {
  id: Generated<number>;
  company_id: number;
  goods_id: number;
  warehouse_id: number;
  /** 0 plain, 1 flash sale (spec §3 `type`). */
  type: number;
  number: number;
  selected: Generated<boolean>;
  created_at: number;
}
