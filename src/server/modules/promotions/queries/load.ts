import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Promotion } from '#shop/domain/promotions/promotion.ts';
import { isAnyOf } from '../../../kernel/db/any-of.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { promotionOf } from './rows.ts';

/** Selects promotions, and the company that they are loaded for. */
export interface PromotionFilter {
  /** Open at this moment (s); absent: at any time. */
  now?: number;
  kinds?: readonly string[];
  /** Those that cover one of these goods; their other goods are left out. */
  goodsIds?: readonly number[];
  /** These in addition, with all their goods. */
  ids?: readonly number[];
  /** Include those that are not published. */
  drafts?: boolean;
  /** The company whose limits apply; null for none. */
  companyId: number | null;
}

/** Reads promotions with their offers, for one company (src/shop/domain/promotions/kind.ts). */
export async function loadPromotions(db: Db, filter: PromotionFilter): Promise<Promotion[]> {
  const { now, kinds, goodsIds, ids = [], drafts = false, companyId } = filter;
  if (goodsIds?.length === 0 && ids.length === 0) return [];
  const isNamed = isAnyOf('promotions.id', ids);
  const rows = await db
    .selectFrom('promotions')
    .$if(!drafts, (query) => query.where('withdrawn', '=', false))
    .$if(now !== undefined, (query) =>
      query.where('starts_at', '<=', now ?? 0).where('ends_at', '>', now ?? 0),
    )
    .where((eb) => (kinds === undefined ? eb.lit(true) : isAnyOf('kind', kinds)))
    .$if(goodsIds !== undefined, (query) =>
      query.where(sql<boolean>`(
        promotions.everything OR ${isNamed} OR EXISTS (
          SELECT 1 FROM promotion_goods AS covered
          WHERE covered.promotion_id = promotions.id AND ${isAnyOf('covered.goods_id', goodsIds ?? [])}
        )
      )`),
    )
    .$if(goodsIds === undefined && ids.length > 0, (query) => query.where(isNamed))
    .orderBy('promotions.id')
    .selectAll()
    .select((eb) => [
      takenBy(companyId, sql`used.promotion_id = promotions.id AND used.offer_id IS NULL`).as('taken'),
      jsonArrayFrom(
        eb
          .selectFrom('promotion_goods as offer')
          .innerJoin('goods', 'goods.id', 'offer.goods_id')
          .whereRef('offer.promotion_id', '=', 'promotions.id')
          .$if(goodsIds !== undefined, (query) =>
            query.where(sql<boolean>`(
              offer.role <> 'goods' OR ${isAnyOf('offer.goods_id', goodsIds ?? [])} OR ${isNamed}
            )`),
          )
          .orderBy('offer.id')
          .select([
            'offer.id',
            'offer.goods_id',
            'goods.name',
            'offer.role',
            'offer.price_fen',
            'offer.number',
            'offer.stock',
            'offer.sold',
            'offer.member_limit',
            takenBy(companyId, sql`used.offer_id = offer.id`).as('taken'),
          ]),
      ).as('offers'),
    ])
    .execute();
  return rows.map(promotionOf);
}

/** SQL: units that the company's live orders use. */
function takenBy(companyId: number | null, of: ReturnType<typeof sql>) {
  return sql<number>`(
    SELECT coalesce(sum(used.number), 0)::integer FROM promotion_uses AS used
    WHERE used.live AND used.company_id = ${companyId} AND ${of}
  )`;
}
