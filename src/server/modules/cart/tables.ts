import type { ColumnType, Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends CartTables {}
}

interface CartTables {
  cart_lines: CartLinesTable;
  cart_saved: CartSavedTable;
}

/** One line of a company's cart: at most one for a good in a warehouse at one kind of price. */
interface CartLinesTable {
  id: Generated<number>;
  company_id: number;
  goods_id: number;
  warehouse_id: number;
  /** 0 plain, 1 flash sale, 3 combination or exchange (spec §3 `type`). */
  type: number;
  number: number;
  selected: Generated<boolean>;
  created_at: number;
  /** The combination or exchange that a line of type 3 is bought in. */
  promotion_id: Generated<number | null>;
  /** What was chosen for one set, by goods id; empty when the set leaves no choice. Written as JSON text. */
  choice: ColumnType<ChosenGoods[], string | undefined, string>;
  /** The full reduction that the buyer chose, where the good is in several. */
  manjian_id: Generated<number | null>;
  /** The unit price before promotions, for this quantity, that the buyer has seen; null for a line that has none of its own. */
  seen_fen: Generated<number | null>;
  /** Why it could not be bought when the buyer last saw it. */
  seen_notice: Generated<string | null>;
}

/** What a company keeps for another day: at most one for a good in a warehouse. */
interface CartSavedTable {
  id: Generated<number>;
  company_id: number;
  goods_id: number;
  warehouse_id: number;
  number: number;
  created_at: number;
}

/** Units of one good in one set. */
export interface ChosenGoods {
  goods_id: number;
  number: number;
}
