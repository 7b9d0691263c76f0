import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { besideOthers } from '../../bench/machine.ts';
import { createNotes, type Drill, type Notes, proveBooks, quantile, type Stage, slowdown } from './drill.ts';
import { type DrillShop, fillShelves, openShop, untilServed, withShop } from './shop.ts';
import { compareOrders, lastOrder, nothingYet, plainGoods, trade } from './traders.ts';

const SIZES = {
  small: { backends: 2, postmaster: 1, freezes: 1, frozen: 6, buyers: 6 },
  full: { backends: 20, postmaster: 10, freezes: 5, frozen: 20, buyers: 32 },
} as const;

/** Seconds until the shop serves again after its database does, on a machine of its own. */
const RECOVERS = 5;

/** Seconds within which everybody is answered, whatever the database does: 503 then. */
const ANSWERED = 10;

const PLENTY = 1_000_000;

/** What is done to the database, resolved when it serves again. */
type Fault = (stage: Stage, shop: DrillShop, frozen: number) => Promise<unknown>;

/** One of the shop's own sessions, in the middle of whatever it does. */
const endBackends: Fault = (_stage, shop) =>
  shop.inspect((db) =>
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db),
  );

const killPostmaster: Fault = async ({ ground: { postgres } }) => {
  await postgres.crash();
  await sleep(500);
  await postgres.restart();
};

const freeze: Fault = async ({ ground: { postgres } }, _shop, frozen) => {
  const thaw = await postgres.freeze();
  await sleep(frozen * 1000);
  thaw();
};

async function strike(
  stage: Stage,
  shop: DrillShop,
  notes: Notes,
  seen: ReturnType<typeof nothingYet>,
): Promise<void> {
  const { backends, postmaster, freezes, frozen } = SIZES[stage.scale];
  const faults = [
    ...Array.from({ length: backends }, () => ['backends ended', endBackends] as const),
    ...Array.from({ length: postmaster }, () => ['postmaster killed', killPostmaster] as const),
    ...Array.from({ length: freezes }, () => [`frozen for ${frozen} s`, freeze] as const),
  ];
  const back = new Map<string, number[]>();
  for (const [name, fault] of faults) {
    const enough = seen.orders.size + 2;
    const { result, others } = await besideOthers(async () => {
      while (seen.orders.size < enough) await sleep(20);
      await fault(stage, shop, frozen);
      return untilServed(shop);
    });
    const ms = result / slowdown(others);
    back.set(name, [...(back.get(name) ?? []), ms]);
    stage.report(`${name}: served again after ${Math.round(result)} ms, ${seen.orders.size} orders`);
    notes.expect(ms <= RECOVERS * 1000, `${name}: served again only after ${Math.round(ms)} ms`);
  }
  for (const [name, times] of back)
    notes.figures[`${name}, ${times.length} times, served again, slowest, ms`] = Math.round(
      quantile(times, 1),
    );
}

/** The database breaks off, dies and freezes under purchases; the shop puts off in words and goes on by itself. */
export const killDatabase: Drill = {
  title: 'sessions of the database end, its server is killed, and freezes, under purchases',
  bound: { small: 900, full: 1800 },
  async run(stage) {
    const notes = createNotes();
    await withShop(openShop(stage.ground), async (shop) => {
      await shop.inspect((db) => fillShelves(db, PLENTY));
      const since = await shop.inspect(lastOrder);
      const clients = await shop.logInBuyers(SIZES[stage.scale].buyers);
      const [first] = clients;
      const goods = first ? await plainGoods(first) : [];
      const seen = nothingYet();
      const ending = new AbortController();
      const { others } = await besideOthers(async () => {
        const trading = Promise.all(
          clients.map((client) => trade({ client, goods }, ending.signal, seen, notes)),
        );
        trading.catch(() => {});
        await strike(stage, shop, notes, seen);
        ending.abort();
        await trading;
      });
      await shop.inspect((db) => compareOrders(db, seen, since, notes));
      const slowest = quantile(seen.times, 1) / slowdown(others);
      Object.assign(notes.figures, {
        'orders acknowledged': seen.orders.size,
        'payments acknowledged': seen.paid.size,
        'put off with 503 or 504': seen.putOff,
        'connections broken': seen.broken,
        'answered, median, ms': Math.round(quantile(seen.times, 0.5)),
        'answered, slowest, ms': Math.round(quantile(seen.times, 1)),
        'processors taken by others': others.toFixed(2),
      });
      notes.expect(seen.broken === 0, `${seen.broken} requests got no answer`);
      notes.expect(slowest <= ANSWERED * 1000, `somebody waited ${Math.round(slowest)} ms for an answer`);
      await proveBooks(shop, notes);
    });
    return notes;
  },
};
