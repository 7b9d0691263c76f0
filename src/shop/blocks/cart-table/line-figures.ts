import type { CartLine } from '#generated/schemas.ts';
import { LINE_TYPE } from '#shop/domain/cart-totals.ts';
import { ladderPrice } from '#shop/domain/ladder.ts';

/** Price and amount of a line in yuan; null where they may not be seen, or only the server can tell. */
export interface LineFigures {
  price: number | null;
  amount: number | null;
}

/** What the line will come to with `quantity` units, until the server has answered. */
export function figuresFor(line: CartLine, quantity: number): LineFigures {
  if (quantity === line.number) return { price: line.price, amount: line.amount };
  // More of a flash sale may be more than it has left, or than the buyer may have: no price is better than a wrong one.
  if (line.type === LINE_TYPE.spike && quantity > line.number) return { price: line.price, amount: null };
  const price = draftPrice(line, quantity);
  // Through fen: yuan as binary fractions do not multiply exactly.
  return { price, amount: price === null ? null : (Math.round(price * 100) * quantity) / 100 };
}

function draftPrice({ type, price, goods }: CartLine, quantity: number): number | null {
  if (price === null || type === LINE_TYPE.spike || type === LINE_TYPE.combination) return price;
  const ladder = { type: goods.ladder_price_type, steps: goods.ladder_price };
  return (
    ladderPrice(ladder, quantity) ?? (goods.ladder_price.length > 0 ? (goods.sale_price ?? price) : price)
  );
}
