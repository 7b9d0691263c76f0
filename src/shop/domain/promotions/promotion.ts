import type { Fen } from '../money.ts';

/** A good in a promotion, as it stands for one company. `left`, `allowance`: units still to be had; null is no limit. */
export interface Offer {
  id: number;
  goodsId: number;
  name: string;
  role: 'goods' | 'gift' | 'exchange';
  price: Fen | null;
  /** Units in one set, or pieces of a gift. */
  quantity: number;
  left: number | null;
  allowance: number | null;
}

/** A promotion as stored, with what is left of it for one company. */
export interface Promotion {
  id: number;
  kind: string;
  name: string;
  /** Seconds; open while `startsAt <= now < endsAt`. */
  startsAt: number;
  endsAt: number;
  /** Covers every good, not only its offers. */
  everything: boolean;
  /** The values of the kind's form, as entered: money in yuan. */
  rule: unknown;
  left: number | null;
  allowance: number | null;
  offers: readonly Offer[];
}

/** The values of a kind's form. */
export type Fields = Readonly<Record<string, unknown>>;
