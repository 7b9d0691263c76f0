import { type RawBuilder, sql } from 'kysely';
import type { GoodsPage, Link } from '#generated/schemas.ts';
import { mixNames } from '#shop/domain/mix-names.ts';
import { cachedFor } from '../../../kernel/db/cache.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { shareRows } from '../../../kernel/db/shared-rows.ts';
import { wordsOf } from '../../../kernel/text/search-text.ts';
import { loadCategories, pathOf } from '../../goods/index.ts';
import { type CatalogueContext, cardContextOf, cardsFor } from '../cards/cards.ts';
import { conditionSql } from './condition.ts';
import { countWithFacets, type Narrowing, priceFacet } from './facets.ts';
import { allOf, type Conditions, conditionsOf, isUsualOrder, type ListQuery, orderOf } from './filter.ts';
import { nearestNames } from './nearest.ts';
import { matchWord } from './search.ts';

/** How long totals and facets are cached, in seconds; the goods themselves are always read from the database. */
const COUNT_CACHE_SECONDS = 30;

/** Seconds for which a page keeps its goods where nothing changes but the time. */
const PERIOD = 10;

/** The goods of pages that many members look at, by the query. */
const pages = shareRows<string, { ids: readonly number[] }>({
  max: 500,
  from: { goods: 'all', promotions: 'all', promotion_goods: 'all', makers: 'all', categories: 'all' },
});

/**
 * `goods.list`: filtered, sorted, paged, with what it can be narrowed by. Null when the category does not exist; a page
 * beyond the last one is the last one.
 */
export async function listGoods(context: CatalogueContext, query: ListQuery): Promise<GoodsPage | null> {
  const { db, now, site } = context;
  const categories = await loadCategories(db, now);
  const chosen = query.select === undefined ? null : Number(query.select);
  if (chosen !== null && !categories.some(({ id }) => id === chosen)) return null;
  const cardContext = cardContextOf(context);
  const words = wordsOf(query.keywords ?? '');
  const matches = await Promise.all(words.map((word) => matchWord(db, word, query.type, now)));
  const conditions = conditionsOf(query, matches, categories, cardContext);
  const pageSize = query.page_size ?? site.constants.trade.pageSize;
  const narrowing: Narrowing = {
    query,
    conditions,
    categories,
    cardContext,
    limits: {
      now,
      nearBefore: cardContext.nearBefore,
      priceSteps: site.constants.trade.priceSteps,
    },
    nearExpiryMonths: site.constants.trade.nearExpiryMonths,
  };
  const counting = { key: countKey(query, cardContext), seconds: COUNT_CACHE_SECONDS, now };
  const result = await cachedFor(db, counting, () => countWithFacets(db, narrowing));
  const order = orderOf(query, matches, cardContext);
  const page = Math.min(query.page, Math.max(1, Math.ceil(result.total / pageSize)));
  const pageQuery = { conditions, order, page, pageSize };
  const mixed = isUsualOrder(query, matches, cardContext);
  const load = () => (mixed ? mixedPageOf(db, pageQuery, result.total) : pageOf(db, pageQuery));
  const ids = isOwn(query)
    ? await load()
    : await sharedPage(db, pageKey(counting.key, query, pageQuery, now), load);
  return {
    list: await cardsFor(context, ids),
    total: result.total,
    page,
    page_size: pageSize,
    counts: result.counts,
    facets: [
      ...result.facets,
      ...(cardContext.viewer.seesPrices ? await priceFacet(db, narrowing, result.prices) : []),
    ],
    nearest: await nearestOf(context, query, result.total),
    category_path: pathOf(categories, chosen, query.tree ?? null),
  };
}

/** Names that come near to words that found nothing; none where something was found. */
function nearestOf(
  { db, now }: CatalogueContext,
  { keywords, type }: ListQuery,
  total: number,
): Promise<Link[]> {
  if (total > 0 || keywords === undefined || wordsOf(keywords).length === 0) return Promise.resolve([]);
  const cache = { key: `nearest ${type ?? ''} ${keywords}`, seconds: COUNT_CACHE_SECONDS, now };
  return cachedFor(db, cache, () => nearestNames(db, keywords, type));
}

/**
 * Cache key with everything that total and facets depend on: the filter, and the company where the filter depends on
 * it.
 */
function countKey(query: ListQuery, { viewer }: ReturnType<typeof cardContextOf>): string {
  const parameters = Object.entries(query).filter(([key]) => !['page', 'page_size', 'sort'].includes(key));
  return `count ${viewer.seesPrices} ${isOwn(query) ? viewer.companyId : ''} ${JSON.stringify(parameters.sort(([one], [other]) => (one < other ? -1 : 1)))}`;
}

/** Whether it depends on the company which goods are found. */
const isOwn = (query: ListQuery): boolean =>
  query.bought === 1 || [query.price, query.price_from, query.price_to].some((limit) => limit !== undefined);

const pageKey = (filter: string, { sort }: ListQuery, { page, pageSize }: PageQuery, now: number): string =>
  `${filter} ${sort} ${page} ${pageSize} ${Math.floor(now / PERIOD)}`;

async function sharedPage(db: Db, key: string, load: () => Promise<number[]>): Promise<readonly number[]> {
  const found = await pages(db, [key], async () => new Map([[key, { ids: await load() }]]));
  return found.get(key)?.ids ?? [];
}

interface PageQuery {
  conditions: Conditions;
  order: RawBuilder<unknown>;
  page: number;
  pageSize: number;
}

async function pageOf(db: Db, { conditions, order, page, pageSize }: PageQuery): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT goods.id FROM goods WHERE ${conditionSql(allOf(conditions))} ORDER BY ${order}
    LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Goods that are mixed at a time: pages of one window fit together, whichever of them is requested. */
const MIX_WINDOW = 200;

/**
 * A page of the usual order. The ranks by name mix what the index delivers; what a filter leaves of them may still have
 * three of one name in a row, which is corrected within the window of pages that the page belongs to.
 */
async function mixedPageOf(db: Db, pageQuery: PageQuery, total: number): Promise<number[]> {
  const { conditions, order, page, pageSize } = pageQuery;
  const pages = Math.max(1, Math.floor(MIX_WINDOW / pageSize));
  const first = Math.floor((page - 1) / pages) * pages;
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT goods.id, coalesce(nullif(goods.generic_name, ''), goods.name) AS name
    FROM goods WHERE ${conditionSql(allOf(conditions))} ORDER BY ${order}
    LIMIT ${pages * pageSize} OFFSET ${first * pageSize}`.execute(db);
  const mixed = mixNames(rows, ({ name }) => name, { part: total > rows.length });
  const from = (page - 1 - first) * pageSize;
  return mixed.slice(from, from + pageSize).map(({ id }) => id);
}
