import { formatFen } from './format.ts';
import type { Fen } from './money.ts';

/** The threshold of goods that ship together, and the fee below it. */
export interface ShippingTerms {
  /** From this amount shipping is free (`shipping_amount`). */
  freeFrom: Fen;
  fee: Fen;
  /** Amount of paid orders not yet shipped, which counts towards the threshold (`no_trans_order_amount`). */
  unshipped: Fen;
}

/** 优选 goods have a threshold and a fee of their own; neither group counts towards the other's. */
export interface ShippingRules {
  site: ShippingTerms;
  yx: ShippingTerms;
}

export type ShippingGroup = keyof ShippingRules;

export const SHIPPING_GROUPS = ['site', 'yx'] as const satisfies readonly ShippingGroup[];

/** A line as single-item free shipping sees it. */
export interface PieceShipping {
  number: number;
  /** From so many of it the line ships free; `null`: never by itself. Another number than the least that may be bought. */
  dpbyNumber: number | null;
}

/** A line that is to be sent; `total` is what it comes to before coupon and vouchers. */
export interface ShippedLine extends PieceShipping {
  isYx: boolean;
  total: Fen;
}

/** The group that a line's shipping is reckoned in. */
export function shippingGroup({ isYx }: Pick<ShippedLine, 'isYx'>): ShippingGroup {
  return isYx ? 'yx' : 'site';
}

/**
 * What is still missing for free shipping; 0 once it is reached, or when one of the lines ships free by itself and the
 * others with it (spec §9: shown only if positive).
 */
export function shippingRemaining(
  terms: ShippingTerms,
  selectedTotal: Fen,
  lines: readonly PieceShipping[],
): Fen {
  return lines.some(shipsFreeBySelf) ? 0 : Math.max(0, terms.freeFrom - selectedTotal - terms.unshipped);
}

/** The hint in words, or `null` when nothing is missing. */
export function shippingHint(remaining: Fen, group: ShippingGroup = 'site'): string | null {
  const whose = group === 'yx' ? '优选商品' : '';
  return remaining > 0 ? `${whose}还差 ${formatFen(remaining)} 包邮` : null;
}

/** Single-item free shipping: the quantity reaches the good's own count (spec §9; domain §9 names it `dpby_number`). */
function shipsFreeBySelf(line: PieceShipping): boolean {
  return line.dpbyNumber !== null && line.number >= line.dpbyNumber;
}

/** What is missing for single-item free shipping in words, or `null` for goods without single-item free shipping. */
export function dpbyHint(line: PieceShipping, unit: string): string | null {
  const { number, dpbyNumber } = line;
  if (dpbyNumber === null) return null;
  const more = dpbyNumber - number;
  return more > 0 ? `满 ${dpbyNumber} ${unit}包邮，还差 ${more} ${unit}` : '已满足单品包邮';
}

/** The fee for a group's goods: none from the threshold on, or when a line ships free by itself. */
export function shippingFee(terms: ShippingTerms, selectedTotal: Fen, lines: readonly PieceShipping[]): Fen {
  return shippingRemaining(terms, selectedTotal, lines) === 0 ? 0 : terms.fee;
}

/** What each group pays for lines checked out together; a group without lines pays nothing. The fees add up. */
export function shippingFees(
  rules: ShippingRules,
  lines: readonly ShippedLine[],
): Record<ShippingGroup, Fen> {
  const feeOf = (group: ShippingGroup) => {
    const own = lines.filter((line) => shippingGroup(line) === group);
    const total = own.reduce((sum, line) => sum + line.total, 0);
    return own.length > 0 ? shippingFee(rules[group], total, own) : 0;
  };
  return { site: feeOf('site'), yx: feeOf('yx') };
}
