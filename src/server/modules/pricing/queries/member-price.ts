import { sql } from 'kysely';
import type { Value } from '../../../kernel/db/prepared-query.ts';

/**
 * SQL: price of one unit of the row of `goods` for a company of this level, in fen, before ladder and promotions: the
 * price of its level, else the list price.
 */
export const memberPrice = (level: Value<number>) => sql<number>`coalesce(
  (SELECT level_prices.price_fen FROM level_prices
    WHERE level_prices.goods_id = goods.id AND level_prices.level = ${level}),
  goods.price_fen)`;

/** The same of a good with its level prices in memory. */
export const ownPriceOf = (
  goods: { price_fen: number; level_prices: readonly { level: number; price_fen: number }[] },
  level: number,
): number => goods.level_prices.find((price) => price.level === level)?.price_fen ?? goods.price_fen;
