import type { Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends CatalogueTables {}
}

interface CatalogueTables {
  favorites: FavoritesTable;
}

interface FavoritesTable {
  company_id: number;
  goods_id: number;
  created_at: number;
  /** What it cost the company then, fen; null where that is not known. */
  price_fen: Generated<number | null>;
}
