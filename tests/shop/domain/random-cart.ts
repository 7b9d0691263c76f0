import * as fc from 'fast-check';
import type { CartEntry, CartTerms } from '#shop/domain/cart-entry.ts';
import type { Promotion } from '#shop/domain/promotions/promotion.ts';
import { entry, NOW, promotion, terms } from './promotion.ts';

/** A cart that meets promotions of every kind that has a say in it; as plain data, so that it can travel. */
export interface RandomCart {
  entries: CartEntry[];
  terms: CartTerms;
}

const GOODS = 8;

/** With ids of their own, so that carts of one seed are the same wherever they are made. */
const promotions: Promotion[][] = [
  [promotion('manjian', { tiers: '50 减 3\n200 减 20\n500 减 66.67' }, ids(1, 4).map(good), { id: 911 })],
  [promotion('manjian', { tiers: '100 减 9.99' }, [], { id: 912 })],
  [promotion('welfare', { percent: 94 }, [], { id: 913 })],
  [
    promotion(
      'spike',
      {},
      ids(1, 3).map((goodsId) => ({ goodsId, price: 3.33, left: 20, allowance: 9 })),
      { id: 914 },
    ),
  ],
  [
    promotion(
      'daily',
      {},
      ids(2, 5).map((goodsId) => ({ goodsId, price: 4.44, left: 50, allowance: null })),
      { id: 915 },
    ),
  ],
  [promotion('gift', { amount: 60, most: 3 }, [gift(7, 0, 1), gift(8, 0.01, 2)], { id: 916 })],
  [
    promotion('exchange', { amount: 80, units: 2 }, [{ goodsId: 6, role: 'exchange', price: 1.99 }], {
      id: 901,
    }),
  ],
  [promotion('set', { price: 17.77 }, [part(4, 2), part(5, 1)], { id: 902, left: 30 })],
  [promotion('choose', { price: 11.11, pieces: 3 }, ids(4, 7).map(good), { id: 903 })],
];

function ids(from: number, until: number): number[] {
  return Array.from({ length: until - from }, (_, index) => from + index);
}

function good(goodsId: number) {
  return { goodsId };
}

function part(goodsId: number, quantity: number) {
  return { goodsId, quantity };
}

function gift(goodsId: number, price: number, quantity: number) {
  return { goodsId, role: 'gift' as const, price, quantity, left: 40 };
}

const base = fc.record({
  goodsId: fc.integer({ min: 1, max: GOODS }),
  price: fc.integer({ min: 1, max: 9_999 }),
  quantity: fc.integer({ min: 1, max: 60 }),
  selected: fc.boolean(),
  purchasable: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
  stock: fc.integer({ min: 0, max: 400 }),
  hm: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
  isYx: fc.boolean(),
  controlled: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
  level: fc.constantFrom(0, 0, 1, 7),
  rung: fc.option(fc.integer({ min: 2, max: 20 })),
  type: fc.constantFrom(0, 0, 1, 1, 3, 31, 32),
});

const SET_PARTS = {
  31: [part(4, 2), part(5, 1)],
  32: [part(4, 1), part(6, 2)],
} as const;

/** A line of the cart; type 31 and 32 stand for a fixed set and one that was chosen. */
const line = base.map(({ price, level, rung, type, ...rest }): CartEntry => {
  const basePrice = Math.max(1, price - level);
  const set = type === 31 || type === 32 ? SET_PARTS[type] : null;
  const promotionId = type === 3 ? 901 : type === 31 ? 902 : type === 32 ? 903 : null;
  return {
    ...entry(0, 1, rest.quantity),
    ...rest,
    ...(type === 3 ? { goodsId: 6 } : {}),
    type: promotionId === null ? type : 3,
    promotionId,
    listPrice: price,
    basePrice,
    warehouseId: rest.goodsId % 2 === 0 ? 1 : 2,
    ladder: {
      type: 2,
      steps: rung === null ? [] : [{ number: rung, price: Math.max(1, basePrice - 3) }],
    },
    parts: set
      ? set.map((one) => ({ ...one, price: Math.max(1, price - one.goodsId), stock: rest.stock }))
      : [],
  };
});

/** Carts of up to ten lines under any of the promotions; ids run from 1. */
export const randomCart: fc.Arbitrary<RandomCart> = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 10 }),
    open: fc.subarray(promotions),
    couponed: fc.boolean(),
  })
  .map(({ lines, open, couponed }) => ({
    entries: lines.map((one, index) => ({ ...one, id: index + 1 })),
    terms: terms(open.flat(), {
      couponed,
      giftStock: [
        { goodsId: 7, warehouseId: 2, stock: 5 },
        { goodsId: 8, warehouseId: 1, stock: 9 },
      ],
      now: NOW,
    }),
  }));
