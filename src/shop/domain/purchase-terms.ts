import type { CartEntry, CartTerms } from './cart-entry.ts';
import type { CheckoutGoods, Piece } from './checkout-pieces.ts';
import type { Fen } from './money.ts';
import type { Coupon } from './promotions/coupon.ts';
import type { Voucher } from './promotions/voucher.ts';

/** All that the price of a purchase depended on when it was placed, so that any part of it can be priced again. */
export interface PurchaseTerms {
  /** The cart lines as they were ordered; a flash sale that did not hold is a plain line. */
  entries: readonly CartEntry[];
  /** The entries of goods that came as gifts, at the price of buying them. */
  giftEntries: readonly CartEntry[];
  goods: readonly (CheckoutGoods & { goodsId: number })[];
  cart: CartTerms;
  coupon: Coupon | null;
  vouchers: readonly Voucher[];
  voucherShare: number;
  /** The price of its good while the team of a group-buy holds; null in any other purchase. */
  teamPrice: Fen | null;
  pieces: readonly PurchasePiece[];
}

/** One good of the purchase, as an order line has it: its key, and where it comes from. */
export interface PurchasePiece extends Pick<Piece, 'key' | 'lineId' | 'goodsId' | 'gift' | 'offerId'> {
  quantity: number;
}

/** Units of each piece, by its key; a piece that is not named has none. */
export type Units = ReadonlyMap<number, number>;

/** Conditions that may have changed since the purchase was placed. */
export interface RepriceConditions {
  /** Amount of the orders placed before it that counts towards its free shipping, in fen. */
  unshipped: Fen;
  /** The team of a group-buy would have filled without what was given back. */
  teamHolds: boolean;
}

/** The conditions of the time when the purchase was placed. */
export function conditionsAsPlaced({ cart }: PurchaseTerms): RepriceConditions {
  return { unshipped: cart.shipping.site.unshipped, teamHolds: true };
}
