import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { DAY } from '#domain/calendar.ts';
import { formatDate } from '#domain/format.ts';
import type { Db } from '../../kernel/db/schema.ts';
import type { Member } from '../../kernel/http/visitor.ts';

/** What of a good its price and limits depend on, for one company at one moment, wherever it ships from. */
export type GoodsFacts = Awaited<ReturnType<typeof loadGoods>>[number];

/** What a warehouse has of a good that may be sold, and its first expiry. */
export interface Held {
  stock: number;
  expires: string | null;
}

/** The goods with these ids. */
export async function goodsFacts(
  db: Db,
  buyer: Member,
  now: number,
  ids: readonly number[],
): Promise<Map<number, GoodsFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await loadGoods(db, buyer, now, ids);
  return new Map(rows.map((row) => [row.goods_id, row]));
}

function loadGoods(db: Db, buyer: Member, now: number, ids: readonly number[]) {
  return db
    .selectFrom('goods')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .innerJoin('categories', 'categories.id', 'goods.category_id')
    .leftJoin('level_prices', (join) =>
      join.onRef('level_prices.goods_id', '=', 'goods.id').on('level_prices.level', '=', buyer.level),
    )
    .where('goods.id', 'in', [...ids])
    .select((eb) => [
      'goods.id as goods_id',
      'goods.name',
      'goods.spec',
      'goods.unit',
      'goods.marks',
      'goods.rx',
      'goods.scope',
      'goods.hm',
      'goods.controlled',
      'goods.yx',
      'goods.dpby_number',
      'goods.split',
      'goods.zbz',
      'goods.min_number',
      'goods.cap_order',
      'goods.cap_month',
      'goods.ladder_type',
      'goods.on_sale',
      'goods.category_id',
      'goods.warehouse_id as home_id',
      'goods.price_fen as list_fen',
      'categories.tree',
      'makers.name as maker',
      'makers.brand_id',
      eb.fn.coalesce('level_prices.price_fen', 'goods.price_fen').as('base_fen'),
      eb
        .exists(
          eb
            .selectFrom('goods_rights')
            .whereRef('goods_rights.goods_id', '=', 'goods.id')
            .where('goods_rights.company_id', '=', buyer.companyId)
            .where((right) => right.or([right('until', 'is', null), right('until', '>', now)]))
            .select('goods_rights.goods_id'),
        )
        .as('has_rights'),
      jsonArrayFrom(
        eb
          .selectFrom('ladder_steps')
          .whereRef('ladder_steps.goods_id', '=', 'goods.id')
          .orderBy('ladder_steps.number')
          .select(['ladder_steps.number', 'ladder_steps.price_fen']),
      ).as('ladder'),
      boughtWithinMonth(buyer.companyId, now).as('bought_month'),
    ])
    .execute();
}

const MONTH_SECONDS = 30 * DAY;

/** Units that the company has ordered within 30 days and not cancelled, of goods that have such a cap. */
function boughtWithinMonth(companyId: number, now: number) {
  return sql<number>`(
    SELECT coalesce(sum(bought.number), 0) FROM order_lines AS bought JOIN orders ON orders.id = bought.order_id
    WHERE orders.company_id = ${companyId} AND orders.status > 0
      AND goods.cap_month IS NOT NULL AND bought.goods_id = goods.id AND orders.created_at > ${now - MONTH_SECONDS}
  )`;
}

/** What warehouses have of these goods: `goods/warehouse` -> what may be sold at `now`. */
export async function heldStock(db: Db, ids: readonly number[], now: number): Promise<Map<string, Held>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('batches')
    .where('goods_id', 'in', [...ids])
    .where('available', '>', 0)
    .where('expires', '>', formatDate(now))
    .groupBy(['goods_id', 'warehouse_id'])
    .select((eb) => [
      'goods_id',
      'warehouse_id',
      eb.fn.sum<number>('available').as('stock'),
      eb.fn.min('expires').as('expires'),
    ])
    .execute();
  return new Map(rows.map((row) => [heldAt(row.goods_id, row.warehouse_id), row]));
}

export function heldAt(goodsId: number, warehouseId: number): string {
  return `${goodsId}/${warehouseId}`;
}
