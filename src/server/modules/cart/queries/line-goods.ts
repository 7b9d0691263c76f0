import { sql } from 'kysely';
import { DAY } from '#shop/domain/calendar.ts';
import { LIVE_STATES } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { batchesOfGoods } from '../../inventory/index.ts';
import { selectGoods } from '../../pricing/index.ts';

/** The facts of a good that a line's price and limits depend on, for one company at one moment, in any warehouse. */
export type LineGoods = Awaited<ReturnType<typeof loadGoods>>[number];

/** The goods with these ids. */
export async function lineGoods(
  db: Db,
  buyer: Member,
  now: number,
  ids: readonly number[],
): Promise<Map<number, LineGoods>> {
  if (ids.length === 0) return new Map();
  const rows = await loadGoods(db, buyer, now, ids);
  return new Map(rows.map((row) => [row.goods_id, row]));
}

function loadGoods(db: Db, buyer: Member, now: number, ids: readonly number[]) {
  return selectGoods(db, ids, buyer, now)
    .innerJoin('categories', 'categories.id', 'goods.category_id')
    .select([
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
      boughtWithinMonth(buyer.companyId, now).as('bought_month'),
      batchesOfGoods(now).as('batches'),
    ])
    .execute();
}

const MONTH_SECONDS = 30 * DAY;

/** Units that the company has ordered within 30 days and not cancelled, of goods that have such a cap. */
function boughtWithinMonth(companyId: number, now: number) {
  return sql<number>`(
    SELECT coalesce(sum(bought.number), 0) FROM order_lines AS bought JOIN orders ON orders.id = bought.order_id
    WHERE orders.company_id = ${companyId} AND orders.status IN (${sql.join(LIVE_STATES)})
      AND goods.cap_month IS NOT NULL AND bought.goods_id = goods.id AND orders.created_at > ${now - MONTH_SECONDS}
  )`;
}
