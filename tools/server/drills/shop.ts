import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { readRegistry } from '#engine/host/built-site.ts';
import type { Registry } from '#generated/schemas.ts';
import { migrate } from '#server/kernel/db/migrate.ts';
import { openStore, type Store } from '#server/kernel/db/open.ts';
import type { Db } from '#server/kernel/db/schema.ts';
import { bindPages } from '#server/kernel/pages/page-link.ts';
import { seed } from '#server/seed/index.ts';
import { freePort } from '../../free-port.ts';
import { type PostgresServer, startPostgres } from '../../postgres.ts';
import { type SiteProcess, startSite } from '../../site-process.ts';
import { Client } from './client.ts';

/** A PostgreSQL cluster of the drills' own, with the demo data to copy. */
export interface Ground {
  postgres: PostgresServer;
  registry: Registry;
  /** How many accounts `buyer-01` … there are. */
  buyers: number;
  /** A database of its own with the demo data. @param tablespace as of `PostgresServer.createDatabase` */
  createDatabase(tablespace?: string): Promise<string>;
  close(): Promise<void>;
}

/** Where the tests keep it too: the shop's sources are stripped and compiled once, not at each start. */
const COMPILED = resolve('node_modules/.cache/node');

const TEMPLATE = 'drill_template';

/**
 * @param goods as many as the demo has: with few there are no group-buys
 * @param durable what is committed survives the machine as well, as in production
 */
export async function openGround({ buyers = 64, goods = 3000, durable = false } = {}): Promise<Ground> {
  const registry = (await readRegistry(process.env['DIST_DIR'] ?? 'dist')) as Registry;
  const postgres = await startPostgres({ durable });
  try {
    await seedDatabase(await postgres.createDatabase(TEMPLATE), registry, { buyers, goods });
  } catch (fault) {
    await postgres.stop();
    throw fault;
  }
  let made = 0;
  return {
    postgres,
    registry,
    buyers,
    async createDatabase(tablespace) {
      made += 1;
      const url = await postgres.createDatabase(`drill_${made}`, TEMPLATE, tablespace);
      // What a copied sequence hands out is written ahead only from the next checkpoint on: a crash would set it back.
      const store = await openStore({ url, connections: 1 });
      try {
        await sql`CHECKPOINT`.execute(store.db);
      } finally {
        await store.close();
      }
      return url;
    },
    close: () => postgres.stop(),
  };
}

/** Fills an empty database with the demo data. */
export async function seedDatabase(
  url: string,
  { routes }: Registry,
  sizes: { buyers: number; goods: number },
): Promise<void> {
  bindPages(routes);
  const store = await openStore({ url });
  try {
    await migrate(store.db);
    const now = Math.floor(Date.now() / 1000);
    await store.db.transaction().execute((trx) => seed(trx, { now, ...sizes }));
    await sql`ANALYZE`.execute(store.db);
  } finally {
    await store.close();
  }
}

/** A shop that is served by a process of its own, which may be killed and started again. */
export interface DrillShop {
  url: string;
  registry: Registry;
  databaseUrl: string;
  /** Of the process that serves. */
  pid(): number;
  /** Lines of the process's log. */
  log: string[];
  client(): Client;
  /** So many of the demo's buyers, logged in. */
  logInBuyers(count: number): Promise<Client[]>;
  kill(): Promise<void>;
  /** Starts the process again, on the same port; answers the milliseconds until `/readyz` says yes. */
  start(): Promise<number>;
  /** Looks at the database past the shop; at the embedded one only while the shop is down. */
  inspect<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The name of a demo account for load, from 1. */
export const buyerName = (number: number): string => `buyer-${String(number).padStart(2, '0')}`;

/** Milliseconds between two looks whether the shop is ready. */
const LOOK = 25;

/** Resolves when the shop can serve. @throws when it cannot within this time */
export async function untilServing(url: string, patience = 60_000): Promise<void> {
  for (const deadline = Date.now() + patience; Date.now() < deadline; ) {
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
  throw new Error(`the shop was not ready within ${patience} ms`);
}

/** A shop on a copy of the demo database. @param env of its process */
export async function openShop(ground: Ground, env: NodeJS.ProcessEnv = {}): Promise<DrillShop> {
  return openShopOn(ground, await ground.createDatabase(), env);
}

/** A shop on a database that is there already. */
export async function openShopOn(
  { registry }: Pick<Ground, 'registry'>,
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
): Promise<DrillShop> {
  const store = await openStore({ url: databaseUrl, connections: 4 });
  return startShop(registry, { DATABASE_URL: databaseUrl, ...env }, store, databaseUrl);
}

/** A shop on the embedded database in a folder of its own; the database itself can be read when the shop is down. */
export async function openEmbeddedShop(
  { registry }: Ground,
  sizes: { goods: number; buyers: number },
): Promise<DrillShop> {
  const env = { DATABASE_URL: '', SEED_GOODS: String(sizes.goods), SEED_BUYERS: String(sizes.buyers) };
  return startShop(registry, env, null, '');
}

/** Of a shop's process. The clients of a drill come from many addresses, with the passwords of the demo. */
export const DRILL_ENV = { NODE_COMPILE_CACHE: COMPILED, DEMO_PUBLIC: 'on' };

async function startShop(
  registry: Registry,
  env: NodeJS.ProcessEnv,
  store: Store | null,
  databaseUrl: string,
): Promise<DrillShop> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-drill-'));
  const PORT = String(await freePort());
  const log: string[] = [];
  const launch = () =>
    startSite({ ...DRILL_ENV, ...env, PORT, DATA_DIR: folder }, '.', [], (line) => {
      log.push(line);
    });
  let site: SiteProcess | null = await launch();
  // However this process ends, the shop's ends with it.
  const endWithUs = () => {
    if (site) process.kill(site.pid, 'SIGKILL');
  };
  process.once('exit', endWithUs);
  const { url } = site;
  const kill = async () => {
    await site?.kill();
    site = null;
  };
  const client = () => new Client(url, registry.contracts);
  return {
    url,
    registry,
    databaseUrl,
    log,
    pid: () => site?.pid ?? 0,
    client,
    async logInBuyers(count) {
      const buyers: Client[] = [];
      for (let number = 1; number <= count; number += 1) {
        const buyer = client();
        await buyer.logIn(buyerName(number));
        buyers.push(buyer);
      }
      return buyers;
    },
    kill,
    async start() {
      const started = performance.now();
      site = await launch();
      await untilServing(url);
      return performance.now() - started;
    },
    async inspect(work) {
      if (store) return work(store.db);
      const own = await openStore({ folder });
      try {
        return await work(own.db);
      } finally {
        await own.close();
      }
    },
    async close() {
      process.off('exit', endWithUs);
      await kill();
      await store?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** So much of everything that nothing sells out; what is scarce is made so afterwards. */
export async function fillShelves(db: Db, units: number): Promise<void> {
  await db
    .updateTable('batches')
    .set((eb) => ({ stock: eb('stock', '+', units) }))
    .execute();
}

/** A shop for the time of some work. */
export async function withShop<T>(
  opening: Promise<DrillShop>,
  work: (shop: DrillShop) => Promise<T>,
): Promise<T> {
  const shop = await opening;
  try {
    return await work(shop);
  } finally {
    await shop.close();
  }
}

/** Milliseconds until a call that needs the database is answered with 200. */
export async function untilServed(shop: DrillShop): Promise<number> {
  const started = performance.now();
  const client = shop.client();
  for (;;) {
    const { status } = await client.call('goods.list', {
      query: { page: 1, keywords: String(Math.random()) },
    });
    if (status === 200) return performance.now() - started;
    if (performance.now() - started > 120_000) throw new Error('the shop does not serve any more');
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}
