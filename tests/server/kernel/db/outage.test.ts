import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openStore, type Store } from '#server/kernel/db/open.ts';
import { checkBooks } from '#server/modules/ledger/books/check-books.ts';
import { type PostgresServer, startPostgres } from '#tools/postgres.ts';
import { OutageClient, type Seen } from './outage-client.ts';
import { startProcess } from './process.ts';

/** Milliseconds within which the shop serves, and listens, after its database is back. */
const BACK = 1000;

/** Times that the database ends and comes back. */
const ROUNDS = 3;

describe('the shop outlives its PostgreSQL', () => {
  let server: PostgresServer;
  let store: Store;
  let folder: string;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
    folder = await mkdtemp(join(tmpdir(), 'storewright-outage-'));
    url = await server.createDatabase('shop');
    store = await openStore({ url });
  });
  afterAll(async () => {
    await store.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('through three immediate stops under load: it lives, puts off, acts once a key, serves and listens within a second', async () => {
    const shop = startProcess('tests/server/support/shop-process.ts', [folder], { SHOP_URL: url });
    await shop.until(/^http/);
    const base = shop.lines.find((line) => line.startsWith('http')) ?? '';
    const [buyer, adder, reader] = await Promise.all([
      OutageClient.logIn(base, 'demo'),
      OutageClient.logIn(base, 'demo'),
      OutageClient.logIn(base, 'demo'),
    ]);
    const events = await listenTo(reader);

    const paths = ['/api/cart/list', '/api/goods/list?page=1', '/api/user/base', '/api/brand'];
    const running = new AbortController();
    onTestFinished(() => running.abort());
    const going = () => !running.signal.aborted;
    const readers = [...paths, ...paths].map(async (path) => {
      while (going()) {
        await reader.send(path);
        await sleep(5);
      }
    });
    const orders: number[] = [];
    const buying = async () => {
      while (going()) {
        const params = [{ goods_id: 1, number: 1 }];
        const { ids } = await buyer.sendOnce<{ ids: number[] }>('/api/cart', { params });
        const made = await buyer.sendOnce<{ ids: number[] }>('/api/order', { ids, address_id: 1 });
        orders.push(...made.ids);
      }
    };
    let added = 0;
    const adding = async () => {
      while (going()) {
        await adder.sendOnce('/api/cart/quick_add/2', {});
        added += 1;
      }
    };
    const work = Promise.all([...readers, buying(), adding()]);
    // Reported where it is awaited; a failure before that must not be joined by those of the requests it cuts off.
    work.catch(() => {});

    const back: { serves: number; listens: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = orders.length;
      await vi.waitUntil(() => orders.length > before + 1 && added > 0, { timeout: 20_000, interval: 5 });
      await sleep(round * 11);
      // What is kept in memory stays as it is, since the shop's own clock stands still, until the break drops it.
      await store.db
        .updateTable('brands')
        .set({ name: `品牌 ${round}` })
        .execute();
      await server.crash();
      const refused = reader.seen.length;
      await vi.waitUntil(() => reader.seen.slice(refused).some(({ status }) => status === 503), {
        timeout: 20_000,
        interval: 5,
      });
      events.length = 0;
      await server.restart();
      const returned = performance.now();
      await vi.waitUntil(() => events.length > 0, { timeout: 20_000, interval: 5 });
      const served = await firstServed(reader, returned);
      back.push({ serves: served - returned, listens: (events[0] ?? 0) - returned });
      await vi.waitUntil(
        async () => JSON.stringify((await reader.send('/api/brand')).data).includes(`品牌 ${round}`),
        {
          timeout: 20_000,
          interval: 20,
        },
      );
    }
    running.abort();
    await work;

    expect(shop.child.exitCode).toBeNull();
    expect(back.filter(({ serves, listens }) => serves > BACK || listens > BACK)).toEqual([]);
    expect(new Set(reader.seen.map(({ status }) => status))).toEqual(new Set([200, 503]));
    const writes = [...buyer.seen, ...adder.seen];
    expect(
      writes.map(({ status }) => status).filter((status) => ![200, 201, 503, 504].includes(status)),
    ).toEqual([]);
    for (const answer of [...reader.seen, ...writes].filter(({ status }) => status > 500)) {
      expect(answer).toMatchObject({
        code: answer.status,
        message: expect.stringMatching(/\p{Script=Han}/u),
      });
      expect(Number(answer.retryAfter)).toBeGreaterThan(0);
      expect(answer.data).toEqual(answer.status === 504 ? { repeatable: true } : null);
    }

    const kept = await store.db.selectFrom('orders').select('id').orderBy('id').execute();
    expect(kept.map(({ id }) => id)).toEqual(orders.toSorted((a, b) => a - b));
    const line = await store.db
      .selectFrom('cart_lines')
      .where('goods_id', '=', 2)
      .select('number')
      .executeTakeFirstOrThrow();
    expect(line.number).toBe(added);
    expect((await checkBooks(store.db)).breaches).toEqual([]);
  }, 120_000);
});

/** When the reader was first answered after that moment by a request that needs the database. */
async function firstServed(reader: OutageClient, since: number): Promise<number> {
  const isServed = ({ status, at }: Seen) => status === 200 && at > since;
  await vi.waitUntil(() => reader.seen.some(isServed), { timeout: 20_000, interval: 5 });
  return reader.seen.find(isServed)?.at ?? Number.NaN;
}

/** The moments at which an open page is told of its cart; its line lasts through the outages. */
async function listenTo({ url, cookie }: OutageClient): Promise<number[]> {
  const ending = new AbortController();
  const response = await fetch(`${url}/api/events?calls=brand.list`, {
    headers: { cookie },
    signal: ending.signal,
  });
  const heard: number[] = [];
  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      if (decoder.decode(chunk).includes('data: ')) heard.push(performance.now());
    }
  }
  const reading = read().catch(() => {});
  onTestFinished(async () => {
    ending.abort();
    await reading;
  });
  return heard;
}
