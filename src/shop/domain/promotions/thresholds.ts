import type { Fen } from '../money.ts';
import type { Next } from './effect.ts';

/** An amount that brings something, in fen, and what it brings, in words. */
export interface Threshold {
  amount: Fen;
  gain: string;
}

/** As many as a buyer takes in at a glance: what is given for every so many yuan has no last one. */
const MOST = 6;

/** The amounts that bring something, the lowest first, as `next` promises them one after another. */
export function thresholdsOf(next: (eligible: Fen) => Next | null): Threshold[] {
  const found: Threshold[] = [];
  let amount = 0;
  for (let ahead = next(amount); ahead && found.length < MOST; ahead = next(amount)) {
    amount += ahead.missing;
    found.push({ amount, gain: ahead.gain });
  }
  return found;
}
