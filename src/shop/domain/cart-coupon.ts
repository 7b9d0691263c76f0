import type { PricedCart, PricedLine } from './cart.ts';
import { priceCart } from './cart.ts';
import type { CartEntry, CartTerms } from './cart-entry.ts';
import { counts, lineTotal } from './cart-totals.ts';
import type { Fen } from './money.ts';
import { ofStage, openPromotions } from './promotions/open.ts';

/** What the counted lines come to. */
const total = (lines: readonly PricedLine[]): Fen =>
  lines.filter(counts).reduce((sum, line) => sum + lineTotal(line), 0);

/** How much more the same goods come to when a coupon is used, since discounts give way to it; the coupon is not in it. */
export function discountsForgone(shown: readonly PricedLine[], couponed: readonly PricedLine[]): Fen {
  return Math.max(0, total(couponed) - total(shown));
}

/** What a coupon on the selected lines of a cart would forgo; 0 where none can be used on any of them. */
export function cartDiscountsForgone(
  entries: readonly CartEntry[],
  terms: CartTerms,
  { lines, totals }: Pick<PricedCart, 'lines' | 'totals'>,
): Fen {
  if (totals.couponTotal === 0 || !hasDiscountThatYields(terms)) return 0;
  // What is not counted now stays so, or an exchange that only full prices earn would count as forgone.
  const chosen = entries.map((entry) => ({ ...entry, selected: totals.selectedIds.includes(entry.id) }));
  return discountsForgone(lines, priceCart(chosen, { ...terms, couponed: true }).lines);
}

/** Is a discount open that excludes coupons? */
function hasDiscountThatYields({ promotions, now }: CartTerms): boolean {
  return ofStage(openPromotions(promotions, now), 'unit').some(
    ({ of, effect }) => !effect.replaces && !of.couponAllowed,
  );
}
