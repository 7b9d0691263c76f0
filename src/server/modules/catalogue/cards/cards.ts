import type { GoodsCard, SiteConfig } from '#generated/schemas.ts';
import { nearExpiryLimit } from '#shop/domain/near-expiry.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Visitor } from '../../../kernel/http/visitor.ts';
import { viewerOf } from '../../pricing/index.ts';
import { marksOf, promotionsForCards } from '../../promotions/index.ts';
import { type CardContext, cardOf } from './card.ts';
import { loadCardFacts } from './facts.ts';

/** The parts of a request that goods, cards and promotions depend on. */
export interface CatalogueContext {
  db: Db;
  visitor: Visitor;
  site: SiteConfig;
  now: number;
}

/** The context of all cards of one request. */
export function cardContextOf({ visitor, site, now }: CatalogueContext): CardContext {
  const nearBefore = nearExpiryLimit(now, site);
  return { viewer: viewerOf(visitor, site), now, nearBefore };
}

/** The goods with these ids as cards, in that order. */
export async function cardsFor(context: CatalogueContext, ids: readonly number[]): Promise<GoodsCard[]> {
  const cardContext = cardContextOf(context);
  const { companyId, seesPrices } = cardContext.viewer;
  const [facts, promotions, marks] = await Promise.all([
    loadCardFacts(context.db, ids, cardContext.viewer, context.now),
    promotionsForCards(context.db, ids, { companyId, now: context.now }),
    marksOf(context.db, ids, context.now),
  ]);
  return facts.map((one) =>
    cardOf(one, cardContext, { last: seesPrices ? one.last : null, marks: marks.get(one.id), promotions }),
  );
}
