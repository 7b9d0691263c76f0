import type { Tag } from '#generated/schemas.ts';
import { kindOf, MARKED_KINDS } from '#shop/domain/promotions/index.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { kindsAround } from './shared.ts';

/** Most labels of promotions on a card. */
const MAX_MARKS = 2;

/** Goods id -> labels of the open promotions that name the good: 满减, 满赠, 拼团 … */
export async function marksOf(db: Db, goodsIds: readonly number[], now: number): Promise<Map<number, Tag[]>> {
  const marks = new Map<number, Tag[]>();
  for (const [goodsId, kinds] of await kindsAround(db, goodsIds, now)) {
    const marked = kinds.filter((kind) => MARKED_KINDS.includes(kind));
    const texts = [...new Set(marked.map((kind) => kindOf(kind)?.name ?? kind))];
    if (texts.length === 0) continue;
    marks.set(
      goodsId,
      texts.slice(0, MAX_MARKS).map((text): Tag => ({ text, tone: 'promo' })),
    );
  }
  return marks;
}
