import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conditionsAsPlaced, type PurchaseTerms } from '#shop/domain/purchase-terms.ts';
import { restoredTerms, storedTerms } from '#shop/domain/stored-terms.ts';
import { randomCart } from './random-cart.ts';

const purchaseTerms: fc.Arbitrary<PurchaseTerms> = randomCart.map(({ entries, terms }) => ({
  entries,
  giftEntries: entries.slice(0, 1),
  goods: [],
  cart: terms,
  coupon: null,
  vouchers: [],
  voucherShare: 0.3,
  teamPrice: null,
  pieces: entries.map(({ id, goodsId, quantity }, key) => ({
    key,
    lineId: id,
    goodsId,
    gift: false,
    offerId: null,
    quantity,
  })),
}));

describe('the terms of a purchase', () => {
  test('come back from JSON as they were stored', () => {
    fc.assert(
      fc.property(purchaseTerms, (terms) => {
        const restored = restoredTerms(JSON.parse(JSON.stringify(storedTerms(terms))));
        expect(restored).toEqual(JSON.parse(JSON.stringify(terms)));
        expect(conditionsAsPlaced(restored)).toEqual(conditionsAsPlaced(terms));
      }),
      { numRuns: 20 },
    );
  });

  test('keep the field names that rows in databases have', () => {
    fc.assert(
      fc.property(purchaseTerms, (terms) => {
        const { entries, pieces, cart } = storedTerms(terms);
        for (const entry of entries)
          expect(entry).toMatchObject({ number: expect.any(Number), place: expect.any(Number) });
        for (const part of entries.flatMap(({ parts }) => parts)) expect(part).toHaveProperty('number');
        for (const piece of pieces) expect(piece).toHaveProperty('number');
        for (const stock of cart.giftStock) expect(stock).toHaveProperty('place');
        for (const offer of cart.promotions.flatMap(({ offers }) => offers))
          expect(offer).toHaveProperty('number');
      }),
      { numRuns: 20 },
    );
  });
});
