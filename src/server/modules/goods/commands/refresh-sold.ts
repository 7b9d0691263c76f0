import { sql } from 'kysely';
import { DAY } from '#shop/domain/calendar.ts';
import { PAID_STATES } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** How far back a sale is a late one, seconds. */
const LATELY = 30 * DAY;

/**
 * Counts the units of every good in paid orders, gifts left out: in all, and of the last thirty days before `now` (s). Only
 * what changed is written.
 */
export async function refreshSold(db: Db, now: number): Promise<void> {
  await sql`
    WITH counted AS (
      SELECT order_lines.goods_id, sum(order_lines.number) AS sold,
        coalesce(sum(order_lines.number) FILTER (WHERE orders.created_at > ${now - LATELY}), 0) AS sold_lately
      FROM order_lines JOIN orders ON orders.id = order_lines.order_id
      WHERE orders.status = ANY(${[...PAID_STATES]}::integer[]) AND NOT order_lines.gift
      GROUP BY order_lines.goods_id
    ), now_sold AS (
      SELECT goods.id, coalesce(counted.sold, 0) AS sold, coalesce(counted.sold_lately, 0) AS sold_lately
      FROM goods LEFT JOIN counted ON counted.goods_id = goods.id
    )
    UPDATE goods SET units_sold = now_sold.sold, units_sold_lately = now_sold.sold_lately FROM now_sold
    WHERE goods.id = now_sold.id
      AND (goods.units_sold, goods.units_sold_lately) IS DISTINCT FROM (now_sold.sold, now_sold.sold_lately)`.execute(
    db,
  );
}
