import { lineAmount, lineTotal } from './cart-totals.ts';
import { type Coupon, type CouponLine, couponEffect } from './coupon.ts';
import type { Fen } from './money.ts';
import { type PieceShipping, type ShippingTerms, shippingFee } from './shipping.ts';
import { spread } from './spread.ts';

/** A priced cart line that is about to be ordered. */
export interface CheckoutLine extends PieceShipping, Omit<CouponLine, 'total'> {
  price: Fen;
  manjianAmount: Fen;
  giftTotal: Fen;
  /** Contains ephedrine: an order of its own (domain §3). */
  hm: boolean;
  warehouseId: number;
}

/** One line of an order as it will be frozen: `payable` = amount - reductions + gift total. */
export interface PlannedLine {
  id: number;
  number: number;
  price: Fen;
  amount: Fen;
  manjianReduce: Fen;
  couponReduce: Fen;
  payable: Fen;
}

export interface PlannedSums {
  number: number;
  goodsAmount: Fen;
  manjianReduce: Fen;
  couponReduce: Fen;
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
}

/** The lines as coupons see them. */
export function couponLines(lines: readonly CheckoutLine[]): CouponLine[] {
  return lines.map((line) => ({ ...line, total: lineTotal(line) }));
}

/**
 * Plans the orders of a checkout: split by ephedrine and warehouse (domain §4), the coupon's reduction spread over the
 * lines that it covers, one shipping fee for all, borne by the first order. The parts add up to the whole.
 * @param coupon a usable coupon, or `null`
 */
export function planOrders(
  lines: readonly CheckoutLine[],
  coupon: Coupon | null,
  terms: { shipping: ShippingTerms; now: number },
): CheckoutPlan {
  const totals = couponLines(lines);
  const effect = coupon && couponEffect(coupon, totals, terms.now);
  const couponShares = effect
    ? spread(
        effect.reduce,
        effect.lines.map((line) => ({ key: line.id, weight: line.total })),
      )
    : new Map<number, Fen>();
  const selectedTotal = totals.reduce((sum, line) => sum + line.total, 0);
  const fee = shippingFee(terms.shipping, selectedTotal, lines);
  const orders = split(lines).map((group, index) =>
    planOrder(group, (line) => planLine(line, couponShares.get(line.id) ?? 0), index === 0 ? fee : 0),
  );
  return { orders, ...addUp(orders) };
}

function split(lines: readonly CheckoutLine[]): CheckoutLine[][] {
  const groups = Map.groupBy(
    lines,
    (line) => `${line.hm ? 1 : 0}:${String(line.warehouseId).padStart(10, '0')}`,
  );
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function planLine(line: CheckoutLine, couponReduce: Fen): PlannedLine {
  const amount = lineAmount(line);
  return {
    id: line.id,
    number: line.number,
    price: line.price,
    amount,
    manjianReduce: line.manjianAmount,
    couponReduce,
    payable: lineTotal(line) - couponReduce,
  };
}

function planOrder(
  group: readonly CheckoutLine[],
  plan: (line: CheckoutLine) => PlannedLine,
  fee: Fen,
): PlannedOrder {
  const lines = group.toSorted((a, b) => a.id - b.id).map(plan);
  const [first] = group;
  if (!first) throw new RangeError('an order without lines');
  const parts = lines.map((line) => ({ ...line, goodsAmount: line.amount, shippingFee: 0 }));
  const sums = addUp(parts);
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
  const sums: PlannedSums = {
    number: 0,
    goodsAmount: 0,
    manjianReduce: 0,
    couponReduce: 0,
    shippingFee: 0,
    payable: 0,
  };
  for (const part of parts) {
    sums.number += part.number;
    sums.goodsAmount += part.goodsAmount;
    sums.manjianReduce += part.manjianReduce;
    sums.couponReduce += part.couponReduce;
    sums.shippingFee += part.shippingFee;
    sums.payable += part.payable;
  }
  return sums;
}
