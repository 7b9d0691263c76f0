import { type RawBuilder, sql } from 'kysely';
import type { GoodsPage } from '#generated/schemas.ts';
import type { Db } from '../../db/schema.ts';
import { loadCategories, pathOf } from '../catalogue/categories.ts';
import { wordsOf } from '../search-text.ts';
import { shortly } from '../short-cache.ts';
import { type Asking, cardsFor, occasionOf } from './cards.ts';
import { countedOf } from './facets.ts';
import { allOf, type Conditions, conditionsOf, type ListQuery, orderOf } from './filter.ts';
import { meaningOf } from './search.ts';

/** How long a total and its facets may lag behind; the goods themselves are always read anew. */
const COUNTED_SECONDS = 30;

/**
 * `goods.list`: filtered, sorted, paged, with what it can be narrowed by. Null when it asks for a category that does not
 * exist; a page beyond the last one is the last one.
 */
export async function listGoods(asking: Asking, query: ListQuery): Promise<GoodsPage | null> {
  const { db, now, site } = asking;
  const categories = await loadCategories(db, now);
  const chosen = query.select === undefined ? null : Number(query.select);
  if (chosen !== null && !categories.some(({ id }) => id === chosen)) return null;
  const occasion = occasionOf(asking);
  const words = wordsOf(query.keywords ?? '');
  const meanings = await Promise.all(words.map((word) => meaningOf(db, word, query.type, now)));
  const conditions = conditionsOf(query, meanings, categories, occasion);
  const pageSize = query.page_size ?? site.trade.pageSize;
  const counting = { key: countKey(query, occasion), seconds: COUNTED_SECONDS, now };
  const counted = await shortly(db, counting, () => countedOf(db, query, conditions, categories));
  const order = orderOf(query, meanings, occasion);
  const page = Math.min(query.page, Math.max(1, Math.ceil(counted.total / pageSize)));
  const ids = await pageOf(db, { conditions, order, page, pageSize });
  return {
    list: await cardsFor(asking, ids),
    total: counted.total,
    page,
    page_size: pageSize,
    facets: counted.facets,
    category_path: pathOf(categories, chosen, query.tree ?? null),
  };
}

/** Everything that total and facets depend on: the filter, and the viewer where the filter asks about him. */
function countKey(query: ListQuery, { viewing }: ReturnType<typeof occasionOf>): string {
  const asked = Object.entries(query).filter(([key]) => !['page', 'page_size', 'sort'].includes(key));
  const own = query.bought === 1 || query.price_from !== undefined || query.price_to !== undefined;
  return `count ${viewing.priced} ${own ? viewing.companyId : ''} ${JSON.stringify(asked.sort(([one], [other]) => (one < other ? -1 : 1)))}`;
}

async function pageOf(
  db: Db,
  {
    conditions,
    order,
    page,
    pageSize,
  }: { conditions: Conditions; order: RawBuilder<unknown>; page: number; pageSize: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT goods.id FROM goods WHERE ${allOf(conditions)} ORDER BY ${order}
    LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(db);
  return rows.map(({ id }) => id);
}
