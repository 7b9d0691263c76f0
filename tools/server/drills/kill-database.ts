import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { besideOthers } from '../../bench/machine.ts';
import type { Client } from './client.ts';
import {
  createNotes,
  type Drill,
  type Notes,
  prefixed,
  proveBooks,
  quantile,
  type Stage,
  slowdown,
} from './drill.ts';
import { type DrillShop, fillShelves, openShop, openShopOn, untilServed, withShop } from './shop.ts';
import { mayMount, openSmallDisk } from './small-disk.ts';
import {
  type Acknowledged,
  compareOrders,
  lastOrder,
  plainGoods,
  startTrading,
  type Trading,
} from './traders.ts';

const SIZES = {
  small: { backends: 2, postmaster: 1, freezes: 1, frozen: 6, fillings: 1, buyers: 6 },
  full: { backends: 20, postmaster: 10, freezes: 5, frozen: 20, fillings: 10, buyers: 32 },
} as const;

/** Seconds until the shop serves again after its database does, on a machine of its own. */
const RECOVERS = 5;

/** Seconds within which everybody is answered, whatever the database does: 503 then. */
const ANSWERED = 10;

/** Orders that are acknowledged between two faults. */
const BETWEEN = 2;

/** MB that the small disk has more than the demo needs, and ms between two looks. */
const ROOM = 32;
const LOOK = 25;

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

async function strike(stage: Stage, shop: DrillShop, notes: Notes, trading: Trading): Promise<void> {
  const { backends, postmaster, freezes, frozen } = SIZES[stage.scale];
  const { seen } = trading;
  const faults = [
    ...Array.from({ length: backends }, () => ['backends ended', endBackends] as const),
    ...Array.from({ length: postmaster }, () => ['postmaster killed', killPostmaster] as const),
    ...Array.from({ length: freezes }, () => [`frozen for ${frozen} s`, freeze] as const),
  ];
  const back = new Map<string, number[]>();
  for (const [name, fault] of faults) {
    const { result, others } = await besideOthers(async () => {
      await trading.more(BETWEEN);
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

/** What was acknowledged, how quickly everybody was answered, and the books. */
async function judge(
  shop: DrillShop,
  { since, others }: { since: number; others: number },
  seen: Acknowledged,
  notes: Notes,
): Promise<void> {
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
}

/** Milliseconds until something can be written again. */
async function untilWritten(client: Client, goods_id: number): Promise<number> {
  const started = performance.now();
  const body = { params: [{ goods_id, number: 1 }] };
  while ((await client.call('cart.add', { body }, { key: randomUUID() })).status >= 500) await sleep(LOOK);
  return performance.now() - started;
}

/** The disk of the database fills up under purchases, and somebody makes room. */
async function fillDisk({ ground, scale, report }: Stage, notes: Notes): Promise<void> {
  const { fillings, buyers } = SIZES[scale];
  const disk = await openSmallDisk(ground, ROOM);
  try {
    await withShop(openShopOn(ground, disk.databaseUrl), async (shop) => {
      await shop.inspect((db) => fillShelves(db, PLENTY));
      const since = await shop.inspect(lastOrder);
      const [other, ...clients] = await shop.logInBuyers(buyers);
      const [any] = other ? await plainGoods(other) : [];
      if (!other || any === undefined) throw new Error('nobody, or nothing to buy');
      const back: number[] = [];
      const { result: seen, others } = await besideOthers(async () => {
        const trading = await startTrading(clients, notes);
        for (let filling = 1; filling <= fillings; filling += 1) {
          await trading.more(BETWEEN);
          const enough = trading.seen.putOff + clients.length;
          await disk.fill();
          while (trading.seen.putOff < enough) await sleep(LOOK);
          const { status } = await shop.client().call('goods.list');
          notes.expect(status === 200, `a list was answered with ${status} while the disk was full`);
          await disk.makeRoom();
          back.push(await untilWritten(other, any));
          report(`disk full ${filling} of ${fillings}: ${trading.seen.orders.size} orders`);
        }
        await trading.more(BETWEEN);
        await trading.end();
        return trading.seen;
      });
      const slowest = quantile(back, 1) / slowdown(others);
      notes.figures[`${fillings} times, written again, slowest, ms`] = Math.round(slowest);
      notes.expect(
        slowest <= RECOVERS * 1000,
        `disk full: written again only after ${Math.round(slowest)} ms`,
      );
      await judge(shop, { since, others }, seen, notes);
    });
  } finally {
    await disk.close();
  }
}

/** The database breaks off, dies and freezes under purchases; the shop puts off in words and goes on by itself. */
export const killDatabase: Drill = {
  title:
    'sessions of the database end, its server is killed, freezes, and its disk fills up, under purchases',
  bound: { small: 900, full: 1800 },
  async run(stage) {
    const notes = createNotes();
    await withShop(openShop(stage.ground), async (shop) => {
      await shop.inspect((db) => fillShelves(db, PLENTY));
      const since = await shop.inspect(lastOrder);
      const trading = await startTrading(await shop.logInBuyers(SIZES[stage.scale].buyers), notes);
      const { others } = await besideOthers(async () => {
        await strike(stage, shop, notes, trading);
        await trading.end();
      });
      await judge(shop, { since, others }, trading.seen, notes);
    });
    if (!mayMount()) {
      notes.figures['disk full'] = 'left out: only root may mount a small disk';
      return notes;
    }
    const full = createNotes();
    await fillDisk(stage, full);
    const figures = prefixed('disk full', full.figures);
    return {
      figures: { ...notes.figures, ...figures },
      breaches: [...notes.breaches, ...full.breaches],
    };
  },
};
