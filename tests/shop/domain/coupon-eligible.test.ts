import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceCart } from '#shop/domain/cart.ts';
import { cartTotals } from '#shop/domain/cart-totals.ts';
import { couponLines } from '#shop/domain/checkout.ts';
import { piecesOf } from '#shop/domain/checkout-pieces.ts';
import { couponEffect } from '#shop/domain/promotions/coupon.ts';
import { couponOf, NOW } from './promotion.ts';
import { randomCart } from './random-cart.ts';

const coupon = (threshold: number) => couponOf({ kind: 'amount', value: 1, threshold });

test('a coupon is held against the total that the cart shows as eligible, of any cart', () => {
  fc.assert(
    fc.property(randomCart, ({ entries, terms }) => {
      const price = (couponed: boolean) => priceCart(entries, { ...terms, couponed }).lines;
      const shown = price(false).filter(({ selected }) => selected);
      const ids = new Set(shown.map(({ id }) => id));
      const couponed = price(true).filter(({ id }) => ids.has(id));
      expect(couponed.map(({ withCoupon }) => withCoupon)).toEqual(shown.map((line) => line.withCoupon));
      const { couponTotal } = cartTotals(shown);
      const lines = couponLines(piecesOf(couponed, () => ({ brandId: null, categoryIds: [] }), shown));
      const effect = (threshold: number) => couponEffect(coupon(threshold), lines, NOW);
      expect(effect(couponTotal).usable).toBe(couponTotal > 0);
      expect(effect(couponTotal + 1).usable).toBe(false);
    }),
  );
});
