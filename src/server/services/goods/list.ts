import { sql } from 'kysely';
import type { GoodsPage } from '#generated/schemas.ts';
import type { Db } from '../../db/schema.ts';
import { loadCategories, pathOf } from '../catalogue/categories.ts';
import { shortly } from '../short-cache.ts';
import { type Asking, cardsFor, occasionOf } from './cards.ts';
import { facetsOf } from './facets.ts';
import { allOf, type Conditions, conditionsOf, type ListQuery, orderOf } from './filter.ts';

/** How long a total and its facets may lag behind; the goods themselves are always read anew. */
const COUNTED_SECONDS = 30;

/** `goods.list`: filtered, sorted, paged, with what it can be narrowed by. */
export async function listGoods(asking: Asking, query: ListQuery): Promise<GoodsPage> {
  const { db, now, site } = asking;
  const categories = await loadCategories(db, now);
  const occasion = occasionOf(asking);
  const conditions = conditionsOf(query, categories, occasion);
  const pageSize = query.page_size ?? site.trade.pageSize;
  const counted = await shortly(
    db,
    { key: countKey(query, occasion), seconds: COUNTED_SECONDS, now },
    async () => ({
      total: await count(db, conditions),
      facets: await facetsOf(db, query, conditions, categories),
    }),
  );
  const ids = await pageOf(db, query, conditions, orderOf(query, occasion), pageSize);
  const chosen = Number(query.select);
  return {
    list: await cardsFor(asking, ids),
    total: counted.total,
    page: query.page,
    page_size: pageSize,
    facets: counted.facets,
    category_path: pathOf(categories, Number.isInteger(chosen) ? chosen : null, query.tree ?? null),
  };
}

/** Everything that total and facets depend on: the filter, and the viewer where the filter asks about him. */
function countKey(query: ListQuery, { viewing }: ReturnType<typeof occasionOf>): string {
  const { page, page_size, sort, ...filter } = query;
  const own = query.bought === 1 || query.price_from !== undefined || query.price_to !== undefined;
  return `count ${viewing.priced} ${own ? viewing.companyId : ''} ${JSON.stringify(filter, Object.keys(filter).sort())}`;
}

async function count(db: Db, conditions: Conditions): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM goods WHERE ${allOf(conditions)}`.execute(db);
  return rows[0]?.total ?? 0;
}

async function pageOf(
  db: Db,
  query: ListQuery,
  conditions: Conditions,
  order: ReturnType<typeof orderOf>,
  pageSize: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT goods.id FROM goods WHERE ${allOf(conditions)} ORDER BY ${order}
    LIMIT ${pageSize} OFFSET ${(query.page - 1) * pageSize}`.execute(db);
  return rows.map(({ id }) => id);
}
