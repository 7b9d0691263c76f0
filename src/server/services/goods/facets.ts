import { type RawBuilder, sql } from 'kysely';
import type { Facet } from '#generated/schemas.ts';
import type { Db } from '../../db/schema.ts';
import type { loadCategories } from '../catalogue/categories.ts';
import { allOf, type Conditions, type ListQuery } from './filter.ts';

/** More makers than this do not help anybody choose. */
const OPTIONS = 24;

type Categories = Awaited<ReturnType<typeof loadCategories>>;

interface Counted {
  maker_id: number | null;
  dosage_form: string | null;
  total: number;
}

/**
 * How many goods there are, and what the list can be narrowed by: categories below the chosen one, makers, dosage
 * forms, expiry. Each counts as if it were not chosen yet, so that another value can be chosen instead.
 */
export async function countedOf(
  db: Db,
  query: ListQuery,
  conditions: Conditions,
  categories: Categories,
): Promise<{ total: number; facets: Facet[] }> {
  // One reading counts everything; what is chosen needs a second that leaves the choice out.
  const all = await countBy(db, allOf(conditions));
  const makers = conditions.maker ? await countBy(db, allOf(conditions, ['maker'])) : all;
  const forms = conditions.form ? await countBy(db, allOf(conditions, ['form'])) : all;
  const facets = [
    { key: 'select', label: '分类', options: categoryOptions(query, categories) },
    { key: 'maker', label: '厂家', options: await makerOptions(db, makers) },
    { key: 'form', label: '剂型', options: formOptions(forms) },
    { key: 'expiry', label: '效期', options: EXPIRY },
  ];
  const total =
    all.find(({ maker_id, dosage_form }) => maker_id === null && dosage_form === null)?.total ?? 0;
  return { total, facets: facets.filter(({ options }) => options.length > 0) };
}

const EXPIRY = [
  { value: '12', label: '12 个月以上' },
  { value: '6', label: '6 个月以上' },
  { value: 'near', label: '近效期' },
];

async function countBy(db: Db, condition: RawBuilder<unknown>): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    SELECT maker_id, dosage_form, count(*) AS total FROM goods WHERE ${condition}
    GROUP BY GROUPING SETS ((maker_id), (dosage_form), ()) ORDER BY total DESC, maker_id, dosage_form`.execute(
    db,
  );
  return rows;
}

async function makerOptions(db: Db, counted: readonly Counted[]): Promise<Facet['options']> {
  const most = counted.filter(({ maker_id }) => maker_id !== null).slice(0, OPTIONS);
  if (most.length === 0) return [];
  const ids = most.flatMap(({ maker_id }) => maker_id ?? []);
  const makers = await db.selectFrom('makers').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(makers.map(({ id, name }) => [id, name]));
  return most.map(({ maker_id, total }) => ({
    value: String(maker_id),
    label: names.get(maker_id ?? 0) ?? '',
    count: total,
  }));
}

function formOptions(counted: readonly Counted[]): Facet['options'] {
  return counted
    .filter(({ dosage_form }) => dosage_form !== null)
    .slice(0, OPTIONS)
    .map(({ dosage_form, total }) => ({ value: dosage_form ?? '', label: dosage_form ?? '', count: total }));
}

/** The chosen category's children, or its siblings where it has none; the tree's top when nothing is chosen. */
function categoryOptions(query: ListQuery, categories: Categories): { value: string; label: string }[] {
  const chosen = categories.find(({ id }) => id === Number(query.select));
  const tree = chosen?.tree ?? query.tree ?? (query.yx === 1 ? 'yx' : 'drug');
  const below = (parent: number | null) =>
    categories.filter((row) => row.tree === tree && row.parent_id === parent);
  const children = chosen ? below(chosen.id) : below(null);
  const shown = chosen && children.length === 0 ? below(chosen.parent_id) : children;
  return shown.map(({ id, name }) => ({ value: String(id), label: name }));
}
