import { describe, expect, test } from 'vitest';
import { priceCart } from '#shop/domain/cart.ts';
import type { CartEntry } from '#shop/domain/cart-entry.ts';
import { planOrders } from '#shop/domain/checkout.ts';
import { piecesOf } from '#shop/domain/checkout-pieces.ts';
import { entry, terms } from './promotion.ts';

function plan(entries: readonly CartEntry[]) {
  const circumstances = terms();
  const pieces = piecesOf(priceCart(entries, circumstances).lines, () => ({
    brandId: null,
    categoryIds: [],
  }));
  const { shipping, now } = circumstances;
  return planOrders(pieces, { coupon: null, vouchers: [] }, { shipping, voucherShare: 0, now });
}

const yx = { isYx: true };

describe('shipping of 优选 goods: free from 199, of ephedrine and of the others from 500', () => {
  test.each([
    {
      name: 'both below: both fees',
      entries: [entry(1, 198.99, 1, yx), entry(2, 499.99, 1)],
      fees: [15, 10],
    },
    {
      name: '优选 reached: the site fee alone',
      entries: [entry(1, 199, 1, yx), entry(2, 10, 1)],
      fees: [15, 0],
    },
    {
      name: 'the others reached: 优选 pays',
      entries: [entry(1, 10, 1, yx), entry(2, 500, 1)],
      fees: [0, 10],
    },
    { name: 'only 优选: nothing for the site', entries: [entry(1, 10, 1, yx)], fees: [0, 10] },
    { name: 'no 优选: nothing for it', entries: [entry(1, 10, 1)], fees: [15, 0] },
    {
      name: 'single-item free shipping frees its own group',
      entries: [entry(1, 1, 5, { ...yx, dpbyNumber: 5 }), entry(2, 1, 1, yx), entry(3, 1, 1)],
      fees: [15, 0],
    },
    {
      name: 'ephedrine counts towards nothing else, nor anything towards it',
      entries: [entry(1, 499, 1, { hm: true }), entry(2, 499, 1), entry(3, 198, 1, yx)],
      fees: [15, 10, 15],
    },
    {
      name: 'ephedrine that is 优选 ships with ephedrine',
      entries: [entry(1, 301, 1, { hm: true, ...yx }), entry(2, 199, 1, { hm: true })],
      fees: [0, 0, 0],
    },
  ])('$name', ({ entries, fees: [site = 0, own = 0, hm = 0] }) => {
    const { fees, shippingFee } = plan(entries);
    expect(fees).toEqual({ site: site * 100, yx: own * 100, hm: hm * 100 });
    expect(shippingFee).toBe((site + own + hm) * 100);
  });

  test('each fee is borne by the first order that has goods of the group', () => {
    const { orders } = plan([
      entry(1, 10, 1, { warehouseId: 2, ...yx }),
      entry(2, 10, 1, { warehouseId: 1 }),
    ]);
    expect(orders.map(({ warehouseId, shippingFee }) => [warehouseId, shippingFee])).toEqual([
      [1, 1500],
      [2, 1000],
    ]);
  });

  test('the cart tells what each group lacks, and nothing of a group that is not chosen', () => {
    const lines = [entry(1, 100, 1, yx), entry(2, 400, 1)];
    const { shipping } = priceCart(lines, terms());
    expect(shipping.yx).toEqual({ remaining: 9900, hint: '优选商品还差 ¥99.00 包邮' });
    expect(shipping.site).toEqual({ remaining: 10_000, hint: '还差 ¥100.00 包邮' });
    const [own] = lines;
    if (!own) throw new Error('no line');
    expect(priceCart([own], terms()).shipping.site.hint).toBeNull();
  });
});
