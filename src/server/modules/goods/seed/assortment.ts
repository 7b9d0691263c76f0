import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { FORMS, type Form } from './forms.ts';

export type Tree = 'drug' | 'tcm' | 'device';

/** What `data/{drug,tcm,device}.yaml` hold. Prices in yuan. */
interface Branch {
  name: string;
  icon?: string;
  scope?: string;
  children?: Branch[];
  goods?: GoodsEntry[];
}

interface GoodsEntry {
  name: string;
  form: string;
  specs: string[];
  price: number;
  use: string;
  rx?: 'rx' | 'otc-a' | 'otc-b';
  flags?: string[];
  scope?: string;
  unit?: string;
  /** TCM: places that it comes from. */
  origins?: string[];
}

/** One generic product, to be had from many makers in several specs. */
export interface Variety extends GoodsEntry {
  tree: Tree;
  scope: string;
  categoryId: number;
  dosage: Form;
  flags: string[];
}

export interface CategoryRow {
  id: number;
  parent_id: number | null;
  tree: Tree | 'yx';
  name: string;
  icon: string | null;
  position: number;
  same_as: number | null;
}

export interface Assortment {
  categories: CategoryRow[];
  varieties: Variety[];
}

const TREES: readonly Tree[] = ['drug', 'tcm', 'device'];

/** Category ids begin here, so that an address `/list?select=110` still means the same when one is added elsewhere. */
const FIRST_ID: Record<Tree | 'yx', number> = { drug: 100, tcm: 300, device: 400, yx: 500 };

/** All trees with their categories numbered, and every variety in the order of the files. */
export async function loadAssortment(): Promise<Assortment> {
  const categories: CategoryRow[] = [];
  const varieties: Variety[] = [];
  for (const tree of TREES) {
    const text = await readFile(new URL(`./${tree}.yaml`, import.meta.url), 'utf8');
    let id = FIRST_ID[tree];
    const walk = (branches: readonly Branch[], parent: CategoryRow | null, scopeAbove: string) => {
      branches.forEach((branch, position) => {
        const row: CategoryRow = {
          id: id++,
          parent_id: parent?.id ?? null,
          tree,
          name: branch.name,
          icon: branch.icon ?? null,
          position,
          same_as: null,
        };
        categories.push(row);
        const scope = branch.scope ?? scopeAbove;
        for (const entry of branch.goods ?? []) varieties.push(varietyOf(entry, tree, row.id, scope));
        walk(branch.children ?? [], row, scope);
      });
    };
    walk(parse(text) as Branch[], null, 'other');
  }
  return { categories: [...categories, ...mirrored(categories)], varieties };
}

function varietyOf(entry: GoodsEntry, tree: Tree, categoryId: number, scope: string): Variety {
  const dosage = FORMS[entry.form];
  if (!dosage) throw new Error(`${entry.name}: no such dosage form ${entry.form}`);
  return { ...entry, tree, categoryId, dosage, scope: entry.scope ?? scope, flags: entry.flags ?? [] };
}

/** Categories of 优选, which mirror those of the other trees. */
function mirrored(categories: readonly CategoryRow[]): CategoryRow[] {
  return categories
    .filter((category) => category.parent_id === null)
    .map(({ id, name, icon }, position) => ({
      id: FIRST_ID.yx + position,
      parent_id: null,
      tree: 'yx',
      name,
      icon,
      position,
      same_as: id,
    }));
}
