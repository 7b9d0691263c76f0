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
  const bought = await boughtBefore(db, companyId, goodsIds, 1);
  return new Map(bought.map(({ goodsId, ...purchase }) => [goodsId, purchase]));
}

/** This company's last purchases of one good, the newest first: what counts as in `lastPrices`. */
export async function lastPurchases(
  db: Db,
  companyId: number,
  goodsId: number,
  most: number,
): Promise<LastPrice[]> {
  const bought = await boughtBefore(db, companyId, [goodsId], most);
  return bought.map(({ price, quantity, at }) => ({ price, quantity, at }));
}

/**
 * The newest purchases of each of these goods, so many of each at most. Each good is looked up by itself: a plan for all
 * at once would read every order of the company, or every sale of a good.
 */
async function boughtBefore(
  db: Db,
  companyId: number,
  goodsIds: readonly number[],
  most: number,
): Promise<(LastPrice & { goodsId: number })[]> {
  const { rows } = await sql<LastPrice & { goodsId: number }>`
    SELECT wanted.goods_id AS "goodsId", bought.* FROM unnest(${[...goodsIds]}::integer[]) AS wanted (goods_id)
    CROSS JOIN LATERAL (
      SELECT line.price_fen AS price, line.number AS quantity, orders.created_at AS at
      FROM bought_lines AS bought
      JOIN orders ON orders.id = bought.order_id
      JOIN order_lines AS line ON line.id = bought.line_id
      WHERE bought.company_id = ${companyId} AND bought.goods_id = wanted.goods_id
        AND orders.status = ANY(${[...PAID_STATES]}::integer[]) AND NOT line.gift
      ORDER BY bought.order_id DESC, bought.line_id DESC LIMIT ${most}
    ) AS bought`.execute(db);
  return rows;
}
