import * as fc from 'fast-check';
import { priceCart } from '#shop/domain/cart.ts';
import { planOrders } from '#shop/domain/checkout.ts';
import { piecesOf } from '#shop/domain/checkout-pieces.ts';
import { type RandomCart, randomCart } from './random-cart.ts';

/** FNV-1a over the text's code units: short, and the same wherever it is computed. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  }
  return sum >>> 0;
}

/** Everything that a cart comes to: lines, totals, hints in words, and the orders with their shares. */
function figures({ entries, terms }: RandomCart): unknown {
  const { counted, ...cart } = priceCart(entries, terms);
  const chosen = cart.lines.filter(({ selected }) => selected);
  const pieces = piecesOf(chosen, () => ({ brandId: null, categoryIds: [] }));
  const rights = { coupon: null, vouchers: [] };
  const planTerms = { shipping: terms.shipping, voucherShare: 0.3, now: terms.now };
  return [cart, [...counted], pieces.length > 0 ? planOrders(pieces, rights, planTerms) : null];
}

/** The hashes of `count` random carts' figures, one for each hundred; the same seed makes the same carts. */
export function digest(seed: number, count: number): number[] {
  const carts = fc.sample(randomCart, { seed, numRuns: count });
  const hundreds = Array.from({ length: Math.ceil(count / 100) }, (_, index) => index * 100);
  return hundreds.map((from) => hash(JSON.stringify(carts.slice(from, from + 100).map(figures))));
}
