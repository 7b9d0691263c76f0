import type { Tag } from '#generated/schemas.ts';
import type { OpenPromotion } from '#shop/domain/promotions/open.ts';
import type { LastPrice } from '../../pricing/index.ts';

/** Data of a card that is not part of the good's own facts. */
export interface CardExtras {
  /** The company's last purchase of it. */
  last?: LastPrice | null;
  /** The open promotions that decide its price ({@link promotionsForCards} of the module promotions). */
  promotions?: readonly OpenPromotion[] | undefined;
  /** Labels of the promotions that it is in. */
  marks?: readonly Tag[] | undefined;
}
