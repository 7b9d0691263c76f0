import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS, type LoadLimits } from '#engine/host/load/gate.ts';
import type { Registry } from '#generated/schemas.ts';
import { type AppParts, createApp } from '#server/app.ts';
import type { Engine, Store } from '#server/kernel/db/open.ts';
import type { Db } from '#server/kernel/db/schema.ts';
import type { Routes } from '#server/kernel/http/routes.ts';
import { folderStorage, type UploadStorage } from '#server/kernel/outside/storage/storage.ts';
import { localWechat } from '#server/kernel/outside/wechat/local.ts';
import { PARTS } from '#server/modules/index.ts';
import { Browser } from './browser.ts';
import { shopRegistry } from './registry.ts';
import { openTestStore, START } from './store.ts';

/** Refuses nothing for want of time: how busy the machine is says nothing of what is under test. */
const PATIENT: LoadLimits = {
  ...LIMITS,
  min: LIMITS.max,
  maxDelay: Number.POSITIVE_INFINITY,
  maxTurns: Number.POSITIVE_INFINITY,
};

export interface StartOptions {
  /** PostgreSQL, unless a test is about the embedded engine. */
  engine?: Engine;
  /** More rows, after the migrations and the members of `members.ts`. */
  seed?: (db: Db, now: number) => Promise<void>;
  /** Only these handlers, with their calls, instead of the shop's own: to try the server itself. */
  routes?: Routes;
  /** Puts more beside the API before it starts. */
  extend?: (app: TestApp['app']) => Promise<void>;
  compress?: boolean;
  /** Other carriers than the demonstration's own, a shop that is none, or a registry with the pages. */
  parts?: Partial<
    Pick<
      AppParts,
      | 'registry'
      | 'sms'
      | 'wechat'
      | 'demo'
      | 'keepsDemoHere'
      | 'uploads'
      | 'gateways'
      | 'channels'
      | 'load'
      | 'log'
      | 'streams'
      | 'trustProxy'
      | 'metricsToken'
      | 'scanner'
    >
  >;
}

export interface TestApp {
  db: Db;
  store: Store;
  uploads: UploadStorage;
  app: Awaited<ReturnType<typeof createApp>>;
  /** The server's clock in seconds; move it as the test needs. */
  clock: { now: number };
  /** A browser of its own, not logged in. */
  browser(address?: string): Browser;
  /** A browser in which this member is logged in. */
  as(username: string): Promise<Browser>;
  close(): Promise<void>;
}

/** The real API on a database of its own. Answers are held against the calls' response schemas. */
export async function startApp(options: StartOptions = {}): Promise<TestApp> {
  return startAppOn(await openTestStore(options.engine ?? 'postgres'), options);
}

/** The same on a database that is there, which it closes. */
export async function startAppOn(store: Store, options: StartOptions = {}): Promise<TestApp> {
  try {
    return await startOn(store, { now: START }, options);
  } catch (fault) {
    await store.close();
    throw fault;
  }
}

async function startOn(store: Store, clock: TestApp['clock'], options: StartOptions): Promise<TestApp> {
  const { seed, routes, extend, compress = false, parts } = options;
  await seed?.(store.db, START);
  const shop = await shopRegistry();
  const folder = await mkdtemp(join(tmpdir(), 'storewright-uploads-'));
  const uploads = folderStorage(folder);
  const registry = routes ? { ...shop, contracts: callsOf(shop, routes) } : shop;
  const app = await createApp({
    registry,
    routes: routes ?? PARTS.routes,
    documents: PARTS.documents,
    db: store.db,
    listen: store.listen,
    pool: store.pool,
    uploads,
    now: () => clock.now,
    checkAnswers: true,
    log: true,
    compress,
    demo: true,
    wechat: localWechat(),
    load: PATIENT,
    ...parts,
  });
  await extend?.(app);
  await app.ready();
  const browser = (address?: string) => new Browser(app, registry.contracts, address);
  return {
    db: store.db,
    store,
    uploads,
    app,
    clock,
    browser,
    async as(username) {
      const own = browser();
      const { code } = await own.logIn(username);
      if (code !== 200) throw new Error(`${username} could not log in: ${code}`);
      return own;
    },
    async close() {
      await app.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function callsOf({ contracts }: Registry, routes: Routes): Registry['contracts'] {
  return Object.fromEntries(Object.entries(contracts).filter(([name]) => name in routes));
}
