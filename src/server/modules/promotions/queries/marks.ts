import type { Tag } from '#generated/schemas.ts';
import { kindOf, MARKED_KINDS } from '#shop/domain/promotions/index.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** Most labels of promotions on a card. */
const MAX_MARKS = 2;

/** Goods id -> labels of the open promotions that name the good: 满减, 满赠, 拼团 … */
export async function marksOf(db: Db, goodsIds: readonly number[], now: number): Promise<Map<number, Tag[]>> {
  if (goodsIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('promotion_goods as offer')
    .innerJoin('promotions', 'promotions.id', 'offer.promotion_id')
    .where('offer.goods_id', 'in', [...goodsIds])
    .where('offer.role', '=', 'goods')
    .where('promotions.kind', 'in', MARKED_KINDS)
    .where('promotions.withdrawn', '=', false)
    .where('promotions.starts_at', '<=', now)
    .where('promotions.ends_at', '>', now)
    .orderBy('promotions.id')
    .select(['offer.goods_id', 'promotions.kind'])
    .execute();
  const marks = new Map<number, Tag[]>();
  for (const [goodsId, its] of Map.groupBy(rows, (row) => row.goods_id)) {
    const texts = [...new Set(its.map(({ kind }) => kindOf(kind)?.name ?? kind))];
    marks.set(
      goodsId,
      texts.slice(0, MAX_MARKS).map((text): Tag => ({ text, tone: 'promo' })),
    );
  }
  return marks;
}
