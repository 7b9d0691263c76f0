import type { Generated } from 'kysely';
import type { GoodsTable, LadderStepsTable, LevelPricesTable } from './goods.ts';
import type { SearchReadingsTable, SearchTermsTable } from './search.ts';
import type { BatchesTable, WarehousesTable } from './stock.ts';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends CatalogueTables {}
}

interface CatalogueTables {
  scopes: ScopesTable;
  categories: CategoriesTable;
  brands: BrandsTable;
  makers: MakersTable;
  warehouses: WarehousesTable;
  goods: GoodsTable;
  ladder_steps: LadderStepsTable;
  level_prices: LevelPricesTable;
  batches: BatchesTable;
  search_terms: SearchTermsTable;
  search_readings: SearchReadingsTable;
}

/** Business scope: what a licence allows to buy. */
export interface ScopesTable {
  code: string;
  name: string;
}

/** A node of one of the four category trees. `same_as` makes it show another node's goods (优选 mirrors the rest). */
export interface CategoriesTable {
  id: Generated<number>;
  parent_id: number | null;
  tree: 'drug' | 'tcm' | 'device' | 'yx';
  name: string;
  icon: string | null;
  position: number;
  same_as: number | null;
}

export interface BrandsTable {
  id: Generated<number>;
  name: string;
  slogan: string;
  /** Colour of the generated logo, 0 to 359. */
  hue: number;
  position: number;
}

export interface MakersTable {
  id: Generated<number>;
  name: string;
  brand_id: number | null;
}
