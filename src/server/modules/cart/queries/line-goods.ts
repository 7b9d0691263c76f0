import { sql } from 'kysely';
import { DAY } from '#shop/domain/calendar.ts';
import { formatDate } from '#shop/domain/format.ts';
import { LIVE_STATES } from '#shop/domain/order-state.ts';
import { prepareQuery, type Value } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { batchesOfGoods } from '../../inventory/index.ts';
import { type BuyerValues, selectGoods } from '../../pricing/index.ts';

/** The facts of a good that a line's price and limits depend on, for one company at one moment, in any warehouse. */
export type LineGoods = Awaited<ReturnType<typeof loadGoods>>[number];

/** The goods with these ids, in the order of their ids: what an order keeps of its pricing is the same in every run. */
export async function lineGoods(
  db: Db,
  buyer: Member,
  now: number,
  ids: readonly number[],
): Promise<Map<number, LineGoods>> {
  if (ids.length === 0) return new Map();
  const { companyId, level } = buyer;
  const moment = { now, today: formatDate(now), monthAgo: now - MONTH_SECONDS };
  const rows = await loadGoods(db, { ids, companyId, level, ...moment });
  return new Map(rows.map((row) => [row.goods_id, row]));
}

const loadGoods = prepareQuery<BuyerValues & { ids: readonly number[]; today: string; monthAgo: number }>()(
  (db, { value, list }) =>
    selectGoods(db, {
      companyId: value('companyId'),
      level: value('level'),
      now: value('now'),
    })
      .where(sql<boolean>`goods.id IN ${list('ids')}`)
      .innerJoin('categories', 'categories.id', 'goods.category_id')
      .orderBy('goods.id')
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
        boughtSince(value('companyId'), value('monthAgo')).as('bought_month'),
        batchesOfGoods(value('today')).as('batches'),
      ]),
);

const MONTH_SECONDS = 30 * DAY;

/** Units that the company has ordered since then and not cancelled, of goods that have a cap for 30 days. */
function boughtSince(companyId: Value<number | null>, since: Value<number>) {
  return sql<number>`(
    SELECT coalesce(sum(line.number), 0) FROM bought_lines AS bought
    JOIN orders ON orders.id = bought.order_id JOIN order_lines AS line ON line.id = bought.line_id
    WHERE bought.company_id = ${companyId} AND bought.goods_id = goods.id AND goods.cap_month IS NOT NULL
      AND orders.status IN (${sql.join(LIVE_STATES)}) AND orders.created_at > ${since}
  )`;
}
