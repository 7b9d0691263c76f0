import type { Fen } from '../money.ts';
import type { Offer } from './promotion.ts';

/** What an open promotion does, by the moment at which it acts. */
export type Effect =
  | UnitEffect
  | AmountEffect
  | GiftEffect
  | ExchangeEffect
  | SetEffect
  | TeamEffect
  | PeriodEffect;

/** One unit that is to be priced: `current` is the company's price at this quantity (level and ladder). */
export interface Unit {
  current: Fen;
  quantity: number;
  /** The good's offer in the promotion, if it has one. */
  offer: Offer | null;
}

/** A unit's price under a promotion, or why there is none, in words. */
export type UnitPrice = { price: Fen } | { reason: string };

/** Makes the price of a unit. The highest rank that holds wins; `replaces`: level and ladder prices no longer count. */
export interface UnitEffect {
  stage: 'unit';
  rank: number;
  replaces: boolean;
  price: (unit: Unit) => UnitPrice;
}

/** What is missing for the next tier, in fen, and what it brings, in words (可减 ¥10.00). */
export interface Next {
  missing: Fen;
  gain: string;
}

/** Takes something off what its goods come to. */
export interface AmountEffect {
  stage: 'amount';
  reduce: (eligible: Fen) => Fen;
  /** Every tier, the lowest first. */
  tiers: readonly { amount: Fen; reduce: Fen }[];
  next: (eligible: Fen) => Next | null;
}

/** Adds its gifts so many times. */
export interface GiftEffect {
  stage: 'gift';
  times: (eligible: Fen) => number;
  next: (eligible: Fen) => Next | null;
}

/** Lets so many units of its exchange goods be bought at their price. */
export interface ExchangeEffect {
  stage: 'exchange';
  units: (eligible: Fen) => number;
  next: (eligible: Fen) => Next | null;
}

/** One good of a set: `number` units in each, at `price` outside of it. */
export interface SetPart {
  goodsId: number;
  quantity: number;
  price: Fen;
}

/** Sells goods together. */
export interface SetEffect {
  stage: 'set';
  /** What one set costs; never more than its parts. */
  total: (parts: readonly SetPart[]) => Fen;
  /** What is wrong with a choice of goods, in words. */
  problem: (parts: readonly Pick<SetPart, 'goodsId' | 'quantity'>[]) => string | null;
  /** Pieces to be chosen; null when the set is fixed. */
  choose: number | null;
}

/** Sells through teams that fill in time, by units or by stores. */
export interface TeamEffect {
  stage: 'team';
  by: 'units' | 'stores';
  need: number;
  hours: number;
}

/** Gives back for what was spent in its time. `days`: how long a voucher lasts. */
export interface PeriodEffect {
  stage: 'period';
  /** Every tier, the lowest first. */
  tiers: readonly { amount: Fen; gain: Fen }[];
  reward: (spent: Fen) => Fen;
  as: 'balance' | 'voucher';
  days: number;
  next: (spent: Fen) => Next | null;
}
