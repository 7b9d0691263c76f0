import { cpus } from 'node:os';
import { checkBooks } from '#server/modules/ledger/index.ts';
import type { DrillShop, Ground } from './shop.ts';

/** How much a drill does: what every test run bears, or what a release is judged by. */
export type Scale = 'small' | 'full';

export type Report = (line: string) => void;

/** Where a drill takes place. */
export interface Stage {
  scale: Scale;
  ground: Ground;
  report: Report;
}

/** What was measured, and what did not hold. */
export interface Outcome {
  figures: Record<string, string | number>;
  /** Empty when everything held. */
  breaches: string[];
}

/** A fault that is made on purpose, and what must hold meanwhile and afterwards. */
export interface Drill {
  title: string;
  /** Seconds after which it is given up. */
  bound: Record<Scale, number>;
  /** What it needs and this machine cannot have, in words; null when all is there. */
  missing?(): Promise<string | null>;
  run(stage: Stage): Promise<Outcome>;
}

/** What a drill knows while it runs: `expect` notes what does not hold, and goes on. */
export interface Notes extends Outcome {
  expect(holds: boolean, what: string): void;
}

/** Figures of one part of a drill among those of others. */
export const prefixed = (prefix: string, figures: Outcome['figures']): Outcome['figures'] =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}: ${name}`, value]));

/** More of one kind tell nothing new. */
const MOST_BREACHES = 20;

export function createNotes(): Notes {
  const breaches: string[] = [];
  return {
    figures: {},
    breaches,
    expect(holds, what) {
      if (!holds && breaches.length < MOST_BREACHES) breaches.push(what);
    },
  };
}

/** Faults that the shop has logged, shortened: a refusal leaves none. */
const isFault = (line: string): boolean => /"msg":"(?:fault|uncaught)"/.test(line);

/** The proof of the books and the log, at the end of a drill. */
export async function proveBooks(shop: Pick<DrillShop, 'inspect' | 'log'>, notes: Notes): Promise<void> {
  const faults = shop.log.filter(isFault);
  notes.figures['faults in the log'] = faults.length;
  for (const line of faults.slice(0, 3)) notes.breaches.push(`in the log: ${line.slice(0, 1500)}`);
  const { breaches, orders, walletsFen } = await shop.inspect(checkBooks);
  for (const breach of breaches) notes.expect(false, `books: ${breach}`);
  notes.figures['orders in the books'] = Object.values(orders).reduce((sum, count) => sum + count, 0);
  notes.figures['books'] =
    breaches.length === 0 ? `agree, wallets ¥${(walletsFen / 100).toFixed(2)}` : 'BROKEN';
}

/** The value below which this share of the numbers lies; NaN of none. */
export function quantile(values: readonly number[] | Float32Array, share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * How much longer everything takes because others are at work on this machine: a bound in seconds is for a machine of its
 * own. @param others processors that they took
 */
export function slowdown(others: number): number {
  const all = cpus().length;
  return Number.isNaN(others) ? 1 : all / Math.max(all / 10, all - others);
}
