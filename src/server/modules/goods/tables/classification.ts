import type { Generated } from 'kysely';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends ClassificationTables {}
}

interface ClassificationTables {
  scopes: ScopesTable;
  categories: CategoriesTable;
  brands: BrandsTable;
  makers: MakersTable;
}

/** Business scope: what a licence allows to buy. */
interface ScopesTable {
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

interface BrandsTable {
  id: Generated<number>;
  name: string;
  slogan: string;
  /** Colour of the generated logo, 0 to 359. */
  hue: number;
  position: number;
}

interface MakersTable {
  id: Generated<number>;
  name: string;
  brand_id: number | null;
}
