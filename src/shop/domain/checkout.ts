import type { Piece } from './checkout-pieces.ts';
import type { Fen } from './money.ts';
import { type Coupon, type CouponLine, couponEffect } from './promotions/coupon.ts';
import { takeOff } from './promotions/explanation.ts';
import { type Voucher, voucherLimit, voucherReduce } from './promotions/voucher.ts';
import {
  SHIPPING_GROUPS,
  type ShippingGroup,
  type ShippingRules,
  shippingFees,
  shippingGroup,
} from './shipping.ts';
import { spread } from './spread.ts';

/** One line of an order as it will be frozen: `payable` = amount - all reductions. */
export interface PlannedLine extends Piece {
  couponReduce: Fen;
  voucherReduce: Fen;
  payable: Fen;
}

export interface PlannedSums {
  quantity: number;
  goodsAmount: Fen;
  setReduce: Fen;
  manjianReduce: Fen;
  couponReduce: Fen;
  voucherReduce: Fen;
  shippingFee: Fen;
  payable: Fen;
}

export interface PlannedOrder extends PlannedSums {
  hm: boolean;
  warehouseId: number;
  lines: PlannedLine[];
}

export interface CheckoutPlan extends PlannedSums {
  orders: PlannedOrder[];
  /** What {@link PlannedSums.shippingFee} is made of. */
  fees: Record<ShippingGroup, Fen>;
  /** What vouchers may take off at most. */
  voucherLimit: Fen;
}

/** What the buyer brings: at most one coupon, and vouchers beside it (domain §3). */
export interface Rights {
  coupon: Coupon | null;
  vouchers: readonly Voucher[];
}

export interface PlanTerms {
  shipping: ShippingRules;
  /** `trade.voucherMaxShare` */
  voucherShare: number;
  now: number;
}

/** What a piece comes to before coupon and vouchers. */
const beforeRights = (piece: Piece): Fen => piece.amount - piece.setReduce - piece.manjianReduce;

/** The lines as coupons see them. */
export function couponLines(pieces: readonly Piece[]): CouponLine[] {
  return pieces
    .filter(({ gift }) => !gift)
    .map((piece) => ({ ...piece, id: piece.key, own: beforeRights(piece), total: piece.eligible }));
}

/**
 * Plans the orders of a checkout: split by ephedrine and warehouse (domain §4), what coupon and vouchers take off spread
 * over the lines that they cover, one shipping fee for each group that ships together, borne by the first order that has
 * goods of it. The parts add up to the whole.
 * A coupon that cannot be used takes nothing off.
 */
export function planOrders(pieces: readonly Piece[], rights: Rights, terms: PlanTerms): CheckoutPlan {
  const couponShares = spreadCoupon(pieces, rights.coupon, terms.now);
  const afterCoupon = (piece: Piece) => beforeRights(piece) - (couponShares.get(piece.key) ?? 0);
  // Ephedrine takes no voucher (domain §3).
  const open = pieces
    .filter(({ hm }) => !hm)
    .map((piece) => ({ key: piece.key, weight: afterCoupon(piece) }));
  const limit = voucherLimit(
    open.reduce((sum, { weight }) => sum + weight, 0),
    terms.voucherShare,
  );
  const voucherShares = spread(voucherReduce(rights.vouchers, limit), open);
  const fees = shippingFees(
    terms.shipping,
    pieces.map((piece) => ({ ...piece, total: beforeRights(piece) })),
  );
  const lines = pieces.map((piece) =>
    planLine(piece, couponShares.get(piece.key) ?? 0, voucherShares.get(piece.key) ?? 0),
  );
  const orders = withShippingFees(splitOrders(lines), fees);
  return { orders, fees, voucherLimit: limit, ...addUp(orders) };
}

function withShippingFees(
  groups: readonly PlannedLine[][],
  fees: Record<ShippingGroup, Fen>,
): PlannedOrder[] {
  const bearers = SHIPPING_GROUPS.map((group) => ({
    fee: fees[group],
    orderIndex: groups.findIndex((lines) => lines.some((line) => shippingGroup(line) === group)),
  }));
  return groups.map((lines, index) => {
    const borne = bearers.filter(({ orderIndex }) => orderIndex === index);
    return planOrder(
      lines,
      borne.reduce((sum, { fee }) => sum + fee, 0),
    );
  });
}

function spreadCoupon(pieces: readonly Piece[], coupon: Coupon | null, now: number): Map<number, Fen> {
  const effect = coupon && couponEffect(coupon, couponLines(pieces), now);
  if (!effect?.usable) return new Map();
  return spread(
    effect.reduce,
    effect.lines.map((line) => ({ key: line.id, weight: line.own })),
  );
}

function splitOrders(lines: readonly PlannedLine[]): PlannedLine[][] {
  const groups = Map.groupBy(
    lines,
    (line) => `${line.hm ? 1 : 0}:${String(line.warehouseId).padStart(10, '0')}`,
  );
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function planLine(piece: Piece, couponReduce: Fen, voucherReduced: Fen): PlannedLine {
  return {
    ...piece,
    couponReduce,
    voucherReduce: voucherReduced,
    payable: beforeRights(piece) - couponReduce - voucherReduced,
    explanation: takeOff(piece.explanation, [
      { kind: 'coupon', label: '优惠券', promotionId: null, amount: couponReduce },
      { kind: 'voucher', label: '现金券', promotionId: null, amount: voucherReduced },
    ]),
  };
}

function planOrder(lines: PlannedLine[], fee: Fen): PlannedOrder {
  const [first] = lines;
  if (!first) throw new RangeError('an order without lines');
  const sums = addUp(lines.map((line) => ({ ...line, goodsAmount: line.amount, shippingFee: 0 })));
  return {
    hm: first.hm,
    warehouseId: first.warehouseId,
    lines,
    ...sums,
    shippingFee: fee,
    payable: sums.payable + fee,
  };
}

function addUp(parts: readonly PlannedSums[]): PlannedSums {
  const sum = (of: (part: PlannedSums) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    quantity: sum((part) => part.quantity),
    goodsAmount: sum((part) => part.goodsAmount),
    setReduce: sum((part) => part.setReduce),
    manjianReduce: sum((part) => part.manjianReduce),
    couponReduce: sum((part) => part.couponReduce),
    voucherReduce: sum((part) => part.voucherReduce),
    shippingFee: sum((part) => part.shippingFee),
    payable: sum((part) => part.payable),
  };
}
