import type { Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends CatalogueTables {}
}

interface CatalogueTables {
  favorites: FavoritesTable;
  search_misses: SearchMissesTable;
}

interface FavoritesTable {
  company_id: number;
  goods_id: number;
  created_at: number;
  /** Price for the company when it was added, fen; null where that is not known. */
  price_fen: Generated<number | null>;
}

/** How often a search of a day found nothing. */
interface SearchMissesTable {
  /** `YYYY-MM-DD`. */
  day: string;
  word: string;
  number: Generated<number>;
}
