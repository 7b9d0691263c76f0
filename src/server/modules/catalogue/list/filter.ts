import { type RawBuilder, sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { DAY, monthsAhead } from '#shop/domain/calendar.ts';
import { toFen } from '#shop/domain/money.ts';
import { type loadCategories, withDescendants } from '../../goods/index.ts';
import type { CardContext } from '../cards/card.ts';
import type { Condition } from './condition.ts';
import { isMatched, type WordMatch } from './search.ts';

/** Query of a list; `welfare` leaves out goods that the storewide factor does not apply to (domain §3). */
export type ListQuery = Calls['goods.list']['query'] & { welfare?: boolean };
type Categories = Awaited<ReturnType<typeof loadCategories>>;

/** Parts of the filter, by the query parameter they come from, so that a facet can leave out its own. */
export type Conditions = Partial<Record<keyof ListQuery | 'on_sale', Condition>>;

/**
 * The conditions of a list's query. Viewers who may not see prices and stock cannot filter by them either:
 * a filter by price would reveal the price.
 */
export function conditionsOf(
  query: ListQuery,
  matches: readonly WordMatch[],
  categories: Categories,
  cardContext: CardContext,
): Conditions {
  const { viewer, now, nearBefore } = cardContext;
  const conditions: Conditions = { on_sale: { flag: 'on_sale', is: true } };
  if (matches.length > 0) conditions.keywords = { all: matches.map(isMatched) };
  // Keywords without any searchable word match nothing.
  else if (query.keywords?.trim()) conditions.keywords = { any: [] };
  const select = query.select === undefined ? null : Number(query.select);
  if (select !== null) {
    conditions.select = { column: 'category_id', in: withDescendants(categories, select) };
  }
  const chosen = categories.find(({ id }) => id === select);
  if (query.yx === 1 || query.tree === 'yx' || chosen?.tree === 'yx')
    conditions.yx = { flag: 'yx', is: true };
  if (query.tree && query.tree !== 'yx') {
    const ids = categories.filter(({ tree }) => tree === query.tree).map(({ id }) => id);
    conditions.tree = { column: 'category_id', in: ids };
  }
  if (query.maker !== undefined) {
    const byId = /^\d{1,9}$/.test(query.maker);
    conditions.maker = byId
      ? { column: 'maker_id', in: [Number(query.maker)] }
      : { column: 'maker_id', among: sql`SELECT id FROM makers WHERE name = ${query.maker}` };
  }
  if (query.brand !== undefined) {
    conditions.brand = {
      column: 'maker_id',
      among: sql`SELECT id FROM makers WHERE brand_id = ${query.brand}`,
    };
  }
  for (const [key, column] of Object.entries(EXACT)) {
    const value = query[key as keyof typeof EXACT];
    if (value !== undefined) conditions[key as keyof typeof EXACT] = { column, in: [value] };
  }
  if (query.welfare) {
    conditions.welfare = {
      all: [
        { flag: 'controlled', is: false },
        { flag: 'hm', is: false },
      ],
    };
  }
  if (query.controlled === 1) conditions.controlled = { flag: 'controlled', is: true };
  if (query.days !== undefined) {
    conditions.days = { column: 'created_at', above: now - query.days * DAY };
  }
  if (query.activity !== undefined) conditions.activity = inActivity(query.activity, query.section);
  if (query.expiry === 'near') conditions.expiry = { column: 'expires', most: nearBefore };
  else if (query.expiry === 'mid') {
    conditions.expiry = { column: 'expires', above: nearBefore, most: yearAhead(now) };
  } else if (query.expiry) {
    conditions.expiry = { column: 'expires', above: monthsAhead(now, Number(query.expiry)) };
  }
  if (query.promotion === 1) conditions.promotion = promoted(now);
  if (viewer.companyId !== null && query.bought === 1) {
    conditions.bought = {
      column: 'id',
      among: sql`SELECT goods_id FROM bought_lines WHERE company_id = ${viewer.companyId}`,
    };
  }
  if (viewer.seesPrices) Object.assign(conditions, gated(query, viewer.companyId, now));
  return conditions;
}

/** `YYYY-MM-DD`; what expires after it is good for a year and longer. */
export const yearAhead = (now: number): string => monthsAhead(now, 12);

/** Parameters that must equal a column. */
const EXACT = {
  form: 'dosage_form',
  origin: 'origin',
  grade: 'grade',
  standard: 'standard',
  device_class: 'device_class',
} as const;

/** The goods of an activity, whether it is open or not: before its start they can be seen, not bought. */
function inActivity(key: string, section: number | undefined): Condition {
  const part = section === undefined ? sql`` : sql`AND activity_sections.id = ${section}`;
  const among = sql`SELECT goods_id FROM activity_goods
    JOIN activity_sections ON activity_sections.id = activity_goods.section_id
    JOIN activities ON activities.id = activity_sections.activity_id
    WHERE activities.key = ${key} ${part}`;
  return { column: 'id', among };
}

/** In a promotion that is open and not sold out. */
export function promoted(now: number): Condition {
  const among = sql`
    SELECT goods_id FROM promotion_goods AS offer JOIN promotions ON promotions.id = offer.promotion_id
    WHERE promotions.starts_at <= ${now} AND promotions.ends_at > ${now} AND NOT promotions.withdrawn
      AND offer.role = 'goods' AND (offer.stock IS NULL OR offer.sold < offer.stock)`;
  return { column: 'id', among };
}

/** By price and stock. A controlled good whose price the company may not see is never found by its price. */
function gated(query: ListQuery, companyId: number | null, now: number): Conditions {
  const open: Condition = { any: [{ flag: 'controlled', is: false }, isHeld(companyId, now)] };
  const conditions: Conditions = {};
  if (query.stock === 1) conditions.stock = { flag: 'in_stock', is: true };
  if (query.price_from !== undefined) {
    conditions.price_from = { all: [{ column: 'price_fen', least: toFen(query.price_from) }, open] };
  }
  if (query.price_to !== undefined) {
    conditions.price_to = { all: [{ column: 'price_fen', most: toFen(query.price_to) }, open] };
  }
  if (query.price !== undefined) {
    // From `10-20`; either end may be missing.
    const [from = '', to = ''] = query.price.split('-');
    const price: Condition = {
      column: 'price_fen',
      ...(from !== '' && { least: toFen(Number(from)) }),
      ...(to !== '' && { most: toFen(Number(to)) }),
    };
    conditions.price = { all: [price, open] };
  }
  return conditions;
}

/** A good that the company has a right to. */
const isHeld = (companyId: number | null, now: number): Condition => ({
  column: 'id',
  among: sql`SELECT goods_id FROM goods_rights
    WHERE company_id = ${companyId}::integer AND (until IS NULL OR until > ${now})`,
});

/** All conditions, except the given ones. */
export function allOf(conditions: Conditions, without: readonly string[] = []): Condition {
  const parts = Object.entries(conditions).filter(([key]) => !without.includes(key));
  return { all: parts.map(([, condition]) => condition) };
}

/** Is the list in its default order, in which names are mixed? A search has an order of its own. */
export function isUsualOrder(
  { sort }: ListQuery,
  matches: readonly WordMatch[],
  { viewer }: CardContext,
): boolean {
  const byPrice = sort === 'price-asc' || sort === 'price-desc';
  return matches.length === 0 && (sort === 'relevance' || (byPrice && !viewer.seesPrices));
}

/** The ORDER BY of a list. For viewers who may not see prices, sorting by price falls back to the default order. */
export function orderOf(
  query: ListQuery,
  matches: readonly WordMatch[],
  cardContext: CardContext,
): RawBuilder<unknown> {
  const { sort } = query;
  if (sort === 'sales') return sql`goods.sales DESC, goods.id`;
  if (sort === 'newest') return sql`goods.created_at DESC, goods.id`;
  if (sort === 'expiry') return sql`goods.expires, goods.id`;
  if (cardContext.viewer.seesPrices && sort === 'price-asc') return sql`goods.price_fen, goods.id`;
  if (cardContext.viewer.seesPrices && sort === 'price-desc') return sql`goods.price_fen DESC, goods.id DESC`;
  const usual = sql`goods.in_stock DESC, goods.name_rank, goods.sales DESC, goods.id`;
  // Where a word is in the names of some goods and only in the makers or specs of others, the names come first.
  const mixed = matches.filter(
    ({ names, makers, specs }) => names.length > 0 && makers.length + specs.length > 0,
  );
  const named = mixed.map(({ names }) => sql`(goods.name = ANY(${names}::text[])) DESC`);
  return sql.join([...named, usual]);
}
