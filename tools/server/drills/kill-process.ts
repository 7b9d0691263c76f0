import { setTimeout as sleep } from 'node:timers/promises';
import { besideOthers } from '../../bench/machine.ts';
import {
  createNotes,
  type Drill,
  type Notes,
  type Outcome,
  prefixed,
  proveBooks,
  quantile,
  type Stage,
  slowdown,
} from './drill.ts';
import { linesOf } from './run.ts';
import { type DrillShop, openEmbeddedShop, openShop, withShop } from './shop.ts';
import { type Acknowledged, compareOrders, lastOrder, startTrading } from './traders.ts';

const SIZES = {
  small: { kills: { postgres: 2, pglite: 1 }, buyers: 6 },
  full: { kills: { postgres: 50, pglite: 100 }, buyers: 32 },
} as const;

/** Seconds until the shop serves again, on a machine of its own. */
const READY = 5;

/** Orders that are acknowledged between two kills. */
const BETWEEN = 3;

/** Each kill falls at another moment of what is under way, ms. */
const JITTER = 400;

async function killUnderLoad(
  shop: DrillShop,
  { kills, buyers }: { kills: number; buyers: number },
  stage: Stage,
  notes: Notes,
): Promise<{ seen: Acknowledged; ready: number[] }> {
  const trading = await startTrading(await shop.logInBuyers(buyers), notes);
  const ready: number[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    await trading.more(BETWEEN);
    await sleep(Math.random() * JITTER);
    await shop.kill();
    const { result, others } = await besideOthers(() => shop.start());
    ready.push(result / slowdown(others));
    stage.report(
      `kill ${kill} of ${kills}: ready in ${(result / 1000).toFixed(1)} s, ${trading.seen.orders.size} orders`,
    );
  }
  await trading.end();
  return { seen: trading.seen, ready };
}

async function drillOn(engine: 'postgres' | 'pglite', stage: Stage): Promise<Outcome> {
  const { kills, buyers } = SIZES[stage.scale];
  const notes = createNotes();
  const opening =
    engine === 'postgres' ? openShop(stage.ground) : openEmbeddedShop(stage.ground, { goods: 400, buyers });
  await withShop(opening, async (shop) => {
    // The embedded database can be looked at only while the shop is down.
    if (engine === 'pglite') await shop.kill();
    const since = await shop.inspect(lastOrder);
    if (engine === 'pglite') await shop.start();
    const { seen, ready } = await killUnderLoad(shop, { kills: kills[engine], buyers }, stage, notes);
    await shop.kill();
    await shop.inspect((db) => compareOrders(db, seen, since, notes));
    Object.assign(notes.figures, {
      kills: kills[engine],
      'orders acknowledged': seen.orders.size,
      'payments acknowledged': seen.paid.size,
      'connections broken': seen.broken,
      'refused by the trade': seen.refused,
      'ready, median, s': (quantile(ready, 0.5) / 1000).toFixed(1),
      'ready, slowest, s': (quantile(ready, 1) / 1000).toFixed(1),
    });
    for (const ms of ready) notes.expect(ms <= READY * 1000, `ready only after ${(ms / 1000).toFixed(1)} s`);
    await proveBooks(shop, notes);
  });
  // The other half may take long still.
  for (const line of linesOf({ ...notes, figures: prefixed(engine, notes.figures) })) stage.report(line);
  return notes;
}

/** `kill -9` in the middle of purchases; what was not answered is sent again under its key. */
export const killProcess: Drill = {
  title: 'the process is killed under purchases, on PostgreSQL and on the embedded database',
  bound: { small: 900, full: 3000 },
  async run(stage) {
    const server = await drillOn('postgres', stage);
    const embedded = await drillOn('pglite', stage);
    return {
      figures: {
        ...prefixed('PostgreSQL', server.figures),
        ...prefixed('PGlite', embedded.figures),
      },
      breaches: [...server.breaches, ...embedded.breaches],
    };
  },
};
