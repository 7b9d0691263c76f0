import {
  type CartTotals,
  cartTotals,
  counts,
  LINE_TYPE,
  type LineFigures,
  lineAmount,
} from './cart-totals.ts';
import { formatFen } from './format.ts';
import { ladderHint, ladderHintText } from './ladder.ts';
import { type Manjian, manjianHint, manjianShares, tierMet } from './manjian.ts';
import type { Fen } from './money.ts';
import { type Pricing, type Quote, quote } from './price.ts';
import { dpbyHint, type ShippingTerms, shippingHint, shippingRemaining } from './shipping.ts';
import type { Share } from './spread.ts';

/** One line of a cart with all that its figures depend on. */
export interface CartEntry {
  id: number;
  type: number;
  number: number;
  selected: boolean;
  /** Lines with equal keys draw on the same stock (a good in a warehouse). */
  stockKey: string;
  unit: string;
  pricing: Pricing;
  purchasable: boolean;
  stock: number;
  /** The good takes coupons, at its ordinary price. */
  couponAllowed: boolean;
  /** The full reduction that the good belongs to. */
  manjianId: number | null;
  giftTotal: Fen;
  isDpby: boolean;
  qgNumber: number;
}

export interface PricedLine extends LineFigures {
  quote: Quote;
  amount: Fen;
  manjianId: number | null;
  ladderHint: string | null;
  dpbyHint: string | null;
}

/** A tier of a full reduction, and whether the cart meets it. */
export interface TierStatus {
  id: number;
  name: string;
  amount: Fen;
  reduce: Fen;
  met: boolean;
}

export interface PricedCart {
  lines: PricedLine[];
  totals: CartTotals;
  tiers: TierStatus[];
  shippingRemaining: Fen;
  shippingHint: string | null;
  manjianHint: string | null;
}

/** Circumstances of a cart; `now` in seconds. */
export interface CartTerms {
  manjians: readonly Manjian[];
  shipping: ShippingTerms;
  now: number;
}

/**
 * Prices a cart: each line's price, forced deselection (spec §4), shares of full reductions, totals and hints (spec §9).
 * Lines are answered in the order given; no figure depends on it.
 */
export function priceCart(entries: readonly CartEntry[], terms: CartTerms): PricedCart {
  const stock = allotStock(entries);
  const bare = entries.map((entry) => priceLine(entry, stock.get(entry.id) ?? 0, terms.now));
  const offers = terms.manjians.map((manjian) => ({ manjian, shares: eligibleShares(bare, manjian.id) }));
  const reduced = new Map(offers.flatMap(({ manjian, shares }) => [...manjianShares(manjian.tiers, shares)]));
  const lines = bare.map((line) => withManjian(line, reduced.get(line.id) ?? 0));
  const totals = cartTotals(lines);
  const remaining = shippingRemaining(terms.shipping, totals.selectedTotal);
  return {
    lines,
    totals,
    tiers: offers.flatMap(({ manjian, shares }) => tierStatuses(manjian, weightOf(shares))),
    shippingRemaining: remaining,
    shippingHint: totals.selectedIds.length > 0 ? shippingHint(remaining) : null,
    manjianHint: firstHint(offers),
  };
}

/** What is left for each line of a stock that several selected lines draw on: earlier ids are served first. */
function allotStock(entries: readonly CartEntry[]): Map<number, number> {
  const taken = new Map<string, number>();
  const allotted = new Map<number, number>();
  for (const entry of entries.toSorted((a, b) => a.id - b.id)) {
    const before = taken.get(entry.stockKey) ?? 0;
    allotted.set(entry.id, Math.max(0, entry.stock - before));
    const takes = entry.selected && entry.purchasable && entry.number <= entry.stock - before;
    if (takes) taken.set(entry.stockKey, before + entry.number);
  }
  return allotted;
}

function priceLine(entry: CartEntry, stock: number, now: number): PricedLine {
  const price = quote(entry.pricing, entry.number, now);
  const onSpike = price.kind === 'spike';
  const line = {
    id: entry.id,
    type: entry.type === LINE_TYPE.combination ? entry.type : onSpike ? LINE_TYPE.spike : LINE_TYPE.plain,
    number: entry.number,
    price: price.price,
    selected: entry.selected,
    withCoupon: entry.couponAllowed && !onSpike,
    manjianAmount: 0,
    giftTotal: entry.giftTotal,
    purchasable: entry.purchasable,
    stock,
  };
  return {
    ...line,
    selected: counts(line),
    quote: price,
    amount: lineAmount(line),
    manjianId: onSpike ? null : entry.manjianId,
    ladderHint: onSpike ? null : ladderText(entry),
    dpbyHint: dpbyHint(entry, entry.unit),
  };
}

function withManjian(line: PricedLine, manjianAmount: Fen): PricedLine {
  return { ...line, manjianAmount };
}

function ladderText({ pricing, number, unit }: CartEntry): string | null {
  const hint = ladderHint(pricing.ladder, number, pricing.basePrice);
  return hint && ladderHintText({ more: hint.more, price: hint.price / 100 }, unit);
}

function eligibleShares(lines: readonly PricedLine[], manjianId: number): Share[] {
  return lines
    .filter((line) => line.manjianId === manjianId && counts(line))
    .map((line) => ({ key: line.id, weight: line.amount }));
}

function tierStatuses({ id, name, tiers }: Manjian, eligible: Fen): TierStatus[] {
  return tiers.map((tier) => ({
    id,
    name: `${name}：满 ${formatFen(tier.amount)} 减 ${formatFen(tier.reduce)}`,
    amount: tier.amount,
    reduce: tier.reduce,
    met: tierMet(tier, eligible),
  }));
}

/** The hint of the first full reduction that has goods in the selection. */
function firstHint(offers: readonly { manjian: Manjian; shares: readonly Share[] }[]): string | null {
  const hints = offers.map(({ manjian, shares }) =>
    shares.length > 0 ? manjianHint(manjian, weightOf(shares)) : null,
  );
  return hints.find((hint) => hint !== null) ?? null;
}

function weightOf(shares: readonly Share[]): Fen {
  return shares.reduce((sum, share) => sum + share.weight, 0);
}
