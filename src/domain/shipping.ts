import { formatFen } from './format.ts';
import type { Fen } from './money.ts';

/** `shipping_data` of a cart, and the fee below the threshold. */
export interface ShippingTerms {
  /** From this amount shipping is free (`shipping_amount`). */
  freeFrom: Fen;
  fee: Fen;
  /** Amount of paid orders not yet shipped, which counts towards the threshold (`no_trans_order_amount`). */
  unshipped: Fen;
}

/** A line as single-item free shipping sees it. */
export interface PieceShipping {
  isDpby: boolean;
  number: number;
  qgNumber: number;
}

/** What is still missing for free shipping; 0 once it is reached (spec §9: shown only if positive). */
export function shippingRemaining(terms: ShippingTerms, selectedTotal: Fen): Fen {
  return Math.max(0, terms.freeFrom - selectedTotal - terms.unshipped);
}

/** The hint in words, or `null` when nothing is missing. */
export function shippingHint(remaining: Fen): string | null {
  return remaining > 0 ? `还差 ${formatFen(remaining)} 包邮` : null;
}

/** Single-item free shipping: marked, and the quantity reaches the minimum purchase count (spec §9). */
function shipsFreeBySelf(line: PieceShipping): boolean {
  return line.isDpby && line.number >= line.qgNumber;
}

/** The minimum purchase count in words, or `null` for goods without single-item free shipping. */
export function dpbyHint(line: PieceShipping, unit: string): string | null {
  if (!line.isDpby) return null;
  const more = line.qgNumber - line.number;
  return more > 0 ? `满 ${line.qgNumber} ${unit}包邮，还差 ${more} ${unit}` : '已满足单品包邮';
}

/** The fee for what is checked out together: none from the threshold on, or when a line ships free by itself. */
export function shippingFee(terms: ShippingTerms, selectedTotal: Fen, lines: readonly PieceShipping[]): Fen {
  const free = shippingRemaining(terms, selectedTotal) === 0 || lines.some(shipsFreeBySelf);
  return free ? 0 : terms.fee;
}
