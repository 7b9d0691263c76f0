import type { LadderType } from '#shop/domain/ladder.ts';
import { readVectors } from './vectors.ts';

/** A good of a cart case. Money in yuan. */
export interface CartGoods {
  price: number;
  stock: number;
  /** What is left of the stock after the lines were added. */
  stockLater?: number;
  unit?: string;
  ladderType?: LadderType;
  ladder?: [number: number, price: number][];
  onSale?: boolean;
  hm?: boolean;
  controlled?: boolean;
  dpby?: number;
  /** Index into the case's `manjians`. */
  manjian?: number;
  spike?: { price: number; total: number; limit: number };
}

/** A cart as data: it is priced by the domain alone, and put together through the API. */
export interface CartCase {
  /** The percentage that everything is paid at. */
  welfare?: number;
  manjians?: { name: string; tiers: [amount: number, reduce: number][] }[];
  goods: Record<string, CartGoods>;
  lines: { goods: string; number: number; selected?: boolean }[];
}

/** Part of the cart's answer (schemas/entities/cart): only what the case is about. */
export interface CartExpectation {
  lines: Record<string, unknown>[];
  summary: Record<string, unknown>;
}

export const cartCases = readVectors<CartCase, CartExpectation>('carts');
