import { sql } from 'kysely';
import { SALE_KINDS } from '#shop/domain/promotions/index.ts';
import type { Value } from '../../../kernel/db/prepared-query.ts';

/** A good in an open sale, with its price and stock there. */
export interface Sale {
  /** The offer. */
  id: number;
  goods_id: number;
  /** A file of `domain/promotions`. */
  kind: string;
  price_fen: number;
  starts_at: number;
  ends_at: number;
  total: number;
  sold: number;
  member_limit: number;
}

/** SQL: the sales from a stock of their own (秒杀, 每日特价) that are open at `now` and not sold out, as a table. */
export const openSales = (now: Value<number>) => sql<Sale>`(
  SELECT offer.id, offer.goods_id, promotions.kind, offer.price_fen, promotions.starts_at, promotions.ends_at,
    offer.stock AS total, offer.sold, coalesce(offer.member_limit, offer.stock) AS member_limit
  FROM promotion_goods AS offer JOIN promotions ON promotions.id = offer.promotion_id
  WHERE promotions.kind = ANY(${SALE_KINDS}::text[]) AND NOT promotions.withdrawn
    AND promotions.starts_at <= ${now} AND promotions.ends_at > ${now}
    AND offer.price_fen IS NOT NULL AND offer.sold < offer.stock
)`;
