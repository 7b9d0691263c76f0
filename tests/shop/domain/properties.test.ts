import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cartTotals, type LineFigures } from '#shop/domain/cart-totals.ts';
import { planOrders } from '#shop/domain/checkout.ts';
import type { Piece } from '#shop/domain/checkout-pieces.ts';
import { ladderPrice } from '#shop/domain/ladder.ts';
import { toFen, toYuan } from '#shop/domain/money.ts';
import { partOf } from '#shop/domain/part-of.ts';
import type { Coupon } from '#shop/domain/promotions/coupon.ts';
import { fitQuantity, quantityProblem } from '#shop/domain/quantity.ts';
import { shippingGroup } from '#shop/domain/shipping.ts';
import { spread } from '#shop/domain/spread.ts';

const fen = fc.integer({ min: 0, max: 100_000_000 });
const weights = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 60 });
const keyed = (list: number[]) => list.map((weight, key) => ({ key, weight }));
const sum = (parts: Iterable<number>) => [...parts].reduce((total, part) => total + part, 0);

describe('money', () => {
  test('fen to yuan and back is the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (n) => {
        expect(toFen(toYuan(n))).toBe(n);
      }),
    );
  });
});

describe('spreading', () => {
  test('the parts equal the whole, and are never negative', () => {
    fc.assert(
      fc.property(fen, weights, (total, list) => {
        const parts = [...spread(total, keyed(list)).values()];
        expect(sum(parts)).toBe(total);
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('no part exceeds its weight while the whole does not', () => {
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const parts = spread(Math.floor(sum(list) * share), keyed(list));
        for (const { key, weight } of keyed(list)) expect(parts.get(key)).toBeLessThanOrEqual(weight);
      }),
    );
  });

  test('the order of receivers does not matter', () => {
    fc.assert(
      fc.property(fen, weights, (total, list) => {
        const forth = spread(total, keyed(list));
        const back = spread(total, keyed(list).toReversed());
        for (const [key, part] of forth) expect(back.get(key)).toBe(part);
      }),
    );
  });
});

describe('parts of a frozen amount', () => {
  test('units that go back one after another add up to the whole, to the fen', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fen, steps, (whole, list) => {
        const quantity = sum(list);
        let taken = 0;
        const parts = list.map((more) => {
          const part = partOf(whole, quantity, taken, more);
          taken += more;
          return part;
        });
        expect(sum(parts)).toBe(whole);
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

const line: fc.Arbitrary<LineFigures> = fc
  .record({
    id: fc.nat(),
    type: fc.constantFrom(0, 1, 3),
    quantity: fc.integer({ min: 1, max: 9999 }),
    price: fc.integer({ min: 1, max: 1_000_000 }),
    selected: fc.boolean(),
    withCoupon: fc.boolean(),
    reduced: fc.double({ min: 0, max: 1, noNaN: true }),
    giftTotal: fen,
    purchasable: fc.boolean(),
    stock: fc.integer({ min: 0, max: 9999 }),
  })
  .map(({ reduced, ...rest }) =>
    Object.assign(rest, { manjianAmount: Math.floor(rest.quantity * rest.price * reduced) }),
  );

describe('cart totals', () => {
  test('0 ≤ coupon-eligible ≤ selected ≤ total', () => {
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const { total, selectedTotal, couponTotal } = cartTotals(lines);
        expect(couponTotal).toBeGreaterThanOrEqual(0);
        expect(couponTotal).toBeLessThanOrEqual(selectedTotal);
        expect(selectedTotal).toBeLessThanOrEqual(total);
      }),
    );
  });

  test('the order of lines does not matter', () => {
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const { selectedIds, ...forth } = cartTotals(lines);
        const { selectedIds: backIds, ...back } = cartTotals(lines.toReversed());
        expect(back).toEqual(forth);
        expect(backIds.toReversed()).toEqual(selectedIds);
      }),
    );
  });
});

const pieces: fc.Arbitrary<Piece[]> = fc
  .array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 500 }),
      price: fc.integer({ min: 1, max: 100_000 }),
      withCoupon: fc.boolean(),
      hm: fc.boolean(),
      warehouseId: fc.integer({ min: 1, max: 3 }),
      isYx: fc.boolean(),
      dpbyNumber: fc.option(fc.integer({ min: 1, max: 600 })),
      reduced: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((lines) =>
    lines.map(({ reduced, ...rest }, key) => {
      const amount = rest.quantity * rest.price;
      const manjianReduce = Math.floor(amount * reduced);
      const { price: base, quantity: number } = rest;
      return {
        ...rest,
        key,
        lineId: key,
        goodsId: key,
        amount,
        setReduce: 0,
        manjianReduce,
        eligible: amount - manjianReduce,
        gift: false,
        promotionId: null,
        offerId: null,
        setNo: null,
        sets: null,
        setName: null,
        categoryIds: [],
        brandId: null,
        explanation: { base, number, steps: [], missed: [], total: amount - manjianReduce },
      };
    }),
  );

const vouchers = fc
  .array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 4 })
  .map((amounts) =>
    amounts.map((amount, id) => ({ id, amount, startsAt: 0, endsAt: 10, used: false, void: false })),
  );

const coupon: fc.Arbitrary<Coupon> = fc.record({
  id: fc.constant(1),
  kind: fc.constantFrom('amount', 'percent'),
  value: fc.integer({ min: 0, max: 10_000 }),
  threshold: fc.integer({ min: 0, max: 1_000_000 }),
  scope: fc.constant('all'),
  scopeIds: fc.constant([]),
  startsAt: fc.constant(0),
  endsAt: fc.constant(10),
  used: fc.constant(false),
  void: fc.constant(false),
});

describe('planned orders', () => {
  const shipping = {
    site: { freeFrom: 50_000, fee: 1500, unshipped: 0 },
    yx: { freeFrom: 19_900, fee: 1000, unshipped: 0 },
    hm: { freeFrom: 50_000, fee: 1500, unshipped: 0 },
  };
  const planTerms = { shipping, voucherShare: 0.3, now: 5 };

  test('the orders add up to the checkout, the lines to their order; nothing is negative', () => {
    fc.assert(
      fc.property(pieces, fc.option(coupon), vouchers, (lines, offer, notes) => {
        const plan = planOrders(lines, { coupon: offer, vouchers: notes }, planTerms);
        expect(sum(plan.orders.map((order) => order.payable))).toBe(plan.payable);
        const off = plan.manjianReduce + plan.couponReduce + plan.voucherReduce;
        expect(plan.goodsAmount - off + plan.shippingFee).toBe(plan.payable);
        expect(plan.voucherReduce).toBe(Math.min(sum(notes.map(({ amount }) => amount)), plan.voucherLimit));
        for (const order of plan.orders) {
          expect(sum(order.lines.map((part) => part.payable)) + order.shippingFee).toBe(order.payable);
          for (const part of order.lines) {
            expect(part.payable).toBeGreaterThanOrEqual(0);
            expect(part.explanation.total).toBe(part.payable);
            expect(part.hm ? part.voucherReduce : 0).toBe(0);
          }
        }
        expect(plan.orders.flatMap((order) => order.lines)).toHaveLength(lines.length);
      }),
    );
  });

  test('优选 goods, ephedrine and the others pay their own shipping, each once', () => {
    fc.assert(
      fc.property(pieces, (lines) => {
        const none = { coupon: null, vouchers: [] };
        const feeOf = (group: Piece[]) =>
          group.length > 0 ? planOrders(group, none, planTerms).shippingFee : 0;
        const groups = [...Map.groupBy(lines, shippingGroup).values()];
        const apart = groups.reduce((sum, group) => sum + feeOf(group), 0);
        expect(planOrders(lines, none, planTerms).shippingFee).toBe(apart);
      }),
    );
  });

  test('no order mixes warehouses, or ephedrine with the rest', () => {
    fc.assert(
      fc.property(pieces, (lines) => {
        const { orders } = planOrders(lines, { coupon: null, vouchers: [] }, planTerms);
        for (const order of orders) {
          for (const { key } of order.lines) {
            expect(lines[key]).toMatchObject({ hm: order.hm, warehouseId: order.warehouseId });
          }
        }
      }),
    );
  });
});

describe('ladders', () => {
  test('a falling ladder never makes one unit dearer by buying more', () => {
    const falling = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 })), { maxLength: 6 })
      .map((steps) => {
        const prices = steps.map(([, price]) => price).toSorted((a, b) => b - a);
        const numbers = [...new Set(steps.map(([number]) => number))].toSorted((a, b) => a - b);
        return numbers.map((number, index) => ({ number, price: prices[index] ?? 1 }));
      });
    fc.assert(
      fc.property(falling, fc.constantFrom(1 as const, 2 as const), fc.nat(120), (steps, type, quantity) => {
        const at = (n: number) => ladderPrice({ type, steps }, n) ?? 100;
        expect(at(quantity + 1)).toBeLessThanOrEqual(at(quantity));
      }),
    );
  });
});

describe('quantities', () => {
  test('what is fitted breaks no rule', () => {
    const cap = fc.option(fc.integer({ min: 0, max: 500 }));
    const rules = fc.record({
      minimum: fc.integer({ min: 1, max: 50 }),
      multiple: fc.integer({ min: 1, max: 20 }),
      stock: fc.integer({ min: 0, max: 500 }),
      perOrder: cap,
      allowance: cap,
    });
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 1000 }), rules, (requested, limits) => {
        const fitted = fitQuantity(requested, limits);
        fc.pre(fitted > 0);
        expect(quantityProblem(fitted, limits, '盒')).toBeNull();
      }),
    );
  });
});
