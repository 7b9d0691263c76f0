import { describe, expect, test } from 'vitest';
import { priceCart } from '#domain/cart.ts';
import type { CartEntry, CartTerms } from '#domain/cart-entry.ts';
import { toFen, toYuan } from '#domain/money.ts';
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
      isDpby: good.dpby !== undefined,
      qgNumber: good.dpby ?? 1,
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
  return termsOf([...reductions, ...spikes]);
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
      total_number: totals.number,
      selected_number: totals.selectedNumber,
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
