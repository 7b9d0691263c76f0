import { couponLines, type PlanTerms, planOrders } from './checkout.ts';
import { type Piece, piecesOf } from './checkout-pieces.ts';
import type { Fen } from './money.ts';
import { couponEffect } from './promotions/coupon.ts';
import { priceLines } from './purchase-lines.ts';
import {
  conditionsAsPlaced,
  type PurchaseTerms,
  type RepriceConditions,
  type Units,
} from './purchase-terms.ts';
import type { ShippingGroup } from './shipping.ts';

/** What a part of a purchase would have cost by itself: its goods, by the keys of their pieces, and its shipping. */
export interface Repriced {
  goods: ReadonlyMap<number, Fen>;
  fees: Record<ShippingGroup, Fen>;
}

/**
 * Prices a part of a purchase as if just that had been ordered, at the prices, promotions and rights of its time. What
 * the part has not earned by itself (an exchange, a gift, a set) costs what it costs without that promotion.
 */
export function reprice(terms: PurchaseTerms, units: Units, conditions: RepriceConditions): Repriced {
  const couponed = terms.coupon && piecesWith(terms, units, { conditions, couponed: true });
  const coupon = couponed && isUsable(terms, couponed.pieces) ? terms.coupon : null;
  const { pieces, keyOf } =
    coupon && couponed ? couponed : piecesWith(terms, units, { conditions, couponed: false });
  const { shipping, now } = terms.cart;
  const site = { ...shipping.site, unshipped: conditions.unshipped };
  const planTerms: PlanTerms = { shipping: { ...shipping, site }, voucherShare: terms.voucherShare, now };
  const plan = planOrders(pieces, { coupon, vouchers: terms.vouchers }, planTerms);
  const goods = new Map<number, Fen>();
  for (const piece of plan.orders.flatMap(({ lines }) => lines)) {
    const key = keyOf(piece);
    goods.set(key, (goods.get(key) ?? 0) + piece.payable);
  }
  return { goods, fees: plan.fees };
}

/** What {@link reprice} comes to. */
function costOf(terms: PurchaseTerms, units: Units, conditions: RepriceConditions): Fen {
  const { goods, fees } = reprice(terms, units, conditions);
  return sum([...goods.values(), ...Object.values(fees)]);
}

/** An order of a purchase as it was planned: its units, and what is to be paid for it. */
export interface PurchaseOrder {
  units: Units;
  payable: Fen;
}

/**
 * Whether orders of a purchase must be paid and cancelled as one (domain §9): whether some of them would have cost more
 * without the others, since a promotion or free shipping was earned by all of them.
 */
export function requireJointPayment(terms: PurchaseTerms, orders: readonly PurchaseOrder[]): boolean {
  return partsOf(orders).some((part) => {
    const units = new Map(part.flatMap((order) => [...order.units]));
    return costOf(terms, units, conditionsAsPlaced(terms)) > sum(part.map(({ payable }) => payable));
  });
}

/** Orders of a purchase are as many as warehouses: each choice of some of them, or, of very many, each and all but each. */
function partsOf<Order>(orders: readonly Order[]): Order[][] {
  if (orders.length < 2) return [];
  if (orders.length > MOST_CHOICES) {
    return orders.flatMap((one) => [[one], orders.filter((other) => other !== one)]);
  }
  const choices = Array.from({ length: 2 ** orders.length - 2 }, (_, index) => index + 1);
  return choices.map((bits) => orders.filter((_, index) => (bits & (1 << index)) !== 0));
}

const MOST_CHOICES = 4;

type Keyed = Pick<Piece, 'lineId' | 'goodsId' | 'gift' | 'offerId'>;

function piecesWith(
  terms: PurchaseTerms,
  units: Units,
  pricing: { conditions: RepriceConditions; couponed: boolean },
): { pieces: Piece[]; keyOf: (piece: Keyed) => number } {
  const { lines, separatePieces } = priceLines(terms, units, pricing);
  const goods = new Map(terms.goods.map((one) => [one.goodsId, one]));
  // A coupon's threshold is held against the figures that are shown without it.
  const shown = pricing.couponed ? priceLines(terms, units, { ...pricing, couponed: false }).lines : lines;
  const pieces = piecesOf(lines, (id) => goods.get(id) ?? { brandId: null, categoryIds: [] }, shown);
  const keys = new Map(terms.pieces.map((piece) => [sourceOf(piece), piece.key]));
  return {
    pieces,
    keyOf: (piece) => {
      const key = separatePieces.get(piece.lineId) ?? keys.get(sourceOf(piece));
      if (key === undefined) throw new Error(`no piece of a purchase: ${sourceOf(piece)}`);
      return key;
    },
  };
}

/** Where a piece comes from. A gift comes once from its offer; with which line it comes depends on what there is of others. */
const sourceOf = ({ lineId, goodsId, gift, offerId }: Keyed) =>
  gift ? `gift ${goodsId}/${offerId ?? ''}` : `${lineId}/${goodsId}`;

function isUsable({ coupon, cart }: PurchaseTerms, pieces: readonly Piece[]): boolean {
  return coupon !== null && couponEffect(coupon, couponLines(pieces), cart.now).usable;
}

const sum = (amounts: readonly Fen[]): Fen => amounts.reduce((total, amount) => total + amount, 0);
