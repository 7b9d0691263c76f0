import { Decimal } from 'decimal.js';

/** An amount of money in integer fen (1/100 yuan). All sums are made in it. */
export type Fen = number;

/**
 * Yuan, as an API or a person writes it, to fen. What stands behind the second decimal is cut off (spec §9: floored),
 * in decimal arithmetic: 19.99 is 1999, where `Math.floor(19.99 * 100)` is 1998.
 * @throws RangeError when the text is no number, or the amount cannot be held exactly.
 */
export function toFen(yuan: number | string): Fen {
  const fen = parse(yuan).times(100).floor().toNumber();
  if (!Number.isSafeInteger(fen)) throw new RangeError(`not an amount of money: ${yuan}`);
  return fen;
}

/** Fen to yuan with at most two decimals, as the API carries it. */
export function toYuan(fen: Fen): number {
  return fen / 100;
}

function parse(yuan: number | string): Decimal {
  try {
    return new Decimal(yuan);
  } catch {
    throw new RangeError(`not an amount of money: ${yuan}`);
  }
}
