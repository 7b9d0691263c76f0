import { readdirSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceCart } from '#shop/domain/cart.ts';
import { lineTotal } from '#shop/domain/cart-totals.ts';
import { planOrders } from '#shop/domain/checkout.ts';
import { piecesOf } from '#shop/domain/checkout-pieces.ts';
import { COUPON_BARRED } from '#shop/domain/promotions/coupon.ts';
import { kindOf } from '#shop/domain/promotions/index.ts';
import type { RuleField } from '#shop/domain/promotions/kind.ts';
import { KINDS } from '#shop/domain/promotions/kinds.ts';
import { RuleProblem } from '#shop/domain/promotions/read-rule.ts';
import { thresholdsOf } from '#shop/domain/promotions/thresholds.ts';
import { entry, promotion, terms } from './promotion.ts';
import { randomCart } from './random-cart.ts';

/** Files beside the kinds that are not kinds. */
const HELPERS = new Set([
  'coupon.ts',
  'effect.ts',
  'explanation.ts',
  'index.ts',
  'kind.ts',
  'kinds.ts',
  'open.ts',
  'promotion.ts',
  'read-rule.ts',
  'special-price.ts',
  'thresholds.ts',
  'voucher.ts',
]);

/** A rule of which each field makes sense. */
const sensibleRule = (fields: readonly RuleField[]) =>
  Object.fromEntries(
    fields.map(({ name, min, options, placeholder }) => [
      name,
      options?.[0]?.value ?? placeholder ?? Math.max(min ?? 1, 50),
    ]),
  );

describe('kinds of promotions', () => {
  test('are the files of their folder, each named as its file', () => {
    const folder = new URL('../../../src/shop/domain/promotions/', import.meta.url);
    const files = readdirSync(folder).filter((name) => !HELPERS.has(name));
    expect(KINDS.map(({ kind }) => `${kind}.ts`).toSorted()).toEqual(files.toSorted());
  });

  const priced = { goodsId: 1, price: 5 };
  test.each([
    ['manjian', { tiers: '' }, [], 'tiers', '至少写一级，如 200 减 10'],
    ['manjian', { tiers: '一百减五' }, [], 'tiers', '看不懂“一百减五”，请写成：200 减 10'],
    ['manjian', { tiers: '100 减 5\n80 减 9' }, [], 'tiers', '各级的门槛与优惠须逐级升高'],
    ['manjian', { tiers: '-200 减 10' }, [], 'tiers', '看不懂“-200 减 10”，请写成：200 减 10'],
    ['manjian', { tiers: '200 减 -10' }, [], 'tiers', '看不懂“200 减 -10”，请写成：200 减 10'],
    ['manjian', { tiers: '200-10' }, [], 'tiers', '看不懂“200-10”，请写成：200 减 10'],
    ['manjian', { tiers: '20010' }, [], 'tiers', '看不懂“20010”，请写成：200 减 10'],
    ['manjian', { tiers: '200 减 10 20' }, [], 'tiers', '看不懂“200 减 10 20”，请写成：200 减 10'],
    ['manjian', { tiers: '10 减 11' }, [], 'tiers', '优惠不能超过门槛：10 减 11'],
    ['spike', {}, [], 'goods', '至少选择 1 种商品'],
    ['spike', {}, [{ goodsId: 3 }], 'goods', '商品 3：请填写活动价'],
    ['welfare', { percent: 100 }, [], 'percent', '须为 50 到 99 的整数'],
    ['gift', { amount: 100 }, [], 'goods', '至少选择 1 种赠品'],
    ['exchange', { amount: 'x' }, [{ goodsId: 1, role: 'exchange', price: 1 }], 'amount', '请填写金额'],
    ['set', { price: 9 }, [{ goodsId: 1 }], 'goods', '至少选择 2 种商品'],
    ['choose', { price: 9, pieces: 1 }, [{ goodsId: 1 }, { goodsId: 2 }], 'pieces', '须为 2 到 99 的整数'],
    ['group', { by: 'teams', need: 2, hours: 1 }, [priced], 'by', '请选择其中一项'],
    ['cashback', { tiers: '100 返 5', as: 'cash' }, [], 'as', '请选择其中一项'],
  ] as const)('%s tells a rule that makes no sense: %j', (kind, rule, offers, field, message) => {
    const problem = kindOf(kind)?.bind(promotion(kind, rule, offers));
    expect(problem).toBeInstanceOf(RuleProblem);
    expect(problem).toMatchObject({ field, message });
  });

  test.each(['满 200 减 10', '200 减 10', '200 10', '满200元减10元', '满 ¥200.00 减 ¥10.00'])(
    'a tier may be written as %s',
    (tiers) => {
      expect(kindOf('manjian')?.bind(promotion('manjian', { tiers }))).toMatchObject({
        words: ['满 ¥200.00 减 ¥10.00'],
      });
    },
  );

  // A draft has no goods yet: problems of its fields are reported all the same, when it is saved.
  test.each(
    KINDS.flatMap(({ kind, form }) => form.fields.map((field) => [kind, field.name, field] as const)),
  )('%s judges %s before its goods', (kind, name, field) => {
    const sensible = Object.fromEntries(
      (kindOf(kind)?.form.fields ?? []).map(({ name: other, min, options, placeholder }) => [
        other,
        options?.[0]?.value ?? placeholder ?? Math.max(min ?? 1, 50),
      ]),
    );
    const bind = (rule: Record<string, unknown>) => kindOf(kind)?.bind({ rule, offers: [] });
    const drafted = bind(sensible);
    expect(drafted instanceof RuleProblem ? drafted.field : 'goods').toBe('goods');
    const senseless = field.max === undefined ? ['x', -1] : ['x', -1, field.max + 1];
    for (const value of senseless)
      expect([value, bind({ ...sensible, [name]: value })]).toMatchObject([value, { field: name }]);
  });

  test.each(KINDS.filter(({ form }) => form.goodsFieldRoles.length > 0))(
    '$kind cannot do without what it needs of a good, and without nothing else',
    ({ kind, form }) => {
      const rule = sensibleRule(form.fields);
      const number = kind === 'set' ? 2 : 1;
      const bound = (lacking?: string) =>
        kindOf(kind)?.bind(
          promotion(
            kind,
            rule,
            Array.from({ length: number }, (_, index) => ({
              goodsId: index + 1,
              role: form.goodsFieldRoles[0] ?? 'goods',
              ...(lacking === 'price' ? {} : { price: 5 }),
              left: lacking === 'stock' ? null : 9,
            })),
          ),
        );
      expect(bound()).not.toBeInstanceOf(RuleProblem);
      for (const asked of ['price', 'stock'] as const)
        expect([asked, bound(asked) instanceof RuleProblem]).toEqual([
          asked,
          form.requiredGoodsFields.includes(asked),
        ]);
    },
  );

  test.each([
    [
      'manjian',
      { tiers: '200 减 10\n500 减 30' },
      [
        [20000, '可减 ¥10.00'],
        [50000, '可减 ¥30.00'],
      ],
    ],
    [
      'gift',
      { amount: 300, most: 2 },
      [
        [30000, '可得赠品'],
        [60000, '再得一份赠品'],
      ],
    ],
    ['exchange', { amount: 80, units: 2 }, [[8000, '可换购 2 件']]],
  ] as const)('%s %j tells its thresholds, the lowest first', (kind, rule, thresholds) => {
    const offers = [{ goodsId: 2, role: kind === 'gift' ? 'gift' : 'exchange', price: 1 } as const];
    const bound = kindOf(kind)?.bind(promotion(kind, rule, offers));
    const effect = bound && !(bound instanceof RuleProblem) ? bound.effect : null;
    const found = effect && 'next' in effect ? thresholdsOf(effect.next) : [];
    expect(found.map(({ amount, gain }) => [amount, gain])).toEqual(thresholds);
  });

  test('what is given time and again has thresholds as far as a buyer looks', () => {
    expect(thresholdsOf((eligible) => ({ missing: 100 - (eligible % 100), gain: '再得一份' }))).toHaveLength(
      6,
    );
  });

  test('say their rule in words', () => {
    const words = (kind: string, rule: Record<string, unknown>) => {
      const bound = kindOf(kind)?.bind(promotion(kind, rule));
      return bound instanceof RuleProblem ? bound.message : bound?.words;
    };
    expect(words('manjian', { tiers: '满 200 减 10；500 减 30.5' })).toEqual([
      '满 ¥200.00 减 ¥10.00',
      '满 ¥500.00 减 ¥30.50',
    ]);
    expect(words('welfare', { percent: 94 })?.[0]).toBe('按 94 折结算');
    expect(words('welfare', { percent: 90 })?.[0]).toBe('按 9 折结算');
  });
});

describe('one line', () => {
  const spike = (left: number) => promotion('spike', {}, [{ goodsId: 1, price: 7, left, allowance: 5 }]);
  const welfare = promotion('welfare', { percent: 94 });
  const one = (...args: Parameters<typeof priceCart>) => {
    const [line] = priceCart(...args).lines;
    if (!line) throw new Error('no line');
    return line;
  };

  test('goes by the flash sale before the storewide factor, and says so', () => {
    const line = one([entry(1, 10, 5, { type: 1 })], terms([welfare, spike(9)]));
    expect(line).toMatchObject({ type: 1, price: 700, withCoupon: false });
    expect(line.explanation.steps.map(({ kind, amount }) => [kind, amount])).toEqual([['spike', -1500]]);
    expect(line.explanation.missed.map(({ label, reason }) => [label, reason])).toEqual([
      ['福利折扣', '已享秒杀，不再叠加'],
      ['优惠券', COUPON_BARRED],
    ]);
  });

  test('falls back to the storewide factor where the flash sale has too few left', () => {
    const line = one([entry(1, 10, 5, { type: 1 })], terms([welfare, spike(4)]));
    expect(line).toMatchObject({ type: 0, price: 940, saleHint: '秒杀仅剩 4 件，现按普通价' });
    expect(line.explanation.missed[0]).toMatchObject({
      kind: 'spike',
      reason: '秒杀仅剩 4 件',
    });
  });

  test('says of a sale that is over that the ordinary price counts, and nothing where none was asked for', () => {
    expect(one([entry(1, 10, 5, { type: 1 })], terms([])).saleHint).toBe('特价活动已结束，现按普通价');
    expect(one([entry(1, 10, 5)], terms([spike(4)])).saleHint).toBeNull();
  });

  test('adds the factor to level and ladder price, floored to the fen', () => {
    const ladder = { type: 2 as const, steps: [{ number: 10, price: 999 }] };
    const line = one([entry(1, 12, 10, { basePrice: 1100, ladder })], terms([welfare]));
    expect(line.price).toBe(939);
    expect(line.explanation.steps.map(({ kind, price }) => [kind, price])).toEqual([
      ['level', 1100],
      ['ladder', 999],
      ['welfare', 939],
    ]);
  });

  test.each([
    [{ hm: true }, '含麻商品不参加'],
    [{ controlled: true }, '控销商品不参加'],
  ])('takes no storewide factor where the good is barred: %j', (more, reason) => {
    const line = one([entry(1, 10, 1, more)], terms([welfare]));
    expect(line).toMatchObject({ price: 1000 });
    expect(line.explanation.missed[0]).toMatchObject({ reason });
  });

  test('gives the storewide factor up for a coupon', () => {
    const line = one([entry(1, 10, 1)], terms([welfare], { couponed: true }));
    expect(line).toMatchObject({ price: 1000, withCoupon: true });
    expect(line.explanation.missed[0]?.reason).toBe('已使用优惠券，两者不同享');
  });
});

describe('the boundary of a rule is exact to the fen', () => {
  test.each([
    [199.99, 0],
    [200, 1000],
  ])('a full reduction at ¥%d takes %d fen off', (price, reduce) => {
    const cart = priceCart([entry(1, price, 1)], terms([promotion('manjian', { tiers: '200 减 10' })]));
    expect(cart.totals.manjianReduce).toBe(reduce);
    expect(cart.manjianHint).toBe(reduce === 0 ? 'manjian：再买 ¥0.01 可减 ¥10.00' : null);
  });

  test.each([
    [99.99, 0, '再买 ¥0.01 可得赠品'],
    [100, 1, '再买 ¥100.00 再得一份赠品'],
    [200, 2, null],
  ])('gifts at ¥%d come %d times', (price, times, reason) => {
    const offer = promotion('gift', { amount: 100, most: 2 }, [{ goodsId: 9, role: 'gift', price: 0.01 }]);
    const stock = [{ goodsId: 9, warehouseId: 1, stock: 5 }];
    const [line] = priceCart([entry(1, price, 1)], terms([offer], { giftStock: stock })).lines;
    expect(line?.gifts.map(({ quantity }) => quantity)).toEqual(times === 0 ? [] : [times]);
    expect(line?.giftTotal).toBe(times);
    expect(line?.explanation.missed[0]?.reason ?? null).toBe(reason);
  });

  test.each([
    [79.99, '再买 ¥0.01 可换购 2 件'],
    [80, null],
  ])('an exchange at ¥%d', (price, notice) => {
    const offer = promotion('exchange', { amount: 80, units: 2 }, [
      { goodsId: 2, role: 'exchange', price: 1 },
    ]);
    const lines = [entry(1, price, 1), entry(2, 10, 2, { type: 3, promotionId: offer.id })];
    const [, exchange] = priceCart(lines, terms([offer])).lines;
    expect(exchange).toMatchObject({ price: 100, notice, selected: notice === null });
  });
});

describe('combinations', () => {
  const set = promotion('set', { price: 17.77 }, [
    { goodsId: 1, quantity: 2 },
    { goodsId: 2, quantity: 1 },
  ]);
  const line = (more = {}) =>
    entry(1, 0, 3, {
      type: 3,
      promotionId: set.id,
      parts: [
        { goodsId: 1, quantity: 2, price: 777, stock: 100 },
        { goodsId: 2, quantity: 1, price: 455, stock: 100 },
      ],
      ...more,
    });

  test('fall into goods whose parts equal the whole', () => {
    const { lines } = priceCart([line()], terms([set]));
    expect(lines[0]).toMatchObject({ price: 1777, amount: 5331, setName: 'set' });
    const pieces = piecesOf(lines, () => ({ brandId: null, categoryIds: [] }));
    expect(pieces.map(({ amount, setReduce, sets, setNo }) => [amount, setReduce, sets, setNo])).toEqual([
      [4662, 538, 3, 1],
      [1365, 158, 3, 1],
    ]);
    const whole = pieces.reduce((sum, piece) => sum + piece.amount - piece.setReduce, 0);
    expect(whole).toBe(5331);
  });

  test('never cost more than their goods apart', () => {
    const cheap = line({
      parts: [
        { goodsId: 1, quantity: 2, price: 100, stock: 9 },
        { goodsId: 2, quantity: 1, price: 50, stock: 9 },
      ],
    });
    expect(priceCart([cheap], terms([set])).lines[0]).toMatchObject({ price: 250 });
  });

  test('have a notice when their goods have changed', () => {
    const other = line({ parts: [{ goodsId: 1, quantity: 2, price: 100, stock: 9 }] });
    expect(priceCart([other], terms([set])).lines[0]).toMatchObject({
      notice: '组合的商品已变化，请重新加入',
      selected: false,
    });
  });

  test('have a notice when they are over', () => {
    expect(priceCart([line()], terms([])).lines[0]).toMatchObject({ notice: '活动已结束', selected: false });
  });
});

describe('any cart', () => {
  const RUNS = { numRuns: 400 };

  test('explains each line to the fen: base and steps add up to what it comes to', () => {
    fc.assert(
      fc.property(randomCart, ({ entries, terms: circumstances }) => {
        for (const line of priceCart(entries, circumstances).lines) {
          const { base, number, steps, total } = line.explanation;
          expect(base * number + steps.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
          expect(total).toBe(lineTotal(line) - line.giftTotal);
          expect(total).toBeGreaterThanOrEqual(0);
        }
      }),
      RUNS,
    );
  });

  test('has figures that do not depend on the order of its lines', () => {
    fc.assert(
      fc.property(randomCart, ({ entries, terms: circumstances }) => {
        const forth = priceCart(entries, circumstances);
        const back = priceCart(entries.toReversed(), circumstances);
        expect(back.lines.toReversed()).toEqual(forth.lines);
        expect({ ...back.totals, selectedIds: [] }).toEqual({ ...forth.totals, selectedIds: [] });
        expect(back.manjianHint).toBe(forth.manjianHint);
      }),
      RUNS,
    );
  });

  test('becomes orders whose lines add up to it', () => {
    fc.assert(
      fc.property(randomCart, ({ entries, terms: circumstances }) => {
        const lines = priceCart(entries, circumstances).lines.filter(({ selected }) => selected);
        fc.pre(lines.length > 0);
        const pieces = piecesOf(lines, () => ({ brandId: null, categoryIds: [] }));
        const plan = planOrders(
          pieces,
          { coupon: null, vouchers: [] },
          { shipping: circumstances.shipping, voucherShare: 0.3, now: circumstances.now },
        );
        const selected = lines.reduce((sum, line) => sum + lineTotal(line), 0);
        expect(plan.payable - plan.shippingFee).toBe(selected);
        for (const { lines: planned } of plan.orders) {
          for (const piece of planned) expect(piece.payable).toBeGreaterThanOrEqual(0);
        }
      }),
      RUNS,
    );
  });

  test('gives no more of a gift than there is', () => {
    fc.assert(
      fc.property(randomCart, ({ entries, terms: circumstances }) => {
        const gifts = priceCart(entries, circumstances).lines.flatMap((line) => line.gifts);
        for (const { goodsId, stock } of circumstances.giftStock) {
          const given = gifts.filter((gift) => gift.goodsId === goodsId);
          expect(given.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(stock);
        }
      }),
      RUNS,
    );
  });
});
