import { isEmail, isMobile, isPhone } from '#engine/runtime/validation/contact.ts';
import { priceCart } from '#shop/domain/cart.ts';
import { cartTotals } from '#shop/domain/cart-totals.ts';
import { type LadderType, ladderHint, ladderPrice } from '#shop/domain/ladder.ts';
import { toFen, toYuan } from '#shop/domain/money.ts';
import { quote } from '#shop/domain/price.ts';
import { type Coupon, type CouponLine, couponEffect } from '#shop/domain/promotions/coupon.ts';
import { openPromotions, unitOffers } from '#shop/domain/promotions/open.ts';
import { fitQuantity, type QuantityRules, quantityProblem } from '#shop/domain/quantity.ts';
import { type PieceShipping, shippingFee, shippingHint, shippingRemaining } from '#shop/domain/shipping.ts';
import { couponOf, entry, promotion, terms } from './promotion.ts';
import { testVectors } from './vectors.ts';

type Steps = [number: number, price: number][];

testVectors('money', (yuan: number | string) => toFen(yuan));

testVectors(
  'ladder',
  ({ type, steps, base, quantity }: { type: LadderType; steps: Steps; base: number; quantity: number }) => {
    const ladder = { type, steps: steps.map(([number, price]) => ({ number, price })) };
    return { price: ladderPrice(ladder, quantity) ?? base, hint: ladderHint(ladder, quantity, base) };
  },
);

interface PriceInput {
  base: number;
  steps: Steps;
  spike: { price: number; from: number; until: number; left: number; allowance: number } | null;
  quantity: number;
  now: number;
}

testVectors('price', ({ base, steps, spike, quantity, now }: PriceInput) => {
  const ladder = {
    type: 2 as const,
    steps: steps.map(([number, price]) => ({ number, price: toFen(price) })),
  };
  const sales = spike
    ? [promotion('spike', {}, [{ goodsId: 1, ...spike }], { startsAt: spike.from, endsAt: spike.until })]
    : [];
  const offers = unitOffers(openPromotions(sales, now), { goodsId: 1, hm: false, controlled: false });
  const { price, kind } = quote({ basePrice: toFen(base), ladder, offers }, quantity);
  return { price: toYuan(price), kind };
});

interface LineInput {
  number: number;
  price: number;
  type?: number;
  selected?: boolean;
  purchasable?: boolean;
  stock?: number;
  coupon?: boolean;
  manjian?: number;
  gift?: number;
}

testVectors('cart-totals', (lines: LineInput[]) => {
  const totals = cartTotals(
    lines.map((line, id) => ({
      id,
      type: line.type ?? 0,
      quantity: line.number,
      price: toFen(line.price),
      selected: line.selected ?? true,
      withCoupon: line.coupon ?? true,
      manjianAmount: toFen(line.manjian ?? 0),
      giftTotal: toFen(line.gift ?? 0),
      purchasable: line.purchasable ?? true,
      stock: line.stock ?? 1000,
    })),
  );
  return {
    total: toYuan(totals.total),
    selected: toYuan(totals.selectedTotal),
    coupon: toYuan(totals.couponTotal),
  };
});

testVectors('manjian', (input: { tiers: [number, number][]; amounts: number[] }) => {
  const rule = { tiers: input.tiers.map(([amount, reduce]) => `${amount} 减 ${reduce}`).join('\n') };
  const lines = input.amounts.map((amount, index) => entry(index + 1, amount, 1));
  const cart = priceCart(lines, terms([promotion('manjian', rule)]));
  return {
    reduce: toYuan(cart.totals.manjianReduce),
    shares: cart.lines.map(({ manjianAmount }) => toYuan(manjianAmount)),
    met: cart.tiers.map(({ met }) => met),
  };
});

testVectors('coupon', (input: { coupon: Partial<Coupon>; lines: Partial<CouponLine>[]; now?: number }) => {
  const { kind = 'amount', value = 0, threshold = 0 } = input.coupon;
  const coupon = couponOf({
    ...input.coupon,
    kind,
    value: kind === 'amount' ? toFen(value) : Math.round(value * 10_000),
    threshold: toFen(threshold),
  });
  const lines = input.lines.map((line, id) => ({
    goodsId: id,
    categoryIds: [],
    brandId: null,
    withCoupon: true,
    ...line,
    id,
    total: toFen(line.total ?? 0),
    own: toFen(line.total ?? 0),
  }));
  const { usable, reduce, reason } = couponEffect(coupon, lines, input.now ?? 0);
  return { usable, reduce: toYuan(reduce), reason };
});

interface ShippingInput {
  freeFrom: number;
  fee: number;
  unshipped: number;
  selected: number;
  lines: PieceShipping[];
}

testVectors('shipping', (input: ShippingInput) => {
  const terms = { freeFrom: toFen(input.freeFrom), fee: toFen(input.fee), unshipped: toFen(input.unshipped) };
  const remaining = shippingRemaining(terms, toFen(input.selected), []);
  return {
    remaining: toYuan(remaining),
    fee: toYuan(shippingFee(terms, toFen(input.selected), input.lines)),
    hint: shippingHint(remaining),
  };
});

testVectors('quantity', ({ quantity, rules }: { quantity: number; rules: QuantityRules }) => ({
  code: quantityProblem(quantity, rules, '盒')?.code ?? null,
  fit: fitQuantity(quantity, rules),
}));

testVectors('validation', (text: string) => ({
  mobile: isMobile(text),
  phone: isPhone(text),
  email: isEmail(text),
}));
