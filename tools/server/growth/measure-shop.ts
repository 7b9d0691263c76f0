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

/** The median of each work. Its first run is left out: a job may find work there that it finds once. */
export async function measureWork(shop: Shop, works: readonly Work[]): Promise<Map<string, WorkCost>> {
  const costs = new Map<string, WorkCost>();
  for (const work of works) {
    const runs: WorkCost[] = [];
    for (let run = 0; run <= RUNS; run += 1) runs.push(await timed(() => runCold(shop, work)));
    const counted = runs.slice(1);
    costs.set(work.name, {
      ms: median(counted.map(({ ms }) => ms)),
      shown: median(counted.map(({ shown }) => shown)),
    });
  }
  return costs;
}

/** The nightly check of the books. @throws when they do not agree: then the history was seeded wrongly */
export function measureBooks({ db }: Shop): Promise<WorkCost> {
  return timed(async () => {
    const { breaches } = await checkBooks(db);
    if (breaches.length > 0) throw new Error(`the books do not agree: ${breaches.slice(0, 5).join('; ')}`);
  });
}
