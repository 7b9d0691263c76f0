import type { Facet, GoodsPage } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { loadCategories } from '../../goods/index.ts';
import type { CardContext } from '../cards/card.ts';
import type { Condition } from './condition.ts';
import type { Dimension, Limits, Values } from './dimensions.ts';
import { countBy, countPrices } from './facet-counts.ts';
import {
  brandOptions,
  categoryOptions,
  expiryOptions,
  makerOptions,
  mostFrequent,
  priceOptions,
  shownCategories,
} from './facet-options.ts';
import { allOf, type Conditions, type ListQuery, promoted } from './filter.ts';
import { heldRights } from './rights.ts';

type Categories = Awaited<ReturnType<typeof loadCategories>>;
type Tree = Categories[number]['tree'];

/** What goods of a kind differ in: the query parameter and its name. */
const PROPERTIES = {
  maker: '厂家',
  origin: '产地',
  grade: '等级',
  standard: '标准',
  device_class: '类别',
  form: '剂型',
} as const;

type Property = keyof typeof PROPERTIES;
const COMMON: readonly Property[] = ['maker', 'form'];

/** Herbs and devices have one dosage form each, and properties of their own. */
const BY_TREE: Partial<Record<Tree, readonly Property[]>> = {
  tcm: ['origin', 'grade', 'standard', 'maker'],
  device: ['device_class', 'maker'],
};

/** What a list is narrowed by now, and for whom. */
export interface Narrowing {
  query: ListQuery;
  conditions: Conditions;
  categories: Categories;
  cardContext: CardContext;
  limits: Limits;
  nearExpiryMonths: number;
}

/** What a list shows to everybody with the same rights; `prices` counts what is not controlled by its range. */
export interface Counted extends Pick<GoodsPage, 'total' | 'counts' | 'facets'> {
  prices: Values;
}

/**
 * How many goods there are, and what the list can be narrowed by: categories below the chosen one, expiry, what goods of
 * this tree differ in, brands. Each counts as if it were not chosen yet, so that another value can be chosen
 * instead. Who sees no stock is not told how many goods have one.
 */
export async function countWithFacets(db: Db, narrowing: Narrowing): Promise<Counted> {
  const { query, conditions, categories, cardContext, limits } = narrowing;
  const chosen = categories.find(({ id }) => id === Number(query.select));
  const tree = chosen?.tree ?? query.tree ?? (query.yx === 1 ? 'yx' : 'drug');
  const properties = BY_TREE[tree] ?? COMMON;
  const { seesPrices } = cardContext.viewer;
  const gated = seesPrices ? (['stock', 'price'] as const) : [];
  // Brands are counted by their makers.
  const dimensions = [...new Set<Dimension>([...properties, 'maker', 'category', 'expiry', ...gated])];
  const all = await countBy(db, allOf(conditions), dimensions, limits);
  // One query counts all facets; one with a chosen value needs a second query without its own filter.
  const valuesOf = async (dimension: Dimension, own: keyof Conditions): Promise<Values> => {
    const counted = conditions[own] ? await countBy(db, allOf(conditions, [own]), [dimension], limits) : all;
    return counted.of(dimension);
  };
  const shown = shownCategories(categories, tree, chosen);
  const below = shown.every(({ parent_id }) => parent_id === (chosen?.id ?? null));
  const inCategories = below ? all.of('category') : await valuesOf('category', 'select');
  const expiry = expiryOptions(await valuesOf('expiry', 'expiry'), narrowing.nearExpiryMonths, query.expiry);
  const facets: Facet[] = [
    { key: 'select', label: '分类', options: categoryOptions(categories, shown, inCategories, chosen?.id) },
    { key: 'expiry', label: '效期', options: expiry },
  ];
  for (const property of properties) {
    const values = await valuesOf(property, property);
    const options =
      property === 'maker'
        ? await makerOptions(db, values, query.maker)
        : mostFrequent(values, query[property]);
    facets.push({ key: property, label: PROPERTIES[property], options });
  }
  const brands = await brandOptions(db, await valuesOf('maker', 'brand'), query.brand);
  facets.push({ key: 'brand', label: '品牌', options: brands });
  const prices = seesPrices ? await valuesOf('price', 'price') : new Map<string, number>();
  const offered = await countBy(
    db,
    allOf({ ...conditions, promotion: promoted(limits.now) }),
    ['stock'],
    limits,
  );
  return {
    total: all.total,
    counts: {
      stock: seesPrices ? (all.of('stock').get('true') ?? 0) : null,
      promotion: offered.total,
    },
    facets: facets.filter(({ options }) => options.length > 0),
    prices,
  };
}

/** The facet of prices: what everybody sees the price of, and those controlled goods that the company has a right to. */
export async function priceFacet(
  db: Db,
  { query, conditions, cardContext, limits }: Narrowing,
  prices: Values,
): Promise<Facet[]> {
  const rights = await heldRights(db, cardContext.viewer.companyId, cardContext.now);
  const held: Condition[] = [
    { flag: 'controlled', is: true },
    { column: 'id', in: rights },
  ];
  const own =
    rights.length > 0
      ? [await countPrices(db, { all: [...held, allOf(conditions, ['price'])] }, limits)]
      : [];
  const options = priceOptions(limits.priceSteps, [prices, ...own], query.price);
  return options.length > 0 ? [{ key: 'price', label: '价格', range: true, options }] : [];
}
