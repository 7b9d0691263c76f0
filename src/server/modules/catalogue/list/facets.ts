import { type RawBuilder, sql } from 'kysely';
import type { Facet } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { loadCategories } from '../../goods/index.ts';
import { allOf, type Conditions, type ListQuery } from './filter.ts';

/** Most options of one facet: a longer list does not help to choose. */
const OPTIONS = 24;

type Categories = Awaited<ReturnType<typeof loadCategories>>;
type Tree = Categories[number]['tree'];

/** What a list can be narrowed by: the query parameter, its name, and the column that it filters. */
const PROPERTIES = {
  maker: { label: '厂家', column: 'maker_id' },
  origin: { label: '产地', column: 'origin' },
  grade: { label: '等级', column: 'grade' },
  standard: { label: '标准', column: 'standard' },
  device_class: { label: '类别', column: 'device_class' },
  form: { label: '剂型', column: 'dosage_form' },
} as const;

type Property = keyof typeof PROPERTIES;
const COMMON: readonly Property[] = ['maker', 'form'];

/** Herbs and devices have one dosage form each, and properties of their own. */
const BY_TREE: Partial<Record<Tree, readonly Property[]>> = {
  tcm: ['origin', 'grade', 'standard', 'maker'],
  device: ['device_class', 'maker'],
};

const EXPIRY = [
  { value: '12', label: '12 个月以上' },
  { value: '6', label: '6 个月以上' },
  { value: 'near', label: '近效期' },
];

/**
 * How many goods there are, and what the list can be narrowed by: categories below the chosen one, then what goods of
 * this tree differ in, then expiry. Each counts as if it were not chosen yet, so that another value can be chosen
 * instead.
 */
export async function countWithFacets(
  db: Db,
  query: ListQuery,
  conditions: Conditions,
  categories: Categories,
): Promise<{ total: number; facets: Facet[] }> {
  const tree = treeOf(query, categories);
  const properties = BY_TREE[tree] ?? COMMON;
  const all = await countBy(db, allOf(conditions), properties);
  const facets = [{ key: 'select', label: '分类', options: categoryOptions(query, categories, tree) }];
  for (const property of properties) {
    // One query counts all facets; one with a chosen value needs a second query without its own filter.
    const counts = conditions[property] ? await countBy(db, allOf(conditions, [property]), [property]) : all;
    const options = counts.of[property] ?? [];
    facets.push({
      key: property,
      label: PROPERTIES[property].label,
      options: property === 'maker' ? await makerOptions(db, options) : options,
    });
  }
  facets.push({ key: 'expiry', label: '效期', options: EXPIRY });
  return { total: all.total, facets: facets.filter(({ options }) => options.length > 0) };
}

/** One column's value with how many goods have it; a row without any column is the sum. */
interface CountRow {
  property: Property | null;
  value: string | null;
  total: number;
}

interface Counts {
  total: number;
  of: Partial<Record<Property, Facet['options']>>;
}

async function countBy(
  db: Db,
  condition: RawBuilder<unknown>,
  properties: readonly Property[],
): Promise<Counts> {
  const columns = properties.map((property) => sql.ref(PROPERTIES[property].column));
  const cases = properties.map(
    (property, index) => sql`WHEN grouping(${columns[index]}) = 0 THEN ${sql.lit(property)}`,
  );
  const { rows } = await sql<CountRow>`
    SELECT CASE ${sql.join(cases, sql` `)} END AS property,
      coalesce(${sql.join(columns.map((column) => sql`${column}::text`))}) AS value, count(*) AS total
    FROM goods WHERE ${condition}
    GROUP BY GROUPING SETS (${sql.join(columns.map((column) => sql`(${column})`))}, ())
    ORDER BY total DESC, value`.execute(db);
  const of: Counts['of'] = {};
  for (const { property, value, total } of rows) {
    if (property === null || value === null) continue;
    const options = (of[property] ??= []);
    if (options.length < OPTIONS) options.push({ value, label: value, count: total });
  }
  return { total: rows.find(({ property }) => property === null)?.total ?? 0, of };
}

/** Replaces the ids of makers by their names: they are counted by id. */
async function makerOptions(db: Db, options: Facet['options']): Promise<Facet['options']> {
  if (options.length === 0) return [];
  const ids = options.map(({ value }) => Number(value));
  const makers = await db.selectFrom('makers').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(makers.map(({ id, name }) => [String(id), name]));
  return options.map((option) => ({ ...option, label: names.get(option.value) ?? '' }));
}

function treeOf(query: ListQuery, categories: Categories): Tree {
  const chosen = categories.find(({ id }) => id === Number(query.select));
  return chosen?.tree ?? query.tree ?? (query.yx === 1 ? 'yx' : 'drug');
}

/** The chosen category's children, or its siblings where it has none; the tree's top when nothing is chosen. */
function categoryOptions(
  query: ListQuery,
  categories: Categories,
  tree: Tree,
): { value: string; label: string }[] {
  const chosen = categories.find(({ id }) => id === Number(query.select));
  const below = (parent: number | null) =>
    categories.filter((row) => row.tree === tree && row.parent_id === parent);
  const children = chosen ? below(chosen.id) : below(null);
  const shown = chosen && children.length === 0 ? below(chosen.parent_id) : children;
  return shown.map(({ id, name }) => ({ value: String(id), label: name }));
}
