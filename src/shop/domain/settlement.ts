import type { Fen } from './money.ts';
import { reprice } from './purchase.ts';
import type { PurchaseTerms, RepriceConditions } from './purchase-terms.ts';
import { type ShippingGroup, shippingGroup } from './shipping.ts';

/** A line of a paid order as it stands: what of it stays with its buyer, and the money that stands for that. Fen. */
export interface KeptLine {
  /** The piece of its purchase; null where the purchase was not written down. */
  piece: number | null;
  /** Units that stay, sent or still to be sent. */
  kept: number;
  /** Units that the shop did not deliver: they cost nothing, and what they helped to earn stays earned. */
  missed: number;
  /** What was paid for the units that stay and not given back. */
  money: Fen;
  /** What of the price of the units that stay was given back as a price protection. */
  protection: Fen;
}

/** Orders of one purchase as they stand, with the shipping that was charged for them and not given back. */
export interface KeptPurchase {
  /** Null for a purchase from before its terms were written down: nothing of it is priced again. */
  terms: PurchaseTerms | null;
  conditions: RepriceConditions;
  lines: readonly KeptLine[];
  shipping: Fen;
}

/**
 * What goods that stay would have cost more by themselves than was kept for them: the least that must be withheld of
 * refunds, so that they are not left at a price, nor their shipping at a fee, that they would not have had alone
 * (domain §9).
 */
export function lossOf(purchases: readonly KeptPurchase[]): Fen {
  const missing = purchases.reduce((sum, one) => sum + costOfKept(one) - moneyOf(one), 0);
  return Math.max(0, missing);
}

function moneyOf({ lines, shipping }: KeptPurchase): Fen {
  return shipping + lines.reduce((sum, { money }) => sum + money, 0);
}

function costOfKept(purchase: KeptPurchase): Fen {
  const { terms, conditions, lines } = purchase;
  if (terms === null || lines.every(({ kept }) => kept === 0)) return moneyOf(purchase);
  const units = new Map(
    lines.flatMap(({ piece, kept, missed }) => (piece === null ? [] : [[piece, kept + missed] as const])),
  );
  const { goods, fees } = reprice(terms, units, conditions);
  const priceOf = ({ piece }: KeptLine) => (piece === null ? 0 : (goods.get(piece) ?? 0));
  const cost = lines.reduce((sum, line) => sum + costOfLine(line, priceOf(line)), 0);
  return cost + shippingOfKept(terms, lines, fees);
}

/** The share of the units that stay in what the line would cost with those that were missed. */
function costOfLine({ kept, missed, protection }: KeptLine, whole: Fen): Fen {
  if (kept === 0) return 0;
  const share = Number((BigInt(whole) * BigInt(kept)) / BigInt(kept + missed));
  return Math.max(0, share - protection);
}

/** The fees of the groups of which something stays. */
function shippingOfKept(
  { entries, giftEntries, pieces }: PurchaseTerms,
  lines: readonly KeptLine[],
  fees: Record<ShippingGroup, Fen>,
): Fen {
  const keys = new Set(lines.filter(({ kept }) => kept > 0).map(({ piece }) => piece));
  const staying = pieces.filter(({ key }) => keys.has(key));
  const its = [
    ...entries.filter(({ id }) => staying.some(({ lineId }) => lineId === id)),
    ...giftEntries.filter(({ goodsId }) => staying.some((piece) => piece.gift && piece.goodsId === goodsId)),
  ];
  const groups = new Set(its.map(shippingGroup));
  return [...groups].reduce((sum, group) => sum + fees[group], 0);
}

/** How much of a price protection belongs to the units that stay, of those that it was given for. */
export function protectionOf(protection: Fen, units: number, kept: number): Fen {
  if (units === 0 || kept >= units) return protection;
  return Number((BigInt(protection) * BigInt(kept)) / BigInt(units));
}

/** What goes back when something leaves orders that were priced together. Fen; what is withheld may be released again. */
export interface Refund {
  /** What the part that leaves cost, shipping included where it goes back. */
  own: Fen;
  /** What was withheld of earlier refunds. */
  withheld: Fen;
  /** What has to be withheld from now on: see {@link lossOf}. */
  loss: Fen;
}

/** The sum that goes back; below zero when what stays would lose more than what leaves has cost. */
export function refundOf({ own, withheld, loss }: Refund): Fen {
  return own + withheld - loss;
}
