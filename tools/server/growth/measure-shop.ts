import { checkBooks } from '#server/modules/ledger/index.ts';
import { median } from '../../bench/median.ts';
import type { Shop } from './shop.ts';
import { runCold, type Work } from './work.ts';

const RUNS = 7;

async function timed(work: () => Promise<unknown>): Promise<WorkCost> {
  const started = performance.now();
  const answer = await work();
  return { ms: performance.now() - started, shown: (JSON.stringify(answer) ?? '').length };
}

/** What one piece of work costs, and how long its answer is, in characters of JSON. */
export interface WorkCost {
  ms: number;
  shown: number;
}

/** The same work in two shops. */
export interface Shops<T> {
  small: T;
  large: T;
}

/**
 * The median of a work in both shops, in turn: a machine that becomes slower does so for both. The first run is left out: a job
 * may find work there that it finds once.
 */
export async function measureWork({ small, large }: Shops<Shop>, work: Work): Promise<Shops<WorkCost>> {
  const runs: Shops<WorkCost>[] = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const ofSmall = await timed(() => runCold(small, work));
    runs.push({ small: ofSmall, large: await timed(() => runCold(large, work)) });
  }
  const counted = runs.slice(1);
  return {
    small: medianOf(counted.map((run) => run.small)),
    large: medianOf(counted.map((run) => run.large)),
  };
}

const medianOf = (costs: readonly WorkCost[]): WorkCost => ({
  ms: median(costs.map(({ ms }) => ms)),
  shown: median(costs.map(({ shown }) => shown)),
});

/** The nightly check of the books. @throws when they do not agree: then the history was seeded wrongly */
export function measureBooks({ db }: Shop): Promise<WorkCost> {
  return timed(async () => {
    const { breaches } = await checkBooks(db);
    if (breaches.length > 0) throw new Error(`the books do not agree: ${breaches.slice(0, 5).join('; ')}`);
  });
}
