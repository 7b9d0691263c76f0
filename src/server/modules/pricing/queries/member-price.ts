import { type RawBuilder, sql } from 'kysely';

/**
 * What a company of this level pays for one unit of the row of `goods`, in fen, before ladder and promotions: the price of
 * its level, else everybody's.
 */
export const memberPrice = (level: number | RawBuilder<number>) => sql<number>`coalesce(
  (SELECT level_prices.price_fen FROM level_prices
    WHERE level_prices.goods_id = goods.id AND level_prices.level = ${level}),
  goods.price_fen)`;
