import { type PricedCart, type PricedLine, priceCart } from './cart.ts';
import type { CartEntry, CartTerms } from './cart-entry.ts';
import { LINE_TYPE } from './cart-totals.ts';

/** More of a line that brings its full reduction to the next tier. */
export interface Fill {
  lineId: number;
  /** The line's new quantity. */
  quantity: number;
  /** How many that is more than now. */
  more: number;
}

/** The lines that cost least beyond what is missing; a further one would only be worse. */
const TRIED = 3;

/**
 * What to buy more of for the next tier of the nearest full reduction: of its lines the one that passes the tier by the
 * least amount. The whole cart is priced again for each try, since more units may also be cheaper ones.
 * @param fit the quantity nearest to the asked one that the limits of a line allow; 0 where none is
 */
export function fillNearest(
  cart: PricedCart,
  entries: readonly CartEntry[],
  terms: CartTerms,
  fit: (lineId: number, quantity: number) => number,
): Fill | null {
  const [nearest] = cart.open;
  if (!nearest) return null;
  return (
    cart.lines
      .filter(({ id, type }) => type === LINE_TYPE.plain && nearest.lines.includes(id))
      .flatMap((line) => fillOf(line, nearest.missing, fit))
      .toSorted((a, b) => a.cost - b.cost)
      .slice(0, TRIED)
      .find(({ fill }) => {
        const more = entries.map((entry) =>
          entry.id === fill.lineId ? { ...entry, quantity: fill.quantity } : entry,
        );
        const after = priceCart(more, terms).reached.get(nearest.promotionId) ?? 0;
        return after >= nearest.target;
      })?.fill ?? null
  );
}

function fillOf(
  { id, price, quantity }: PricedLine,
  missing: number,
  fit: (lineId: number, quantity: number) => number,
): { fill: Fill; cost: number }[] {
  if (price <= 0) return [];
  const fitted = fit(id, quantity + Math.ceil(missing / price));
  const more = fitted - quantity;
  const cost = more * price;
  return cost < missing ? [] : [{ fill: { lineId: id, quantity: fitted, more }, cost }];
}
