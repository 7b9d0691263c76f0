import { type RawBuilder, sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { DAY, monthsAhead } from '#shop/domain/calendar.ts';
import { toFen } from '#shop/domain/money.ts';
import { type loadCategories, withDescendants } from '../../goods/index.ts';
import { holdsRight } from '../../pricing/index.ts';
import type { CardContext } from '../cards/card.ts';
import { isMatched, type WordMatch } from './search.ts';

/** Query of a list; `welfare` leaves out goods that the storewide factor does not apply to (domain §3). */
export type ListQuery = Calls['goods.list']['query'] & { welfare?: boolean };
type Categories = Awaited<ReturnType<typeof loadCategories>>;

/** Parts of the filter, by the query parameter they come from, so that a facet can leave out its own. */
export type Conditions = Partial<Record<keyof ListQuery | 'on_sale', RawBuilder<unknown>>>;

/**
 * The conditions of a list's query, on `goods`. Viewers who may not see prices and stock cannot filter by them either:
 * a filter by price would reveal the price.
 */
export function conditionsOf(
  query: ListQuery,
  matches: readonly WordMatch[],
  categories: Categories,
  cardContext: CardContext,
): Conditions {
  const { viewer, now, nearBefore } = cardContext;
  const conditions: Conditions = { on_sale: sql`goods.on_sale` };
  if (matches.length > 0) conditions.keywords = sql.join(matches.map(isMatched), sql` AND `);
  // Keywords without any searchable word match nothing.
  else if (query.keywords?.trim()) conditions.keywords = sql`false`;
  const select = query.select === undefined ? null : Number(query.select);
  if (select !== null) {
    conditions.select = sql`goods.category_id = ANY(${withDescendants(categories, select)}::integer[])`;
  }
  const chosen = categories.find(({ id }) => id === select);
  if (query.yx === 1 || query.tree === 'yx' || chosen?.tree === 'yx') conditions.yx = sql`goods.yx`;
  if (query.tree && query.tree !== 'yx') {
    const ids = categories.filter(({ tree }) => tree === query.tree).map(({ id }) => id);
    conditions.tree = sql`goods.category_id = ANY(${ids}::integer[])`;
  }
  if (query.maker !== undefined) {
    const byId = /^\d{1,9}$/.test(query.maker);
    conditions.maker = byId
      ? sql`goods.maker_id = ${Number(query.maker)}`
      : sql`goods.maker_id IN (SELECT id FROM makers WHERE name = ${query.maker})`;
  }
  if (query.brand !== undefined) {
    conditions.brand = sql`goods.maker_id IN (SELECT id FROM makers WHERE brand_id = ${query.brand})`;
  }
  for (const [key, column] of Object.entries(EXACT)) {
    const value = query[key as keyof typeof EXACT];
    if (value !== undefined) conditions[key as keyof typeof EXACT] = sql`${sql.ref(column)} = ${value}`;
  }
  if (query.welfare) conditions.welfare = sql`NOT goods.controlled AND NOT goods.hm`;
  if (query.controlled === 1) conditions.controlled = sql`goods.controlled`;
  if (query.days !== undefined) conditions.days = sql`goods.created_at > ${now - query.days * DAY}`;
  if (query.activity !== undefined) conditions.activity = inActivity(query.activity, query.section);
  if (query.expiry === 'near') conditions.expiry = sql`goods.expires <= ${nearBefore}`;
  else if (query.expiry === 'mid') {
    conditions.expiry = sql`goods.expires > ${nearBefore} AND goods.expires <= ${yearAhead(now)}`;
  } else if (query.expiry) conditions.expiry = sql`goods.expires > ${monthsAhead(now, Number(query.expiry))}`;
  if (query.promotion === 1) conditions.promotion = promoted(now);
  if (viewer.companyId !== null && query.bought === 1) {
    conditions.bought = sql`goods.id = ANY(ARRAY(SELECT goods_id FROM order_lines
      JOIN orders ON orders.id = order_lines.order_id WHERE orders.company_id = ${viewer.companyId}))`;
  }
  if (viewer.seesPrices) Object.assign(conditions, gated(query, viewer.companyId, now));
  return conditions;
}

/** `YYYY-MM-DD`; what expires after it is good for a year and longer. */
export const yearAhead = (now: number): string => monthsAhead(now, 12);

/** Parameters that must equal a column. */
const EXACT = {
  form: 'goods.dosage_form',
  origin: 'goods.origin',
  grade: 'goods.grade',
  standard: 'goods.standard',
  device_class: 'goods.device_class',
} as const;

/** The goods of an activity, whether it is open or not: before its start they can be seen, not bought. */
function inActivity(key: string, section: number | undefined): RawBuilder<unknown> {
  const part = section === undefined ? sql`` : sql`AND activity_sections.id = ${section}`;
  return sql`goods.id = ANY(ARRAY(SELECT goods_id FROM activity_goods
    JOIN activity_sections ON activity_sections.id = activity_goods.section_id
    JOIN activities ON activities.id = activity_sections.activity_id
    WHERE activities.key = ${key} ${part}))`;
}

/** SQL condition on `goods`: in a promotion that is open and not sold out. */
export function promoted(now: number): RawBuilder<unknown> {
  // As an array the subquery runs once, and goods are found by their key.
  return sql`goods.id = ANY(ARRAY(
    SELECT goods_id FROM promotion_goods AS offer JOIN promotions ON promotions.id = offer.promotion_id
    WHERE promotions.starts_at <= ${now} AND promotions.ends_at > ${now} AND NOT promotions.withdrawn
      AND offer.role = 'goods' AND (offer.stock IS NULL OR offer.sold < offer.stock)))`;
}

/** By price and stock. A controlled good whose price the company may not see is never found by its price. */
function gated(query: ListQuery, companyId: number | null, now: number): Conditions {
  const open = sql`(NOT goods.controlled OR ${holdsRight(companyId, now)})`;
  const conditions: Conditions = {};
  if (query.stock === 1) conditions.stock = sql`goods.in_stock`;
  if (query.price_from !== undefined) {
    conditions.price_from = sql`goods.price_fen >= ${toFen(query.price_from)} AND ${open}`;
  }
  if (query.price_to !== undefined) {
    conditions.price_to = sql`goods.price_fen <= ${toFen(query.price_to)} AND ${open}`;
  }
  if (query.price !== undefined) {
    // From `10-20`; either end may be missing.
    const [from = '', to = ''] = query.price.split('-');
    const least = from === '' ? sql`true` : sql`goods.price_fen >= ${toFen(Number(from))}`;
    const most = to === '' ? sql`true` : sql`goods.price_fen <= ${toFen(Number(to))}`;
    conditions.price = sql`${least} AND ${most} AND ${open}`;
  }
  return conditions;
}

/** All conditions joined by AND, except the given ones. */
export function allOf(conditions: Conditions, without: readonly string[] = []): RawBuilder<unknown> {
  const parts = Object.entries(conditions)
    .filter(([key]) => !without.includes(key))
    .map(([, condition]) => condition);
  return sql.join(parts, sql` AND `);
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
