import { sql } from 'kysely';
import type { Fen } from '#shop/domain/money.ts';
import { PAID_STATES } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** A company's last purchase of a good. */
export interface LastPrice {
  /** Fen for one unit, before reductions that were spread over the order. */
  price: Fen;
  /** Units bought then. */
  quantity: number;
  /** When the order was placed, seconds. */
  at: number;
}

/**
 * Goods id -> this company's last purchase of it; goods that it never bought are absent. Unpaid orders and gifts do not
 * count. One statement for any number of goods.
 */
export async function lastPrices(
  db: Db,
  companyId: number,
  goodsIds: readonly number[],
): Promise<Map<number, LastPrice>> {
  if (goodsIds.length === 0) return new Map();
  const { rows } = await sql<{ goods_id: number; price_fen: number; number: number; created_at: number }>`
    SELECT DISTINCT ON (order_lines.goods_id) order_lines.goods_id, order_lines.price_fen, order_lines.number,
      orders.created_at
    FROM orders JOIN order_lines ON order_lines.order_id = orders.id
    WHERE orders.company_id = ${companyId} AND orders.status = ANY(${[...PAID_STATES]}::integer[])
      AND order_lines.goods_id = ANY(${[...goodsIds]}::integer[]) AND NOT order_lines.gift
    ORDER BY order_lines.goods_id, orders.id DESC`.execute(db);
  return new Map(
    rows.map((row) => [row.goods_id, { price: row.price_fen, quantity: row.number, at: row.created_at }]),
  );
}

/** This company's last purchases of one good, the newest first: what counts as in `lastPrices`. */
export async function lastPurchases(
  db: Db,
  companyId: number,
  goodsId: number,
  most: number,
): Promise<LastPrice[]> {
  return db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select(['order_lines.price_fen as price', 'order_lines.number as quantity', 'orders.created_at as at'])
    .where('orders.company_id', '=', companyId)
    .where('orders.status', 'in', [...PAID_STATES])
    .where('order_lines.goods_id', '=', goodsId)
    .where('order_lines.gift', '=', false)
    .orderBy('orders.id', 'desc')
    .limit(most)
    .execute();
}
