import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { GoodsCard, QuickGoods } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import { PAID_STATES } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { type CatalogueContext, cardsFor } from '../../catalogue/index.ts';
import { lastPrices } from '../../pricing/index.ts';

type QuickOrderQuery = Calls['user.fast_buy']['query'] & { pageSize: number };

/** Sort orders of the goods that a company has bought. */
const ORDERS = {
  recent: sql`max(orders.id) DESC`,
  often: sql`count(DISTINCT orders.id) DESC, max(orders.id) DESC`,
  name: sql`goods.name, goods.id`,
  stock: sql`goods.in_stock DESC, max(orders.id) DESC`,
  expiry: sql`goods.expires NULLS LAST, goods.id`,
};

/** A page of the goods that a company has bought. */
export async function boughtGoods(
  asking: CatalogueContext,
  companyId: number,
  { page, pageSize, order, keywords = '' }: QuickOrderQuery,
): Promise<{ list: QuickGoods[]; total: number }> {
  const { db } = asking;
  const pattern = likePattern(keywords.trim());
  const first = (page - 1) * pageSize;
  const { rows } = await sql<{ total: number; ids: number[] }>`
    WITH found AS (
      SELECT goods.id, row_number() OVER (ORDER BY ${ORDERS[order]}) AS place FROM order_lines
      JOIN orders ON orders.id = order_lines.order_id
      JOIN goods ON goods.id = order_lines.goods_id
      JOIN makers ON makers.id = goods.maker_id
      WHERE orders.company_id = ${companyId} AND orders.status = ANY(${[...PAID_STATES]}::integer[])
        AND NOT order_lines.gift AND goods.on_sale
        AND (${keywords.trim() === ''} OR goods.name LIKE ${pattern} OR makers.name LIKE ${pattern}
          OR goods.code = ${keywords.trim()} OR goods.barcode = ${keywords.trim()})
      GROUP BY goods.id
    )
    SELECT count(*) AS total, coalesce(array_agg(id ORDER BY place)
      FILTER (WHERE place > ${first} AND place <= ${first + pageSize}), '{}') AS ids FROM found`.execute(db);
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  return { list: await quickRows(asking, companyId, ids), total };
}

/** Rows of the quick order for these goods: with the company's last price and how often it bought them. */
export async function quickRows(
  asking: CatalogueContext,
  companyId: number,
  ids: readonly number[],
  quantities: ReadonlyMap<number, number> = new Map(),
): Promise<QuickGoods[]> {
  const cards = await cardsFor(asking, ids);
  const last = await lastPrices(asking.db, companyId, ids);
  const times = await timesBought(asking.db, companyId, ids);
  return cards.map((goods): QuickGoods => {
    const paid = last.get(goods.id);
    return {
      id: goods.id,
      goods,
      last_price: paid && goods.price !== null ? toYuan(paid.price) : null,
      last_number: paid?.quantity ?? 0,
      last_at: paid?.at ?? null,
      times: times.get(goods.id) ?? 0,
      number: saleQuantity(quantities.get(goods.id) ?? 0, goods),
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
