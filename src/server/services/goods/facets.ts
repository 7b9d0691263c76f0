import { sql } from 'kysely';
import type { Facet } from '#generated/schemas.ts';
import type { Db } from '../../db/schema.ts';
import type { loadCategories } from '../catalogue/categories.ts';
import { allOf, type Conditions, type ListQuery } from './filter.ts';

/** More makers than this do not help anybody choose. */
const OPTIONS = 24;

interface Option {
  value: string;
  label: string;
  count: number;
}

/**
 * What a list can be narrowed by: categories below the chosen one, makers, dosage forms, expiry. Each counts as if it
 * were not chosen yet, so that another value can be chosen instead.
 */
export async function facetsOf(
  db: Db,
  query: ListQuery,
  conditions: Conditions,
  categories: Awaited<ReturnType<typeof loadCategories>>,
): Promise<Facet[]> {
  const makers = await sql<Option>`
    SELECT maker_id::text AS value, makers.name AS label, total AS count
    FROM (SELECT maker_id, count(*) AS total FROM goods WHERE ${allOf(conditions, ['maker'])}
      GROUP BY maker_id ORDER BY total DESC, maker_id LIMIT ${OPTIONS}) AS counted
    JOIN makers ON makers.id = maker_id ORDER BY total DESC, maker_id`.execute(db);
  const forms = await sql<Option>`
    SELECT dosage_form AS value, dosage_form AS label, count(*) AS count
    FROM goods WHERE ${allOf(conditions, ['form'])}
    GROUP BY dosage_form ORDER BY count DESC, value LIMIT ${OPTIONS}`.execute(db);
  const facets = [
    { key: 'select', label: '分类', options: categoryOptions(query, categories) },
    { key: 'maker', label: '厂家', options: makers.rows },
    { key: 'form', label: '剂型', options: forms.rows },
    {
      key: 'expiry',
      label: '效期',
      options: [
        { value: '12', label: '12 个月以上' },
        { value: '6', label: '6 个月以上' },
        { value: 'near', label: '近效期' },
      ],
    },
  ];
  return facets.filter(({ options }) => options.length > 0);
}

/** The chosen category's children, or its siblings where it has none; the tree's top when nothing is chosen. */
function categoryOptions(
  query: ListQuery,
  categories: Awaited<ReturnType<typeof loadCategories>>,
): { value: string; label: string }[] {
  const chosen = categories.find(({ id }) => id === Number(query.select));
  const tree = chosen?.tree ?? query.tree ?? (query.yx === 1 ? 'yx' : 'drug');
  const below = (parent: number | null) =>
    categories.filter((row) => row.tree === tree && row.parent_id === parent);
  const children = chosen ? below(chosen.id) : below(null);
  const shown = chosen && children.length === 0 ? below(chosen.parent_id) : children;
  return shown.map(({ id, name }) => ({ value: String(id), label: name }));
}
