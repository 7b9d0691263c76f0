import { describe, expect, it } from 'vitest';
import { priceCart } from '#shop/domain/cart.ts';
import type { CartEntry } from '#shop/domain/cart-entry.ts';
import { type PlannedOrder, planOrders } from '#shop/domain/checkout.ts';
import { piecesOf } from '#shop/domain/checkout-pieces.ts';
import { refundFor } from '#shop/domain/claim.ts';
import { toFen, toYuan } from '#shop/domain/money.ts';
import { requireJointPayment } from '#shop/domain/purchase.ts';
import { conditionsAsPlaced, type PurchaseTerms } from '#shop/domain/purchase-terms.ts';
import { type KeptLine, lossOf, protectionOf, refundOf } from '#shop/domain/settlement.ts';
import { terms as cartTerms, entry, NOW, promotion } from './promotion.ts';
import { type PurchaseCase, type PurchaseGoods, purchaseCases } from './purchase-vectors.ts';

const SHARE = 0.3;
const NO_GOODS = { brandId: null, categoryIds: [] };

/** Buys what a case says; goods are known by their position in it. */
function buy(input: PurchaseCase): { terms: PurchaseTerms; orders: PlannedOrder[] } {
  const names = Object.keys(input.goods);
  const idOf = (name: string) => names.indexOf(name) + 1;
  const promotions = (input.promotions ?? []).map(({ kind, rule, goods }) =>
    promotion(
      kind,
      rule,
      Object.entries(goods).map(([name, offer]) => ({ goodsId: idOf(name), ...offer })),
    ),
  );
  const plainEntry = (name: string, number: number): CartEntry => {
    const {
      price,
      warehouse: warehouseId,
      ladder = [],
      hm = false,
      yx = false,
      dpby,
    } = input.goods[name] ?? NONE;
    const steps = ladder.map(([from, step]) => ({ number: from, price: toFen(step) }));
    return entry(idOf(name), price, number, {
      warehouseId,
      hm,
      isYx: yx,
      dpbyNumber: dpby ?? null,
      ladder: { type: 2, steps },
    });
  };
  const entries = names
    .map((name) => {
      const { number, exchange = false } = input.goods[name] ?? NONE;
      const promotionId = promotions[0]?.id ?? null;
      return { ...plainEntry(name, number), ...(exchange ? { type: 3, promotionId } : {}) };
    })
    .filter(({ quantity }) => quantity > 0);
  const [set] = promotions;
  if (input.sets !== undefined && set) {
    const parts = set.offers.map(({ goodsId, quantity }) => {
      const { price } = input.goods[names[goodsId - 1] ?? ''] ?? NONE;
      return { goodsId, quantity, price: toFen(price), stock: 1000 };
    });
    entries.push({ ...entry(99, 0, input.sets), type: 3, promotionId: set.id, parts });
  }
  const gifts = promotions.flatMap(({ offers }) => offers.filter(({ role }) => role === 'gift'));
  const coupon = input.coupon
    ? {
        id: 1,
        kind: 'amount' as const,
        scope: 'all' as const,
        scopeIds: [],
        value: toFen(input.coupon.value),
        threshold: toFen(input.coupon.threshold),
        startsAt: NOW - 1,
        endsAt: NOW + 1,
        used: false,
        void: false,
      }
    : null;
  const vouchers =
    input.voucher === undefined
      ? []
      : [{ id: 1, amount: toFen(input.voucher), startsAt: 0, endsAt: NOW + 1, used: false, void: false }];
  const cart = cartTerms(promotions, {
    couponed: coupon !== null,
    giftStock: gifts.map(({ goodsId }) => ({
      goodsId,
      warehouseId: input.goods[names[goodsId - 1] ?? '']?.warehouse ?? 1,
      stock: 100,
    })),
  });
  const pieces = piecesOf(priceCart(entries, cart).lines, () => NO_GOODS);
  const planTerms = { shipping: cart.shipping, voucherShare: SHARE, now: NOW };
  const { orders } = planOrders(pieces, { coupon, vouchers }, planTerms);
  return {
    orders,
    terms: {
      entries,
      giftEntries: gifts.map(({ goodsId }) => plainEntry(names[goodsId - 1] ?? '', 1)),
      goods: [],
      cart,
      coupon,
      vouchers,
      voucherShare: SHARE,
      teamPrice: null,
      pieces,
    },
  };
}

const NONE: PurchaseGoods = { price: 0, warehouse: 1, number: 0 };

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Takes out of a purchase what a case says, and answers what that has cost, and what goes back for it. */
function leave(input: PurchaseCase): { joint: boolean; own: number; refund: number } {
  const { terms, orders } = buy(input);
  const names = Object.keys(input.goods);
  const cancelled = orders.find(({ lines }) =>
    lines.some(({ goodsId }) => names[goodsId - 1] === input.cancels),
  );
  const alike = (hm: boolean) => orders.filter((order) => order.hm === hm);
  const unitsOf = ({ lines, payable }: PlannedOrder) => ({
    units: new Map(lines.map(({ key, quantity }) => [key, quantity])),
    payable,
  });
  const joint = [true, false].some((hm) => requireJointPayment(terms, alike(hm).map(unitsOf)));
  const deal = cancelled ? alike(cancelled.hm) : orders;
  const kept = deal.flatMap((order) =>
    order.lines.map((line): KeptLine => {
      const number =
        order === cancelled ? line.quantity : (input.returns?.[names[line.goodsId - 1] ?? ''] ?? 0);
      const state = { quantity: line.quantity, short: 0, returned: 0, payable: line.payable, refunded: 0 };
      const money = line.payable - refundFor(state, number);
      return { piece: line.key, kept: line.quantity - number, missed: 0, money, protection: 0 };
    }),
  );
  const shipping = sum(deal.filter((order) => order !== cancelled).map((order) => order.shippingFee));
  const own = sum(deal.map(({ payable }) => payable)) - sum(kept.map(({ money }) => money)) - shipping;
  const loss = lossOf([{ terms, conditions: conditionsAsPlaced(terms), lines: kept, shipping }]);
  return { joint, own: toYuan(own), refund: toYuan(refundOf({ own, withheld: 0, loss })) };
}

describe('what leaves a purchase gives back less what the rest would lose without it', () => {
  it.each(purchaseCases)('$name', ({ input, expected }) => expect(leave(input)).toEqual(expected));
});

describe('what a purchase keeps', () => {
  const manjian: PurchaseCase = {
    goods: { a: { price: 300, warehouse: 1, number: 2 }, b: { price: 300, warehouse: 1, number: 2 } },
    promotions: [{ kind: 'manjian', rule: { tiers: '1000 减 100' }, goods: { a: {}, b: {} } }],
  };
  const { terms } = buy(manjian);
  /** Both units of `a`, and one of `b`. */
  const kept = (missed: number, protection = 0): KeptLine[] => [
    { piece: 0, kept: 2, missed: 0, money: 55_000 - protection, protection },
    { piece: 1, kept: 1, missed, money: 27_500, protection: 0 },
  ];
  const loss = (lines: KeptLine[]) =>
    lossOf([{ terms, conditions: conditionsAsPlaced(terms), lines, shipping: 0 }]);

  it('loses a threshold with what its buyer gave back, not with what the shop did not deliver', () => {
    expect(loss(kept(0))).toBe(90_000 - 82_500);
    expect(loss(kept(1))).toBe(0);
  });

  it('does not take a price protection back', () => {
    expect(loss(kept(0, 5_000))).toBe(90_000 - 82_500);
  });

  it('loses nothing where nothing stays, and nothing where its terms are not known', () => {
    const gone = kept(1).map((line) => ({ ...line, kept: 0, money: 0 }));
    expect(loss(gone)).toBe(0);
    const unknown = { terms: null, conditions: conditionsAsPlaced(terms), lines: kept(0), shipping: 0 };
    expect(lossOf([unknown])).toBe(0);
  });

  it('leaves units that stay their share of a price protection', () => {
    expect(protectionOf(1000, 3, 3)).toBe(1000);
    expect(protectionOf(1000, 3, 1)).toBe(333);
    expect(protectionOf(1000, 3, 0)).toBe(0);
  });
});
