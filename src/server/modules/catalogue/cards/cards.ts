import type { GoodsCard, SiteConfig } from '#generated/schemas.ts';
import { monthsAhead } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Visitor } from '../../../kernel/http/visitor.ts';
import { lastPrices, viewingOf } from '../../pricing/index.ts';
import { marksOf, promotionsForCards } from '../../promotions/index.ts';
import { cardOf, type Occasion } from './card.ts';
import { loadCardFacts } from './facts.ts';

/** What of a request decides how goods look. */
export interface Asking {
  db: Db;
  visitor: Visitor;
  site: SiteConfig;
  now: number;
}

export function occasionOf({ visitor, site, now }: Asking): Occasion {
  const nearBefore = monthsAhead(now, site.constants.trade.nearExpiryMonths);
  return { viewing: viewingOf(visitor, site), now, nearBefore };
}

/** The goods with these ids as cards, in that order. */
export async function cardsFor(asking: Asking, ids: readonly number[]): Promise<GoodsCard[]> {
  const occasion = occasionOf(asking);
  const { companyId, priced } = occasion.viewing;
  const facts = await loadCardFacts(asking.db, ids, occasion.viewing, asking.now);
  const last = companyId !== null && priced ? await lastPrices(asking.db, companyId, ids) : null;
  const promotions = await promotionsForCards(asking.db, ids, { companyId, now: asking.now });
  const marks = await marksOf(asking.db, ids, asking.now);
  return facts.map((one) =>
    cardOf(one, occasion, { last: last?.get(one.id), marks: marks.get(one.id), promotions }),
  );
}
