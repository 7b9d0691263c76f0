import type { CartEntry, CartTerms } from '#shop/domain/cart-entry.ts';
import { toFen } from '#shop/domain/money.ts';
import type { Coupon } from '#shop/domain/promotions/coupon.ts';
import type { Offer, Promotion } from '#shop/domain/promotions/promotion.ts';

/** The moment at which a test's promotions are open. */
export const NOW = 1_800_000_000;

/** A coupon for everything that was never used and never ends. `value` and `threshold` in fen. */
export const couponOf = (coupon: Pick<Coupon, 'kind' | 'value' | 'threshold'> & Partial<Coupon>): Coupon => ({
  id: 1,
  scope: 'all',
  scopeIds: [],
  startsAt: 0,
  endsAt: Number.MAX_SAFE_INTEGER,
  used: false,
  void: false,
  ...coupon,
});

/** A good in a promotion. Money in yuan. */
export interface OfferOf extends Partial<Omit<Offer, 'price'>> {
  goodsId: number;
  price?: number;
}

let made = 0;

/** A promotion that is open at {@link NOW}, with the next id or the given one; it covers everything when it names no goods. */
export function promotion(
  kind: string,
  rule: Record<string, unknown>,
  offers: readonly OfferOf[] = [],
  more: Partial<Promotion> = {},
): Promotion {
  const { id = ++made } = more;
  return {
    id,
    kind,
    name: kind,
    startsAt: NOW - 60,
    endsAt: NOW + 60,
    everything: offers.every(({ role = 'goods' }) => role !== 'goods'),
    rule,
    left: null,
    allowance: null,
    offers: offers.map(({ price, ...offer }, index) => ({
      id: id * 100 + index,
      name: `商品 ${offer.goodsId}`,
      role: 'goods',
      quantity: 1,
      left: null,
      allowance: null,
      ...offer,
      price: price === undefined ? null : toFen(price),
    })),
    ...more,
  };
}

/** A plain line of one good; `price` in yuan. */
export function entry(id: number, price: number, quantity: number, more: Partial<CartEntry> = {}): CartEntry {
  const goodsId = more.goodsId ?? id;
  return {
    id,
    type: 0,
    quantity,
    selected: true,
    goodsId,
    warehouseId: 1,
    unit: '盒',
    listPrice: toFen(price),
    basePrice: toFen(price),
    ladder: { type: 2, steps: [] },
    promotionId: null,
    manjianId: null,
    parts: [],
    purchasable: true,
    stock: 100_000,
    hm: false,
    controlled: false,
    isYx: false,
    dpbyNumber: null,
    ...more,
  };
}

/** The terms of a cart: these promotions, free shipping from ¥500, of 优选 goods from ¥199. */
export function terms(promotions: readonly Promotion[] = [], more: Partial<CartTerms> = {}): CartTerms {
  return {
    promotions,
    giftStock: [],
    shipping: {
      site: { freeFrom: toFen(500), fee: toFen(15), unshipped: 0 },
      yx: { freeFrom: toFen(199), fee: toFen(10), unshipped: 0 },
      hm: { freeFrom: toFen(500), fee: toFen(15), unshipped: 0 },
    },
    couponed: false,
    now: NOW,
    ...more,
  };
}
