import type { CartEntry } from '#shop/domain/cart-entry.ts';
import { LINE_TYPE } from '#shop/domain/cart-totals.ts';
import type { PlannedLine } from '#shop/domain/checkout.ts';
import type { CheckoutGoods } from '#shop/domain/checkout-pieces.ts';
import type { PurchaseTerms } from '#shop/domain/purchase-terms.ts';
import { type CartState, plainEntry } from '../../cart/index.ts';
import type { CheckoutResult } from './choose-discounts.ts';

/** Everything that a checkout's prices depend on, in the form that the purchase stores. */
export function purchaseTerms(
  { entries, terms, giftGoods }: Pick<CartState, 'entries' | 'terms' | 'giftGoods'>,
  { plan, coupon, vouchers }: CheckoutResult,
  { goodsOf, voucherShare }: { goodsOf: (id: number) => CheckoutGoods; voucherShare: number },
): PurchaseTerms {
  const lines = plan.orders.flatMap((order) => order.lines);
  const gifts = new Set(lines.filter(({ gift }) => gift).map(({ goodsId }) => goodsId));
  const goodsIds = new Set(lines.map(({ goodsId }) => goodsId));
  return {
    entries: entries.map((entry) => asPriced(entry, lines)),
    giftEntries: [...giftGoods.values()]
      .filter(({ goods_id }) => gifts.has(goods_id))
      .map((goods) => plainEntry(goods, 1)),
    goods: [...goodsIds].map((goodsId) => ({ goodsId, ...goodsOf(goodsId) })),
    cart: terms,
    coupon,
    vouchers,
    voucherShare,
    teamPrice: null,
    pieces: piecesOf(lines),
  };
}

/** The pieces of these lines. */
export function piecesOf(lines: readonly PlannedLine[]): PurchaseTerms['pieces'] {
  return lines.map(({ key, lineId, goodsId, gift, offerId, quantity }) => ({
    key,
    lineId,
    goodsId,
    gift,
    offerId,
    quantity,
  }));
}

/**
 * A line at a flash sale's price that did not get it is stored as a plain line: it never takes from the sale's stock.
 */
function asPriced(entry: CartEntry, lines: readonly PlannedLine[]): CartEntry {
  const line = lines.find(({ lineId, gift }) => lineId === entry.id && !gift);
  return entry.type === LINE_TYPE.spike && line?.offerId === null
    ? { ...entry, type: LINE_TYPE.plain }
    : entry;
}
