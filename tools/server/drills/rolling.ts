import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallName, Calls } from '#generated/calls.ts';
import { openStore } from '#server/kernel/db/open.ts';
import { freePort } from '../../free-port.ts';
import { findHaproxy, startProxy } from '../../haproxy.ts';
import { startSite } from '../../site-process.ts';
import { Client, describeFault, type Inputs, type Reply, type SendOptions } from './client.ts';
import { createNotes, type Drill, type Notes, proveBooks, quantile, type Stage } from './drill.ts';
import { Replaceable } from './replaceable.ts';
import { buyerName, DRILL_ENV, fillShelves, type Ground, untilServing } from './shop.ts';
import { compareOrders, lastOrder, startTrading } from './traders.ts';

const SIZES = {
  small: { rounds: 1, buyers: 4, readers: 2 },
  full: { rounds: 10, buyers: 12, readers: 4 },
} as const;

const PLENTY = 1_000_000;

/** As `compose.yaml` names them. */
const NAMES = ['site-a', 'site-b'] as const;

/** What visitors look at meanwhile. */
const PAGES = ['/', '/list', '/robots.txt', '/api/goods/list'];

/** Milliseconds between two looks of a visitor: this is no drill of overload, when looking is refused first. */
const PAUSE = 50;

/** Milliseconds after which an answer no longer comes. */
const PATIENCE = 30_000;

/** What went through the proxy. */
interface Traffic {
  requests: number;
  /** Each that failed, in words. */
  failed: string[];
  /** Calls that were sent again under their key, after they had been answered. */
  repeated: number;
  times: number[];
}

const isFailed = ({ status }: Reply): boolean => status === 0 || status >= 500;

/** A buyer who sends every write twice: the second answer must be the first one, whichever process gives it. */
class DoubtingClient extends Client {
  readonly #traffic: Traffic;
  readonly #notes: Notes;

  constructor(url: string, { registry }: Ground, traffic: Traffic, notes: Notes) {
    super(url, registry.contracts);
    this.#traffic = traffic;
    this.#notes = notes;
  }

  override async call<Name extends CallName>(
    name: Name,
    inputs: Inputs<Name> = {},
    options: SendOptions = {},
  ): Promise<Reply<Calls[Name]['data']>> {
    const first = await this.#counted(name, inputs, options);
    if (options.key === undefined || first.status >= 300 || first.status === 0) return first;
    const second = await this.#counted(name, inputs, options);
    if (isFailed(second)) return first;
    this.#traffic.repeated += 1;
    this.#notes.expect(
      JSON.stringify(second.data) === JSON.stringify(first.data),
      `${name} under one key was answered with ${JSON.stringify(first.data)}, then with ${second.status} ${JSON.stringify(second.data)}`,
    );
    return first;
  }

  async #counted<Name extends CallName>(name: Name, inputs: Inputs<Name>, options: SendOptions) {
    const reply = await super.call(name, inputs, options);
    this.#traffic.requests += 1;
    this.#traffic.times.push(reply.ms);
    if (isFailed(reply)) this.#traffic.failed.push(`${name}: ${reply.status} ${reply.message}`);
    return reply;
  }
}

/** Looks at one page after another until told to end. */
async function read(url: string, ending: AbortSignal, traffic: Traffic): Promise<void> {
  for (let turn = 0; !ending.aborted; turn += 1) {
    const path = PAGES[turn % PAGES.length] ?? '/';
    const started = performance.now();
    try {
      const response = await fetch(url + path, { signal: AbortSignal.timeout(PATIENCE) });
      await response.arrayBuffer();
      const retryAfter = response.headers.get('retry-after') ?? 'none';
      if (!response.ok) traffic.failed.push(`GET ${path}: ${response.status}, Retry-After ${retryAfter}`);
    } catch (fault) {
      traffic.failed.push(`GET ${path}: ${describeFault(fault)}`);
    }
    traffic.requests += 1;
    traffic.times.push(performance.now() - started);
    await sleep(PAUSE);
  }
}

/** Two processes of the site with one database and one data folder, and their log. */
async function openPair(databaseUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-rolling-'));
  const log: string[] = [];
  const start = (port: number) =>
    startSite(
      { ...DRILL_ENV, DATABASE_URL: databaseUrl, PORT: String(port), DATA_DIR: folder },
      '.',
      [],
      (line) => {
        log.push(line);
      },
    );
  const sites: Replaceable[] = [];
  for (const _ of NAMES) sites.push(new Replaceable(await freePort(), start));
  const endWithUs = () => {
    for (const site of sites) site.killAtOnce();
  };
  process.once('exit', endWithUs);
  return {
    sites,
    log,
    ports: Object.fromEntries(NAMES.map((name, index) => [name, sites[index]?.port ?? 0])),
    async close() {
      process.off('exit', endWithUs);
      await Promise.all(sites.map((site) => site.end('kill')));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Buyers in sessions of their own; logged in beside the proxy, which shows all as one address. */
async function logInBuyers(
  { url }: { url: string },
  count: number,
  ground: Ground,
  make: () => DoubtingClient,
): Promise<DoubtingClient[]> {
  const buyers: DoubtingClient[] = [];
  for (let number = 1; number <= count; number += 1) {
    const direct = new Client(url, ground.registry.contracts);
    await direct.logIn(buyerName(number));
    const buyer = make();
    buyer.cookie = direct.cookie;
    buyers.push(buyer);
  }
  return buyers;
}

async function rollUnderLoad({ scale, ground, report }: Stage, notes: Notes): Promise<void> {
  const { rounds, buyers, readers } = SIZES[scale];
  const databaseUrl = await ground.createDatabase();
  const store = await openStore({ url: databaseUrl, connections: 4 });
  const pair = await openPair(databaseUrl);
  const traffic: Traffic = { requests: 0, failed: [], repeated: 0, times: [] };
  const ending = new AbortController();
  try {
    await fillShelves(store.db, PLENTY);
    for (const site of pair.sites) await site.start();
    const proxy = await startProxy(pair.ports);
    try {
      await untilServing(proxy.url);
      const [first] = pair.sites;
      if (!first) throw new Error('no process');
      const make = () => new DoubtingClient(proxy.url, ground, traffic, notes);
      const clients = await logInBuyers(first, buyers, ground, make);
      const since = await lastOrder(store.db);
      const trading = await startTrading(clients, notes);
      const { seen } = trading;
      const reading = Array.from({ length: readers }, () => read(proxy.url, ending.signal, traffic));
      const ended: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        for (const site of pair.sites) {
          await trading.more(1);
          ended.push(await site.replace());
        }
        report(
          `round ${round} of ${rounds}: ${traffic.requests} requests, ${traffic.failed.length} failed, ${seen.orders.size} orders`,
        );
      }
      ending.abort();
      await Promise.all(reading);
      await trading.end();
      await compareOrders(store.db, seen, since, notes);
      Object.assign(notes.figures, {
        'processes replaced': ended.length,
        'requests through the proxy': traffic.requests,
        'requests failed': traffic.failed.length,
        'writes sent twice under their key': traffic.repeated,
        'orders acknowledged': seen.orders.size,
        'payments acknowledged': seen.paid.size,
        'an answer, p99, ms': Math.round(quantile(traffic.times, 0.99)),
        'a process ended after, slowest, s': (quantile(ended, 1) / 1000).toFixed(1),
      });
      for (const failed of new Set(traffic.failed)) notes.expect(false, `failed: ${failed}`);
      notes.expect(traffic.repeated > 0, 'no write was sent twice');
    } finally {
      ending.abort();
      await proxy.stop();
    }
    await Promise.all(pair.sites.map((site) => site.end('stop')));
    await proveBooks({ inspect: (work) => work(store.db), log: pair.log }, notes);
  } finally {
    await pair.close();
    await store.close();
  }
}

/** A new version is put in place while buyers buy: nobody notices. */
export const rolling: Drill = {
  title: 'two processes behind HAProxy are replaced one after the other under purchases',
  bound: { small: 300, full: 1800 },
  async missing() {
    return findHaproxy().then(
      () => null,
      (fault: unknown) => `HAProxy is not here and cannot be installed: ${describeFault(fault)}`,
    );
  },
  async run(stage) {
    const notes = createNotes();
    await rollUnderLoad(stage, notes);
    return notes;
  },
};
