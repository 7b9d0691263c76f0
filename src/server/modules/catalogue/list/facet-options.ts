import type { Facet } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type loadCategories, withDescendants } from '../../goods/index.ts';
import type { Values } from './dimensions.ts';

/** Most options of one facet: a longer list does not help to choose. */
const OPTIONS = 24;

type Options = Facet['options'];
type Categories = Awaited<ReturnType<typeof loadCategories>>;

/** The most frequent values; the chosen one stays among them, so that it can be named and taken back. */
export function mostFrequent(values: Values, chosen: string | undefined): Options {
  const options = [...values].slice(0, OPTIONS).map(([value, count]) => ({ value, label: value, count }));
  if (chosen !== undefined && !options.some(({ value }) => value === chosen)) {
    options.push({ value: chosen, label: chosen, count: values.get(chosen) ?? 0 });
  }
  return options;
}

/** Makers by name: they are counted by id. */
export async function makerOptions(db: Db, values: Values, chosen: string | undefined): Promise<Options> {
  const options = mostFrequent(values, chosen);
  const ids = options.map(({ value }) => Number(value)).filter(Number.isInteger);
  if (ids.length === 0) return options;
  const makers = await db.selectFrom('makers').select(['id', 'name']).where('id', 'in', ids).execute();
  const names = new Map(makers.map(({ id, name }) => [String(id), name]));
  return options.map((option) => ({ ...option, label: names.get(option.value) ?? option.label }));
}

/** Brands by name, from the counts of their makers. */
export async function brandOptions(db: Db, makers: Values, chosen: number | undefined): Promise<Options> {
  const rows = await db
    .selectFrom('makers')
    .innerJoin('brands', 'brands.id', 'makers.brand_id')
    .select(['makers.id as maker', 'brands.id', 'brands.name'])
    .execute();
  const counts = new Map<string, number>();
  for (const { maker, id } of rows) {
    const count = makers.get(String(maker)) ?? 0;
    counts.set(String(id), (counts.get(String(id)) ?? 0) + count);
  }
  const most = [...counts].filter(([, count]) => count > 0).sort(([, one], [, other]) => other - one);
  const names = new Map(rows.map(({ id, name }) => [String(id), name]));
  return mostFrequent(new Map(most), chosen === undefined ? undefined : String(chosen)).map((option) => ({
    ...option,
    label: names.get(option.value) ?? option.label,
  }));
}

/** The chosen category's children, or its siblings where it has none; the tree's top when nothing is chosen. */
export function shownCategories(
  categories: Categories,
  tree: Categories[number]['tree'],
  chosen: Categories[number] | undefined,
): Categories {
  const below = (parent: number | null) =>
    categories.filter((row) => row.tree === tree && row.parent_id === parent);
  const children = below(chosen?.id ?? null);
  return chosen && children.length === 0 ? below(chosen.parent_id) : children;
}

/** Categories that have goods, each with those of all below it. */
export function categoryOptions(
  categories: Categories,
  shown: Categories,
  counts: Values,
  chosen: number | undefined,
): Options {
  return shown
    .map(({ id, name }) => ({
      value: String(id),
      label: name,
      count: withDescendants(categories, id).reduce((sum, one) => sum + (counts.get(String(one)) ?? 0), 0),
    }))
    .filter(({ value, count }) => count > 0 || value === String(chosen));
}

/** Near its expiry, up to a year, longer. */
export function expiryOptions(values: Values, nearMonths: number, chosen: string | undefined): Options {
  const options = [
    { value: 'near', label: `${nearMonths} 个月内` },
    { value: 'mid', label: `${nearMonths}–12 个月` },
    { value: '12', label: '12 个月以上' },
  ];
  return options
    .map((option) => ({ ...option, count: values.get(option.value) ?? 0 }))
    .filter(({ value, count }) => count > 0 || value === chosen);
}

/** Ranges between the steps, which are inclusive at both ends; `counts` are by bucket, a step being one of its own. */
export function priceOptions(
  steps: readonly number[],
  counts: readonly Values[],
  chosen: string | undefined,
): Options {
  const inBucket = (bucket: number) =>
    counts.reduce((sum, values) => sum + (values.get(String(bucket)) ?? 0), 0);
  const ranges = [undefined, ...steps].map((from, index) => {
    const to = steps[index];
    const inner = 2 * index;
    return {
      value: `${from ?? ''}-${to ?? ''}`,
      label: from === undefined ? `${to} 元以下` : to === undefined ? `${from} 元以上` : `${from}–${to} 元`,
      count:
        inBucket(inner) +
        (from === undefined ? 0 : inBucket(inner - 1)) +
        (to === undefined ? 0 : inBucket(inner + 1)),
    };
  });
  return ranges.filter(({ value, count }) => count > 0 || value === chosen);
}
