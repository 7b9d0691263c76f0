import { type OpenPromotion, openPromotions } from '#domain/promotions/open.ts';
import type { Db } from '../../db/schema.ts';
import { loadPromotions } from './load.ts';

/** The kinds that make the price of one unit of a good outside of a cart. */
const KINDS = ['spike', 'daily', 'welfare'];

/** The open promotions that decide what a card of these goods shows as its price. */
export async function promotionsForCards(
  db: Db,
  goodsIds: readonly number[],
  { companyId, now }: { companyId: number | null; now: number },
): Promise<OpenPromotion[]> {
  return openPromotions(await loadPromotions(db, { now, kinds: KINDS, goodsIds, companyId }), now);
}
