import { sql } from 'kysely';
import { KINDS } from '#shop/domain/promotions/kinds.ts';
import type { Offer } from '#shop/domain/promotions/promotion.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { OfferRow } from './rows.ts';

const GAINS: readonly Offer['role'][] = [...new Set(KINDS.flatMap(({ form }) => form.roles))].filter(
  (role) => role !== 'goods',
);

/** Offers as they stand for no company. */
type Listed = OfferRow & { promotion_id: number; taken: number };

/**
 * The first goods of each of these promotions, so many of each at most, and all that they give. Each promotion is looked up by
 * itself: one may be for a whole category.
 */
export async function loadFirstOffers(
  db: Db,
  promotionIds: readonly number[],
  most: number,
): Promise<Listed[]> {
  if (promotionIds.length === 0) return [];
  const { rows } = await sql<Listed>`
    SELECT offer.promotion_id, offer.id, offer.goods_id, goods.name, offer.role, offer.price_fen, offer.number, offer.stock,
      offer.sold, offer.member_limit, 0 AS taken
    FROM unnest(${[...promotionIds]}::integer[]) AS wanted (id) CROSS JOIN LATERAL (
      (SELECT * FROM promotion_goods WHERE promotion_id = wanted.id AND role = 'goods' ORDER BY id LIMIT ${most})
      UNION ALL
      SELECT * FROM promotion_goods WHERE promotion_id = wanted.id AND role = ANY(${[...GAINS]}::text[])
    ) AS offer
    JOIN goods ON goods.id = offer.goods_id ORDER BY offer.id`.execute(db);
  return rows;
}

/** Promotion id -> how many goods it is for; those that are for none in particular are absent. */
export async function countGoods(db: Db, promotionIds: readonly number[]): Promise<Map<number, number>> {
  if (promotionIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; total: number }>`
    SELECT promotion_id AS id, count(*) AS total FROM promotion_goods
    WHERE promotion_id = ANY(${[...promotionIds]}::integer[]) AND role = 'goods'
    GROUP BY promotion_id`.execute(db);
  return new Map(rows.map(({ id, total }) => [id, total]));
}
