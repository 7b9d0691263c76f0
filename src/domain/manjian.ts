import { formatFen } from './format.ts';
import type { Fen } from './money.ts';
import { type Share, spread } from './spread.ts';

/** One tier of a full reduction: reaching `amount` takes `reduce` off. */
export interface ManjianTier {
  amount: Fen;
  reduce: Fen;
}

/** A full reduction over some goods, with its tiers. */
export interface Manjian {
  id: number;
  name: string;
  tiers: readonly ManjianTier[];
}

/** A tier is met when the eligible total reaches its amount (spec §9). */
export function tierMet(tier: ManjianTier, eligible: Fen): boolean {
  return eligible >= tier.amount;
}

/** What comes off: the best met tier's reduction, never more than the goods cost. */
export function manjianReduce(tiers: readonly ManjianTier[], eligible: Fen): Fen {
  const met = tiers.filter((tier) => tierMet(tier, eligible)).map((tier) => tier.reduce);
  return Math.min(Math.max(0, ...met), eligible);
}

/** Each line's share of the reduction; `weight` is the line's amount in fen. The shares add up to the reduction. */
export function manjianShares(tiers: readonly ManjianTier[], lines: readonly Share[]): Map<number, Fen> {
  const eligible = lines.reduce((sum, line) => sum + line.weight, 0);
  return spread(manjianReduce(tiers, eligible), lines);
}

/** How far the next better tier is, in words; `null` when the best is reached. */
export function manjianHint(manjian: Manjian, eligible: Fen): string | null {
  const reached = manjianReduce(manjian.tiers, eligible);
  const next = manjian.tiers
    .filter((tier) => !tierMet(tier, eligible) && tier.reduce > reached)
    .toSorted((a, b) => a.amount - b.amount)[0];
  if (!next) return null;
  return `${manjian.name}：再买 ${formatFen(next.amount - eligible)} 可减 ${formatFen(next.reduce)}`;
}
