import { describe, expect, test } from 'vitest';
import { priceCart } from '#shop/domain/cart.ts';
import type { CartEntry, CartTerms } from '#shop/domain/cart-entry.ts';
import { toFen, toYuan } from '#shop/domain/money.ts';
import { type CartCase, cartCases } from './cart-vectors.ts';
import { entry, promotion, terms as termsOf } from './promotion.ts';

function goodsIdOf({ goods }: CartCase, name: string): number {
  return Object.keys(goods).indexOf(name) + 1;
}

function entries(input: CartCase): CartEntry[] {
  return input.lines.map((line, index) => {
    const good = input.goods[line.goods];
    if (!good) throw new Error(`no goods ${line.goods}`);
    return entry(index + 1, good.price, line.number, {
      goodsId: goodsIdOf(input, line.goods),
      type: good.spike ? 1 : 0,
      selected: line.selected ?? true,
      unit: good.unit ?? '盒',
      ladder: {
        type: good.ladderType ?? 2,
        steps: (good.ladder ?? []).map(([number, price]) => ({ number, price: toFen(price) })),
      },
      purchasable: good.onSale ?? true,
      stock: good.stockLater ?? good.stock,
      hm: good.hm ?? false,
      controlled: good.controlled ?? false,
      dpbyNumber: good.dpby ?? null,
    });
  });
}

function terms(input: CartCase): CartTerms {
  const reductions = (input.manjians ?? []).map(({ name, tiers }, index) => {
    const goods = Object.entries(input.goods).filter(([, { manjian }]) => manjian === index);
    const rule = { tiers: tiers.map(([amount, reduce]) => `${amount} 减 ${reduce}`).join('\n') };
    return promotion(
      'manjian',
      rule,
      goods.map(([own]) => ({ goodsId: goodsIdOf(input, own) })),
      { name, everything: false },
    );
  });
  const spikes = Object.entries(input.goods).flatMap(([name, { spike }]) =>
    spike
      ? promotion('spike', {}, [
          {
            goodsId: goodsIdOf(input, name),
            price: spike.price,
            left: spike.total,
            allowance: spike.limit,
          },
        ])
      : [],
  );
  const welfare = input.welfare === undefined ? [] : [promotion('welfare', { percent: input.welfare })];
  return termsOf([...reductions, ...spikes, ...welfare]);
}

describe('carts', () => {
  test.each(cartCases)('$name', ({ input, expected }) => {
    const { lines, totals, ...cart } = priceCart(entries(input), terms(input));
    expect(
      lines.map((line) => ({
        type: line.type,
        price: toYuan(line.price),
        amount: toYuan(line.amount),
        is_selected: Number(line.selected),
        with_coupon: Number(line.withCoupon),
        goods_manjian_amount: toYuan(line.manjianAmount),
        ladder_hint: line.ladderHint,
        dpby_hint: line.dpbyHint,
      })),
    ).toMatchObject(expected.lines);
    expect({
      total: toYuan(totals.total),
      selected_total: toYuan(totals.selectedTotal),
      coupon_total: toYuan(totals.couponTotal),
      manjian_reduce: toYuan(totals.manjianReduce),
      shipping_remaining: toYuan(cart.shipping.site.remaining),
      shipping_hint: cart.shipping.site.hint,
      manjian_hint: cart.manjianHint,
      kinds: totals.kinds,
      selected_kinds: totals.selectedIds.length,
      total_number: totals.quantity,
      selected_number: totals.selectedQuantity,
      all_selected: totals.allSelected,
    }).toMatchObject(expected.summary);
  });

  test('the order of lines changes no figure', () => {
    for (const { input } of cartCases) {
      const lines = entries(input);
      const circumstances = terms(input);
      const forth = priceCart(lines, circumstances);
      const back = priceCart(lines.toReversed(), circumstances);
      expect(back.lines.toReversed()).toEqual(forth.lines);
      expect({ ...back.totals, selectedIds: [] }).toEqual({ ...forth.totals, selectedIds: [] });
    }
  });

  test('two lines of one good share its stock', () => {
    const [line] = entries({ goods: { a: { price: 1, stock: 5 } }, lines: [{ goods: 'a', number: 3 }] });
    if (!line) throw new Error('no line');
    const cart = priceCart([line, { ...line, id: 2 }], terms({ goods: {}, lines: [] }));
    expect(cart.lines.map(({ selected, stock }) => ({ selected, stock }))).toEqual([
      { selected: true, stock: 5 },
      { selected: false, stock: 2 },
    ]);
  });
});

describe('what stands against a line', () => {
  const exchange = (units: number, left: number | null = null) =>
    promotion('exchange', { amount: 80, units }, [{ goodsId: 2, role: 'exchange', price: 1, left }]);
  const bought = (offer: { id: number }, number: number) =>
    entry(2, 10, number, { type: 3, promotionId: offer.id });
  const noticeOf = (lines: readonly CartEntry[], offers: readonly ReturnType<typeof exchange>[]) => {
    const line = priceCart(lines, termsOf(offers)).lines.find(({ entry: { id } }) => id === 2);
    return [line?.notice, line?.mendable];
  };

  test('can be mended where more of others, or fewer of it, would do', () => {
    const open = exchange(2);
    expect(noticeOf([entry(1, 79, 1), bought(open, 2)], [open])).toEqual(['再买 ¥1.00 可换购 2 件', true]);
    expect(noticeOf([entry(1, 80, 1), bought(open, 3)], [open])).toEqual(['最多换购 2 件', true]);
    const few = exchange(5, 2);
    expect(noticeOf([entry(1, 80, 1), bought(few, 3)], [few])).toEqual(['换购仅剩 2 份', true]);
    expect(noticeOf([entry(1, 80, 1), bought(open, 2)], [open])).toEqual([null, false]);
  });

  test('cannot where the promotion is over or sold out', () => {
    const gone = exchange(2, 0);
    expect(noticeOf([entry(1, 80, 1), bought(gone, 1)], [gone])).toEqual(['换购已售完', false]);
    expect(noticeOf([entry(1, 80, 1), bought(gone, 1)], [])).toEqual(['活动已结束', false]);
  });
});

describe('a good in several full reductions', () => {
  const offers = (...ids: number[]) => ids.map((goodsId) => ({ goodsId }));
  const off = (lines: readonly CartEntry[], open: CartTerms['promotions']) =>
    priceCart(lines, termsOf(open)).lines.map(({ manjianAmount }) => manjianAmount);

  test('belongs to the one that takes most off the cart', () => {
    const small = promotion('manjian', { tiers: '100 减 10' }, offers(1));
    const large = promotion('manjian', { tiers: '500 减 33.33' });
    expect(off([entry(1, 500, 1)], [small, large])).toEqual([3333]);
    expect(off([entry(1, 150, 1), entry(2, 400, 1)], [small, large])).toEqual([909, 2424]);
    expect(off([entry(1, 150, 1), entry(2, 500, 1)], [small, large])).toEqual([1000, 3333]);
  });

  test('reaches with others what none of them reaches alone', () => {
    const each = promotion('manjian', { tiers: '100 减 1' }, offers(1, 2, 3));
    const all = promotion('manjian', { tiers: '300 减 50' }, offers(1, 2, 3));
    expect(off([entry(1, 100, 1), entry(2, 100, 1), entry(3, 100, 1)], [each, all])).toEqual([
      1667, 1667, 1666,
    ]);
  });

  test('belongs to the one that the buyer chose', () => {
    const small = promotion('manjian', { tiers: '100 减 10' }, offers(1));
    const large = promotion('manjian', { tiers: '100 减 30' });
    expect(off([entry(1, 500, 1, { manjianId: small.id })], [small, large])).toEqual([1000]);
  });
});

describe('a set while everything is discounted', () => {
  const set = promotion('set', { price: 45.45 }, [
    { goodsId: 1, quantity: 2 },
    { goodsId: 2, quantity: 3 },
  ]);
  const parts = [
    { goodsId: 1, quantity: 2, price: 956, stock: 99 },
    { goodsId: 2, quantity: 3, price: 956, stock: 99 },
  ];
  const sold = (open: CartTerms['promotions'], couponed = false) => {
    const line = entry(1, 0, 1, { type: 3, promotionId: set.id, parts });
    const [priced] = priceCart([line], termsOf(open, { couponed })).lines;
    if (!priced) throw new Error('no line');
    return priced;
  };

  test('never costs more than its goods do apart', () => {
    const welfare = promotion('welfare', { percent: 94 });
    expect(sold([set]).price).toBe(4545);
    // 5 × ¥8.98
    expect(sold([set, welfare])).toMatchObject({ price: 4490, explanation: { base: 4490 } });
    expect(sold([set, welfare], true).price).toBe(4545);
  });

  test('keeps its name when it is over, at what its goods cost apart', () => {
    const over = { ...set, name: '换季组合', endsAt: set.startsAt + 1 };
    expect(sold([over])).toMatchObject({
      setName: '换季组合',
      price: 4780,
      notice: '活动已结束',
      purchasable: false,
      explanation: { base: 4780, total: 4780 },
    });
  });

  test('says what does not come on top', () => {
    const open = [
      set,
      promotion('welfare', { percent: 94 }),
      promotion('manjian', { tiers: '10 减 1' }),
      promotion('gift', { amount: 10, most: 1 }, [{ goodsId: 9, role: 'gift', price: 0 }]),
    ];
    expect(sold(open).explanation.missed.map(({ label, reason }) => `${label}：${reason}`)).toEqual([
      '福利折扣：已享set，不再叠加',
      'manjian：特价、组合与换购商品不计入',
      'gift：特价、组合与换购商品不计入',
      '优惠券：特价、组合、换购与含麻商品不能用券',
    ]);
  });
});

describe('what a company may have of an offer', () => {
  const notices = (lines: readonly CartEntry[], open: CartTerms['promotions']) =>
    priceCart(lines, termsOf(open)).lines.map(({ notice }) => notice);

  test('is shared by all sets of a promotion in the cart, however they were chosen', () => {
    const choose = promotion('choose', { price: 10, pieces: 2 }, [{ goodsId: 1 }, { goodsId: 2 }], {
      allowance: 3,
    });
    const set = (id: number, number: number, more: Partial<CartEntry> = {}) =>
      entry(id, 0, number, {
        type: 3,
        promotionId: choose.id,
        parts: [{ goodsId: 1, quantity: 2, price: 900, stock: 99 }],
        ...more,
      });
    expect(notices([set(1, 2), set(2, 2)], [choose])).toEqual([null, '组合限购，还可购 1 份']);
    expect(notices([set(2, 2), set(1, 2)], [choose])).toEqual(['组合限购，还可购 1 份', null]);
    expect(notices([set(1, 2, { selected: false }), set(2, 3)], [choose])).toEqual([null, null]);
    expect(notices([set(1, 3), set(2, 1)], [choose])).toEqual([null, '组合已达到限购数量']);
  });

  test('is shared by the lines of a flash sale in two warehouses', () => {
    const spike = promotion('spike', {}, [{ goodsId: 1, price: 5, left: 50, allowance: 9 }]);
    const line = (id: number, number: number) =>
      entry(id, 10, number, { goodsId: 1, type: 1, warehouseId: id });
    const { lines } = priceCart([line(1, 6), line(2, 4)], termsOf([spike]));
    expect(lines.map(({ price, saleHint }) => [price, saleHint])).toEqual([
      [500, null],
      [1000, '秒杀限购，还可购 3 件，现按普通价'],
    ]);
  });
});

test('a line that ships free by itself takes the others along, and nothing is said to be missing', () => {
  const free = entry(1, 10, 3, { dpbyNumber: 3 });
  const hint = (lines: readonly CartEntry[]) => priceCart(lines, termsOf()).shipping.site.hint;
  expect(hint([entry(2, 10, 1), { ...free, quantity: 2 }])).toBe('还差 ¥470.00 包邮');
  expect(hint([entry(2, 10, 1), free])).toBeNull();
  expect(hint([entry(2, 10, 1), { ...free, selected: false }])).toBe('还差 ¥490.00 包邮');
});

test('of several full reductions the one that lacks least is named first, and each says what it lacks', () => {
  const far = promotion('manjian', { tiers: '300 减 9' }, [{ goodsId: 1 }], { name: '甲' });
  const near = promotion('manjian', { tiers: '120 减 9' }, [{ goodsId: 2 }], { name: '乙' });
  const cart = priceCart([entry(1, 100, 1), entry(2, 100, 1)], termsOf([far, near]));
  expect([cart.manjianHint, ...cart.moreHints.map(({ text }) => text)]).toEqual([
    '乙：再买 ¥20.00 可减 ¥9.00',
    '甲：再买 ¥200.00 可减 ¥9.00',
  ]);
  expect(cart.tiers.map(({ next }) => next)).toEqual([true, true]);
});

test('a discount that moves nothing by a fen is no step of the price', () => {
  const [line] = priceCart([entry(1, 0.01, 5)], termsOf([promotion('welfare', { percent: 94 })])).lines;
  expect(line?.explanation).toMatchObject({ base: 1, steps: [], total: 5 });
});
