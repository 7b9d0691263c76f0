import { readVectors } from './vectors.ts';

/** A good of a purchase, and how much of it is bought. Money in yuan. */
export interface PurchaseGoods {
  price: number;
  warehouse: number;
  number: number;
  ladder?: [number: number, price: number][];
  hm?: boolean;
  yx?: boolean;
  dpby?: number;
  /** It is bought in the exchange. */
  exchange?: boolean;
}

/** A purchase as data, and what leaves it once it is paid: it is reckoned by the domain, and done through the API. */
export interface PurchaseCase {
  goods: Record<string, PurchaseGoods>;
  promotions?: {
    kind: string;
    rule: Record<string, unknown>;
    goods: Record<string, { role?: 'gift' | 'exchange'; price?: number }>;
  }[];
  coupon?: { value: number; threshold: number };
  voucher?: number;
  /** So many sets of the promotion's goods. */
  sets?: number;
  /** The order with this good is cancelled, or so many units are returned. */
  cancels?: string;
  returns?: Record<string, number>;
}

export interface PurchaseExpectation {
  /** Some of its orders are paid and cancelled as one. */
  joint: boolean;
  /** What the leaving part has cost. */
  own: number;
  /** What goes back; below zero: nothing can leave alone. */
  refund: number;
}

export const purchaseCases = readVectors<PurchaseCase, PurchaseExpectation>('purchases');
