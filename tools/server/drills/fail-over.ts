import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openStore, type Store } from '#server/kernel/db/open.ts';
import type { Db } from '#server/kernel/db/schema.ts';
import { freePort } from '../../free-port.ts';
import { type DatabaseProxy, findHaproxy, startDatabaseProxy } from '../../haproxy.ts';
import { findWithTools, type PostgresServer, runAsServer, startPostgres } from '../../postgres.ts';
import { describeFault } from './client.ts';
import { createNotes, type Drill, type Notes, proveBooks, quantile, type Stage } from './drill.ts';
import { type DrillShop, fillShelves, openShopOn, seedDatabase, untilServed, withShop } from './shop.ts';
import { type Acknowledged, compareOrders, lastOrder, startTrading, type Trading } from './traders.ts';

const SIZES = {
  small: { rounds: 1, buyers: 4, orders: 5 },
  full: { rounds: 10, buyers: 24, orders: 300 },
} as const;

/** What is killed is the first server; what it had acknowledged is on the second one, or may be lost. */
const MODES = ['synchronous', 'asynchronous'] as const;
type Mode = (typeof MODES)[number];

const PLENTY = 1_000_000;
const GOODS = 300;
const DATABASE = 'drill';

/** ms between two looks at what is waited for. */
const LOOK = 20;

/** A server with its port and sessions of the drill's own. */
interface Server {
  postgres: PostgresServer;
  port: number;
  store: Store;
}

interface Cluster {
  programs: string;
  durable: boolean;
  /** Takes writes. */
  current: Server;
  proxy: DatabaseProxy;
}

async function openServer(
  programs: string,
  durable: boolean,
  fill?: (data: string) => Promise<unknown>,
): Promise<Server> {
  const port = await freePort();
  const postgres = await startPostgres({ durable, programs, port, ...(fill && { fill }) });
  if (!fill) await postgres.createDatabase(DATABASE);
  return { postgres, port, store: await openStore({ url: postgres.urlOf(DATABASE), connections: 2 }) };
}

async function closeServer({ postgres, store }: Server): Promise<void> {
  await store.close();
  await postgres.stop();
}

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await holds()); await sleep(LOOK))
    if (Date.now() > deadline) throw new Error(`not within a minute: ${what}`);
}

const queryRow = async <Row>(db: Db, query: ReturnType<typeof sql<Row>>): Promise<Row | undefined> =>
  (await query.execute(db)).rows[0];

/** A second server that follows the current one, as `RECOVERY.md` says. */
async function follow({ programs, durable, current }: Cluster, mode: Mode): Promise<Server> {
  const standby = await openServer(programs, durable, (data) =>
    runAsServer(
      join(programs, 'pg_basebackup'),
      ['-D', data, '-R', '-X', 'stream', '-c', 'fast', '-d', current.postgres.urlOf('postgres')],
      '/tmp',
    ),
  );
  const { db } = current.store;
  const waits = mode === 'synchronous' ? '*' : '';
  await sql`ALTER SYSTEM SET synchronous_standby_names = ${sql.lit(waits)}`.execute(db);
  await sql`SELECT pg_reload_conf()`.execute(db);
  const expected = mode === 'synchronous' ? 'sync' : 'async';
  const state = sql<{ sync_state: string }>`
    SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'`;
  await until(`the standby is ${expected}`, async () => (await queryRow(db, state))?.sync_state === expected);
  return standby;
}

/** Holds back what the first server sends to the second one, as a slow line does. */
async function holdBack(db: Db): Promise<void> {
  const sender = await queryRow(db, sql<{ pid: number }>`SELECT pid FROM pg_stat_replication`);
  if (sender) process.kill(sender.pid, 'SIGSTOP');
}

/** Takes out of what was acknowledged what is not there any more, and answers how much that was. */
async function takeOutLost(db: Db, { orders, paid }: Acknowledged, since: number) {
  const rows = await db.selectFrom('orders').where('id', '>', since).select(['id', 'paid_at']).execute();
  const kept = new Map(rows.map(({ id, paid_at }) => [id, paid_at]));
  const lostOrders = [...orders].filter((id) => !kept.has(id));
  const lostPayments = [...paid].filter((id) => (kept.get(id) ?? null) === null);
  for (const id of lostOrders) orders.delete(id);
  for (const id of lostPayments) paid.delete(id);
  return { lostOrders: lostOrders.length, lostPayments: lostPayments.length };
}

/** The first server is killed, the second takes its place. Answers what was lost and the ms until the shop served. */
async function failOver(
  { scale }: Stage,
  cluster: Cluster,
  shop: DrillShop,
  mode: Mode,
  trading: Trading,
  since: number,
) {
  const more = () => trading.more(SIZES[scale].orders);
  const first = cluster.current;
  const second = await follow(cluster, mode);
  cluster.current = second;
  try {
    await more();
    if (mode === 'asynchronous') {
      await holdBack(first.store.db);
      await more();
    }
    await first.postgres.crash();
  } finally {
    await closeServer(first);
  }
  const killed = performance.now();
  const { db } = second.store;
  await sql`SELECT pg_promote()`.execute(db);
  // The old settings came with the copy: nobody follows the new one yet.
  await sql`ALTER SYSTEM RESET synchronous_standby_names`.execute(db);
  await sql`SELECT pg_reload_conf()`.execute(db);
  const lost = await takeOutLost(db, trading.seen, since);
  await cluster.proxy.pointAt(second.port);
  await untilServed(shop);
  const ms = performance.now() - killed;
  await more();
  return { ...lost, ms };
}

async function failOverUnderLoad(stage: Stage, cluster: Cluster, notes: Notes): Promise<void> {
  const { rounds, buyers } = SIZES[stage.scale];
  const url = `postgresql://postgres@127.0.0.1:${cluster.proxy.port}/${DATABASE}`;
  await withShop(openShopOn(stage.ground, url), async (shop) => {
    const since = await shop.inspect(lastOrder);
    const trading = await startTrading(await shop.logInBuyers(buyers), notes);
    const { seen } = trading;
    const served: number[] = [];
    const pid = shop.pid();
    for (const mode of MODES) {
      let orders = 0;
      let payments = 0;
      for (let round = 1; round <= rounds; round += 1) {
        const { lostOrders, lostPayments, ms } = await failOver(stage, cluster, shop, mode, trading, since);
        orders += lostOrders;
        payments += lostPayments;
        served.push(ms);
        stage.report(
          `${mode}, ${round} of ${rounds}: served again after ${Math.round(ms)} ms, ${lostOrders} orders lost, ${seen.orders.size} kept`,
        );
      }
      Object.assign(notes.figures, {
        [`${mode}: acknowledged orders lost`]: orders,
        [`${mode}: acknowledged payments lost`]: payments,
      });
      if (mode === 'synchronous')
        notes.expect(
          orders + payments === 0,
          `synchronous: ${orders} orders and ${payments} payments are lost`,
        );
      else notes.expect(orders > 0, 'asynchronous: nothing was lost that had been held back');
    }
    await trading.end();
    notes.expect(shop.pid() === pid && isAlive(pid), 'the process of the shop has ended');
    await compareOrders(cluster.current.store.db, seen, since, notes);
    Object.assign(notes.figures, {
      'servers failed over': served.length,
      'served again, slowest, ms': Math.round(quantile(served, 1)),
      'orders acknowledged and kept': seen.orders.size,
      'put off with 503 or 504': seen.putOff,
      'connections broken': seen.broken,
    });
    await proveBooks({ inspect: (work) => work(cluster.current.store.db), log: shop.log }, notes);
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The server of the database is lost and its standby takes its place, with nothing of the shop started again. */
export const failOverDrill: Drill = {
  title:
    'the server of the database is killed under purchases, and its standby takes its place behind HAProxy',
  bound: { small: 400, full: 3600 },
  async missing() {
    if ((await findWithTools()) === null) return 'pg_basebackup is not here: PostgreSQL of the system has it';
    return findHaproxy().then(
      () => null,
      (fault: unknown) => `HAProxy is not here and cannot be installed: ${describeFault(fault)}`,
    );
  },
  async run(stage) {
    const notes = createNotes();
    const programs = await findWithTools();
    if (programs === null) throw new Error('no pg_basebackup');
    const durable = stage.scale === 'full';
    const first = await openServer(programs, durable);
    const cluster: Cluster = {
      programs,
      durable,
      current: first,
      proxy: await startDatabaseProxy(first.port),
    };
    try {
      const { buyers } = SIZES[stage.scale];
      await seedDatabase(first.postgres.urlOf(DATABASE), stage.ground.registry, { buyers, goods: GOODS });
      await fillShelves(first.store.db, PLENTY);
      await failOverUnderLoad(stage, cluster, notes);
    } finally {
      await cluster.proxy.stop();
      await closeServer(cluster.current);
    }
    return notes;
  },
};
