import type { Tag } from '#generated/schemas.ts';
import type { OpenPromotion } from '#shop/domain/promotions/open.ts';
import type { LastPrice } from '../../pricing/index.ts';

/** What a card shows besides the good itself. */
export interface CardExtras {
  /** What this company last paid. */
  last?: LastPrice | undefined;
  /** The open promotions that decide its price (services/promotions/card-offers). */
  promotions?: readonly OpenPromotion[] | undefined;
  /** Marks of the promotions that it is in. */
  marks?: readonly Tag[] | undefined;
}
