import { expect, test } from 'vitest';
import { priceCart } from '#shop/domain/cart.ts';
import type { CartEntry } from '#shop/domain/cart-entry.ts';
import { fillNearest } from '#shop/domain/cart-fill.ts';
import { entry, promotion, terms } from './promotion.ts';

const reduction = (goods: readonly number[]) =>
  promotion(
    'manjian',
    { tiers: '300 减 9' },
    goods.map((goodsId) => ({ goodsId })),
  );
const fillOf = (entries: readonly CartEntry[], goods: readonly number[], multiple = 1) => {
  const its = terms([reduction(goods)]);
  return fillNearest(
    priceCart(entries, its),
    entries,
    its,
    (_, quantity) => Math.ceil(quantity / multiple) * multiple,
  );
};

test('of the goods of a full reduction the one is bought more of that passes the tier by least', () => {
  // ¥140 are missing: 5 × 30 passes it by ¥10, 3 × 60 by ¥40; the third good is in no reduction.
  const entries = [entry(1, 60, 1), entry(2, 30, 1), entry(3, 1, 9), entry(4, 70, 1)];
  expect(fillOf(entries, [1, 2, 4])).toEqual({ lineId: 4, quantity: 3, more: 2 });
  expect(fillOf(entries, [1, 2])).toMatchObject({ lineId: 2 });
});

test('whole packages are bought', () => {
  expect(fillOf([entry(1, 10, 20)], [1], 20)).toEqual({ lineId: 1, quantity: 40, more: 20 });
});

test('nothing is named where more of it would be cheaper and so not reach the tier', () => {
  const ladder = { type: 2 as const, steps: [{ number: 3, price: 5000 }] };
  expect(fillOf([entry(1, 100, 2, { ladder })], [1])).toBeNull();
});

test('a cart that lacks nothing, or cannot have more, is filled with nothing', () => {
  const its = terms([reduction([1])]);
  const full = [entry(1, 100, 3)];
  expect(fillNearest(priceCart(full, its), full, its, (_, quantity) => quantity)).toBeNull();
  const short = [entry(1, 100, 2)];
  expect(fillNearest(priceCart(short, its), short, its, () => 2)).toBeNull();
});
