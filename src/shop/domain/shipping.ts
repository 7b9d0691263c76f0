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

/**
 * 优选 goods have a threshold and a fee of their own, and so have goods with ephedrine: no group counts towards
 * another's. Ephedrine is paid by a transfer alone (domain §3), so an order with it cannot share one payment with others,
 * and therefore earns nothing with them: what was earned as one is paid as one (domain §9).
 */
export interface ShippingRules {
  site: ShippingTerms;
  yx: ShippingTerms;
  hm: ShippingTerms;
}

export type ShippingGroup = keyof ShippingRules;

export const SHIPPING_GROUPS = ['site', 'yx', 'hm'] as const satisfies readonly ShippingGroup[];

/** A line as single-item free shipping sees it. */
export interface PieceShipping {
  quantity: number;
  /** From this quantity on the line ships free; `null`: never by itself. Not the minimum quantity of a purchase. */
  dpbyNumber: number | null;
}

/** A line that is to be sent; `total` is what it comes to before coupon and vouchers. */
export interface ShippedLine extends PieceShipping {
  isYx: boolean;
  hm: boolean;
  total: Fen;
}

/** The group that a line's shipping is reckoned in. */
export function shippingGroup({ isYx, hm }: Pick<ShippedLine, 'isYx' | 'hm'>): ShippingGroup {
  if (hm) return 'hm';
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
  return remaining > 0 ? `${GROUP_NAMES[group]}还差 ${formatFen(remaining)} 包邮` : null;
}

const GROUP_NAMES: Record<ShippingGroup, string> = { site: '', yx: '优选商品', hm: '含麻商品' };

/** Why there is a fee that the site's threshold does not explain, one line a group. */
export function shippingNotes(rules: ShippingRules, fees: Record<ShippingGroup, Fen>): string[] {
  return SHIPPING_GROUPS.filter((group) => group !== 'site' && fees[group] > 0).map((group) => {
    const alone = group === 'hm' ? '单独发货，' : '';
    const [from, fee] = [formatFen(rules[group].freeFrom), formatFen(fees[group])];
    return `${GROUP_NAMES[group]}${alone}满 ${from} 包邮，不足收运费 ${fee}（已计入运费）`;
  });
}

/** Single-item free shipping: the quantity reaches the good's own count (spec §9; domain §9 names it `dpby_number`). */
function shipsFreeBySelf(line: PieceShipping): boolean {
  return line.dpbyNumber !== null && line.quantity >= line.dpbyNumber;
}

/** What is missing for single-item free shipping in words, or `null` for goods without single-item free shipping. */
export function dpbyHint(line: PieceShipping, unit: string): string | null {
  const { quantity, dpbyNumber } = line;
  if (dpbyNumber === null) return null;
  const more = dpbyNumber - quantity;
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
  return { site: feeOf('site'), yx: feeOf('yx'), hm: feeOf('hm') };
}
