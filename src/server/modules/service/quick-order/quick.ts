import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { GoodsCard, QuickGoods } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import { PAID_STATES } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { boughtLines, type CatalogueContext, cardsFor } from '../../catalogue/index.ts';
import { lastPrices } from '../../pricing/index.ts';

type QuickOrderQuery = Calls['user.fast_buy']['query'] & { pageSize: number };

/** Sort orders of the goods that a company has bought; each is total, so that no good stands on two pages. */
const ORDERS = {
  recent: sql`bought.last DESC, bought.goods_id`,
  often: sql`bought.times DESC, bought.last DESC, bought.goods_id`,
  name: sql`goods.name, bought.goods_id`,
  stock: sql`goods.in_stock DESC, bought.last DESC, bought.goods_id`,
  expiry: sql`goods.expires NULLS LAST, bought.goods_id`,
};

/** A page of the goods that a company has bought. */
export async function boughtGoods(
  asking: CatalogueContext,
  companyId: number,
  { page, pageSize, order, keywords = '' }: QuickOrderQuery,
): Promise<{ list: QuickGoods[]; total: number }> {
  const { db } = asking;
  const first = (page - 1) * pageSize;
  const goods = goodsOf(order, keywords.trim());
  // Its orders and its lines are read from one index each.
  const { rows } = await sql<{ total: number; ids: number[]; times: number[] }>`
    WITH own AS MATERIALIZED (
      SELECT id FROM orders WHERE company_id = ${companyId} AND status = ANY(${[...PAID_STATES]}::integer[])
    ), bought AS (
      SELECT goods_id, max(own.id) AS last, count(DISTINCT own.id)::integer AS times
      FROM own JOIN ${boughtLines(companyId)} AS line ON line.order_id = own.id GROUP BY goods_id
    ), found AS (
      SELECT bought.goods_id AS id, bought.times, row_number() OVER (ORDER BY ${ORDERS[order]}) AS place
      FROM bought ${goods}
    )
    SELECT (SELECT count(*) FROM found) AS total, coalesce(array_agg(id ORDER BY place), '{}') AS ids,
      coalesce(array_agg(times ORDER BY place), '{}') AS times
    FROM found WHERE place > ${first} AND place <= ${first + pageSize}`.execute(db);
  const { total, ids, times } = rows[0] ?? { total: 0, ids: [], times: [] };
  const timesOf = new Map(ids.map((id, at) => [id, times[at] ?? 0]));
  return { list: await rowsOf(asking, companyId, ids, { times: timesOf }), total };
}

/**
 * Leaves what is on sale of the goods that were bought, and what somebody means by these words: a part of a name, or a code.
 * Goods that neither the order nor the words look at are not read: those that are off sale have an index. Each other is read
 * by itself: PostgreSQL expects too many and would read all goods.
 */
function goodsOf(order: keyof typeof ORDERS, keywords: string) {
  if (keywords === '' && (order === 'recent' || order === 'often'))
    return sql`WHERE NOT EXISTS (SELECT FROM goods WHERE id = bought.goods_id AND NOT on_sale)`;
  const pattern = likePattern(keywords);
  const meant = sql`JOIN makers ON makers.id = goods.maker_id
    AND (goods.name LIKE ${pattern} OR makers.name LIKE ${pattern} OR goods.code = ${keywords} OR goods.barcode = ${keywords})`;
  return sql`CROSS JOIN LATERAL (SELECT * FROM goods WHERE id = bought.goods_id OFFSET 0) AS goods
    ${keywords === '' ? sql`` : meant} WHERE goods.on_sale`;
}

/** Rows of the quick order for these goods: with the company's last price and how often it bought them. */
export async function quickRows(
  asking: CatalogueContext,
  companyId: number,
  ids: readonly number[],
  quantities: ReadonlyMap<number, number> = new Map(),
): Promise<QuickGoods[]> {
  const times = await timesBought(asking.db, companyId, ids);
  return rowsOf(asking, companyId, ids, { times, quantities });
}

/** What is known already of the goods, by their ids. */
interface Known {
  times: ReadonlyMap<number, number>;
  quantities?: ReadonlyMap<number, number>;
}

async function rowsOf(
  asking: CatalogueContext,
  companyId: number,
  ids: readonly number[],
  { times, quantities }: Known,
): Promise<QuickGoods[]> {
  const cards = await cardsFor(asking, ids);
  const last = await lastPrices(asking.db, companyId, ids);
  return cards.map((goods): QuickGoods => {
    const paid = last.get(goods.id);
    return {
      id: goods.id,
      goods,
      last_price: paid && goods.price !== null ? toYuan(paid.price) : null,
      last_number: paid?.quantity ?? 0,
      last_at: paid?.at ?? null,
      times: times.get(goods.id) ?? 0,
      number: saleQuantity(quantities?.get(goods.id) ?? 0, goods),
    };
  });
}

/** Rounds a quantity up to whole 中包装, at least the minimum; 0 stays 0. */
function saleQuantity(quantity: number, { multiple, qg_number }: GoodsCard): number {
  return quantity <= 0 ? 0 : Math.max(qg_number, Math.ceil(quantity / multiple) * multiple);
}

async function timesBought(db: Db, companyId: number, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('bought_lines as bought')
    .innerJoin('orders', 'orders.id', 'bought.order_id')
    .innerJoin('order_lines as line', 'line.id', 'bought.line_id')
    .where('bought.company_id', '=', companyId)
    .where('bought.goods_id', 'in', [...ids])
    .where('orders.status', 'in', [...PAID_STATES])
    .where('line.gift', '=', false)
    .groupBy('bought.goods_id')
    .select((eb) => ['bought.goods_id', eb.fn.count<number>('orders.id').distinct().as('times')])
    .execute();
  return new Map(rows.map(({ goods_id, times }) => [goods_id, times]));
}
