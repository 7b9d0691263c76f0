import { describe, expect, test } from 'vitest';
import { type CartEntry, priceCart } from '#domain/cart.ts';
import { toFen, toYuan } from '#domain/money.ts';
import { type CartCase, cartCases } from './cart-vectors.ts';

const NOW = 1_800_000_000;

function entries({ goods, lines }: CartCase): CartEntry[] {
  return lines.map((line, index) => {
    const good = goods[line.goods];
    if (!good) throw new Error(`no goods ${line.goods}`);
    const { spike } = good;
    return {
      id: index + 1,
      type: 0,
      number: line.number,
      selected: line.selected ?? true,
      stockKey: line.goods,
      unit: good.unit ?? '盒',
      pricing: {
        basePrice: toFen(good.price),
        ladder: {
          type: good.ladderType ?? 2,
          steps: (good.ladder ?? []).map(([number, price]) => ({ number, price: toFen(price) })),
        },
        spike: spike
          ? {
              price: toFen(spike.price),
              startsAt: NOW,
              endsAt: NOW + 60,
              left: spike.total,
              allowance: spike.limit,
            }
          : null,
      },
      purchasable: good.onSale ?? true,
      stock: good.stockLater ?? good.stock,
      couponAllowed: !good.hm,
      manjianId: good.manjian ?? null,
      giftTotal: 0,
      isDpby: good.dpby !== undefined,
      qgNumber: good.dpby ?? 1,
    };
  });
}

function terms({ manjians = [] }: CartCase) {
  return {
    manjians: manjians.map(({ name, tiers }, id) => ({
      id,
      name,
      tiers: tiers.map(([amount, reduce]) => ({ amount: toFen(amount), reduce: toFen(reduce) })),
    })),
    shipping: { freeFrom: toFen(500), fee: toFen(15), unshipped: 0 },
    now: NOW,
  };
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
      shipping_remaining: toYuan(cart.shippingRemaining),
      shipping_hint: cart.shippingHint,
      manjian_hint: cart.manjianHint,
      kinds: totals.kinds,
      selected_kinds: totals.selectedIds.length,
      total_number: totals.number,
      selected_number: totals.selectedNumber,
      all_selected: totals.allSelected,
    }).toMatchObject(expected.summary);
  });

  test('the order of lines changes no figure', () => {
    for (const { input } of cartCases) {
      const lines = entries(input);
      const forth = priceCart(lines, terms(input));
      const back = priceCart(lines.toReversed(), terms(input));
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
