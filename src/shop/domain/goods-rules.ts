import type { CartLineToAdd, GoodsCard, Spike } from '#generated/schemas.ts';
import { ladderPrice, ladderStep } from './ladder.ts';
import { leastOf } from './quantity.ts';

/** Least, step and most for a stepper over a listed good, in its units; the server decides at last. */
export function stepperBounds(goods: GoodsCard): { min: number; step: number; max: number } {
  const step = goods.multiple;
  return {
    min: leastOf({ minimum: goods.qg_number, multiple: step }),
    step,
    max: Math.max(step, Math.floor((goods.number ?? 0) / step) * step),
  };
}

/** How many units a buyer may still have at a sale's price: what is left of it, within the buyer's limit; 0 where that may not be seen. */
export function saleAvailable({ left, allowance }: Pick<Spike, 'left' | 'allowance'>): number {
  return left === null ? 0 : Math.max(0, Math.min(left, allowance ?? left));
}

/** What one unit costs in a purchase. */
interface ListedPrice {
  /** Yuan; null where it may not be seen. */
  price: number | null;
  /** It is the sale's. */
  onSale: boolean;
}

/**
 * One unit's price in a purchase of `quantity` units, as far as a listed good shows it; the server prices it anew. A sale's
 * price holds for the whole quantity or not at all (domain §3).
 */
export function unitPrice(goods: GoodsCard, quantity: number): ListedPrice {
  const { spike, price } = goods;
  if (spike !== null && quantity <= saleAvailable(spike)) return { price, onSale: true };
  const ladder = { type: goods.ladder_price_type, steps: goods.ladder_price };
  return { price: ladderPrice(ladder, quantity) ?? spike?.ordinary ?? price, onSale: false };
}

/**
 * What puts so many units of a listed good into the cart (spec §3): the price is what the page shows, and named by the
 * sale or the step of the ladder that it comes from. The server prices it anew.
 */
export function lineToAdd(goods: GoodsCard, quantity: number): CartLineToAdd {
  const { price, onSale } = unitPrice(goods, quantity);
  const ladder = { type: goods.ladder_price_type, steps: goods.ladder_price };
  const step = onSale ? undefined : ladderStep(ladder, quantity);
  return {
    goods_id: goods.id,
    number: quantity,
    ck_id: goods.ck_id,
    is_yj: goods.is_near,
    ...(price !== null && { price }),
    ...(onSale && goods.spike && { goods_price_id: goods.spike.id }),
    ...(step?.id !== undefined && { ladder_price_id: step.id }),
  };
}
