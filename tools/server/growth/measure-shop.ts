import { checkBooks } from '#server/modules/ledger/index.ts';
import { median } from '../../bench/median.ts';
import type { Shop } from './shop.ts';
import { runCold, WORK } from './work.ts';

const RUNS = 7;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The median ms of each work. Its first run is left out: a job may find work there that it finds once. */
export async function measureWork(shop: Shop): Promise<Map<string, number>> {
  const costs = new Map<string, number>();
  for (const work of WORK) {
    const times: number[] = [];
    for (let run = 0; run <= RUNS; run += 1) times.push(await timed(() => runCold(shop, work)));
    costs.set(work.name, median(times.slice(1)));
  }
  return costs;
}

/** ms of the nightly check of the books. @throws when they do not agree: then the history was seeded wrongly */
export function measureBooks({ db }: Shop): Promise<number> {
  return timed(async () => {
    const { breaches } = await checkBooks(db);
    if (breaches.length > 0) throw new Error(`the books do not agree: ${breaches.slice(0, 5).join('; ')}`);
  });
}
