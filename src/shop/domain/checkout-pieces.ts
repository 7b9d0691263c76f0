import type { PricedLine } from './cart.ts';
import { lineTotal } from './cart-totals.ts';
import type { Fen } from './money.ts';
import { type Explanation, takeOff } from './promotions/explanation.ts';
import type { ShippedLine } from './shipping.ts';
import { spread } from './spread.ts';

/** What coupons and warehouses need to know of a good, besides its price. */
export interface CheckoutGoods {
  brandId: number | null;
  categoryIds: readonly number[];
}

/** One good of one line that is about to be ordered: sets fall into their goods, gifts become lines of their own. */
export interface Piece extends Omit<ShippedLine, 'total'>, CheckoutGoods {
  /** Index among the checkout's pieces; shares of reductions are keyed by it. */
  key: number;
  /** The cart line that it comes from. */
  lineId: number;
  goodsId: number;
  price: Fen;
  amount: Fen;
  setReduce: Fen;
  manjianReduce: Fen;
  withCoupon: boolean;
  /** What its line counts towards a coupon's threshold, gifts included (spec §9); 0 for gifts and parts of sets. */
  eligible: Fen;
  gift: boolean;
  hm: boolean;
  warehouseId: number;
  promotionId: number | null;
  offerId: number | null;
  /** Pieces of one set share it. */
  setNo: number | null;
  sets: number | null;
  /** The name of the combination, exchange or gift promotion that it comes by. */
  setName: string | null;
  explanation: Explanation;
}

type Line = Omit<
  Piece,
  'goodsId' | 'quantity' | 'price' | 'amount' | 'setReduce' | 'gift' | 'setNo' | 'sets' | 'key' | 'offerId'
>;

/**
 * The pieces of priced lines, in the order of their lines. What a set saves is spread over its goods by largest
 * remainder, so that each can be paid back on its own.
 * @param shown the same lines as the cart shows them, where `lines` are priced for a coupon: its threshold is held
 * against the figures that the buyer saw before choosing it
 */
export function piecesOf(
  lines: readonly PricedLine[],
  goodsOf: (goodsId: number) => CheckoutGoods,
  shown: readonly PricedLine[] = lines,
): Piece[] {
  const ordered = lines.toSorted((a, b) => a.id - b.id);
  const eligible = new Map(shown.map((line) => [line.id, lineTotal(line)]));
  return ordered
    .flatMap((line) => [
      ...(line.entry.parts.length > 0
        ? partsOf(line, goodsOf)
        : [{ ...wholeOf(line, goodsOf), eligible: eligible.get(line.id) ?? 0 }]),
      ...giftsOf(line, goodsOf),
    ])
    .map((piece, key) => ({ ...piece, key }));
}

type Unkeyed = Omit<Piece, 'key'>;

function shared({
  entry,
  withCoupon,
  promotionId,
  setName,
  explanation,
}: PricedLine): Omit<Line, keyof CheckoutGoods> {
  return {
    lineId: entry.id,
    manjianReduce: 0,
    withCoupon,
    eligible: 0,
    hm: entry.hm,
    warehouseId: entry.warehouseId,
    promotionId,
    setName,
    isYx: entry.isYx,
    dpbyNumber: null,
    explanation,
  };
}

function wholeOf(line: PricedLine, goodsOf: (goodsId: number) => CheckoutGoods): Unkeyed {
  const { entry, price, quantity, amount } = line;
  return {
    ...shared(line),
    ...goodsOf(entry.goodsId),
    goodsId: entry.goodsId,
    quantity,
    price,
    amount,
    setReduce: 0,
    manjianReduce: line.manjianAmount,
    gift: false,
    offerId: line.offerId,
    setNo: null,
    sets: null,
    dpbyNumber: entry.dpbyNumber,
  };
}

function partsOf(line: PricedLine, goodsOf: (goodsId: number) => CheckoutGoods): Unkeyed[] {
  const { entry, quantity: sets, amount, setName } = line;
  const parts = entry.parts.toSorted((a, b) => a.goodsId - b.goodsId);
  const full = parts.map((part) => part.price * part.quantity * sets);
  const saved = full.reduce((sum, each) => sum + each, 0) - amount;
  const shares = spread(
    saved,
    full.map((weight, key) => ({ key, weight })),
  );
  return parts.map((part, index) => {
    const quantity = part.quantity * sets;
    const whole = full[index] ?? 0;
    const setReduce = shares.get(index) ?? 0;
    const bare = { base: part.price, number: quantity, steps: [], missed: [], total: whole };
    const share = { kind: 'set', label: setName ?? '', promotionId: line.promotionId, amount: setReduce };
    return {
      ...shared(line),
      ...goodsOf(part.goodsId),
      goodsId: part.goodsId,
      quantity,
      price: part.price,
      amount: whole,
      setReduce,
      gift: false,
      offerId: null,
      setNo: entry.id,
      sets,
      explanation: takeOff(bare, [share]),
    };
  });
}

function giftsOf(line: PricedLine, goodsOf: (goodsId: number) => CheckoutGoods): Unkeyed[] {
  return line.gifts.map((gift) => ({
    ...shared(line),
    ...goodsOf(gift.goodsId),
    withCoupon: false,
    goodsId: gift.goodsId,
    quantity: gift.quantity,
    price: gift.price,
    amount: gift.price * gift.quantity,
    setReduce: 0,
    gift: true,
    promotionId: gift.promotionId,
    setName: gift.promotionName,
    offerId: gift.offerId,
    setNo: null,
    sets: null,
    explanation: {
      base: gift.price,
      number: gift.quantity,
      steps: [],
      missed: [],
      total: gift.price * gift.quantity,
    },
  }));
}
