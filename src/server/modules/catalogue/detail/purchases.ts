import type { PastPurchase } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import { lastPurchases } from '../../pricing/index.ts';
import { priceNoticeOf } from '../cards/card.ts';
import { type CatalogueContext, cardContextOf } from '../cards/cards.ts';
import { loadCardFacts } from '../cards/facts.ts';

/** So many are shown: enough to see which way a price goes. */
const MOST = 5;

/**
 * `goods.purchases`: what this company paid for a good the last times, the newest first; none for nobody and where the
 * price is hidden. Null when there is no such good or it is not on sale.
 */
export async function pastPurchases(context: CatalogueContext, id: number): Promise<PastPurchase[] | null> {
  const { viewer } = cardContextOf(context);
  const [facts] = await loadCardFacts(context.db, [id], viewer, context.now);
  if (!facts?.on_sale) return null;
  if (viewer.companyId === null || priceNoticeOf(facts, viewer) !== null) return [];
  const rows = await lastPurchases(context.db, viewer.companyId, id, MOST);
  return rows.map(({ price, quantity, at }) => ({ price: toYuan(price), number: quantity, at }));
}
