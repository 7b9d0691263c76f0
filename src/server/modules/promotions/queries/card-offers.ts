import { PRICE_KINDS } from '#shop/domain/promotions/index.ts';
import { type OpenPromotion, openPromotions } from '#shop/domain/promotions/open.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { promotionsAround } from './shared.ts';

/** The open promotions that decide what a card of these goods shows as its price. */
export async function promotionsForCards(
  db: Db,
  goodsIds: readonly number[],
  { companyId, now }: { companyId: number | null; now: number },
): Promise<OpenPromotion[]> {
  return openPromotions(await promotionsAround(db, goodsIds, { companyId, now, kinds: PRICE_KINDS }), now);
}
