import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { migrate } from '#server/kernel/db/migrate.ts';
import { openStore } from '#server/kernel/db/open.ts';
import { folderStorage } from '#server/kernel/outside/storage/storage.ts';
import { publishChange, readChangeEvent } from '#server/kernel/push/publish.ts';
import { PARTS } from '#server/modules/index.ts';
import { makeMembers } from '../../support/members.ts';
import { shopRegistry } from '../../support/registry.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { OutageClient } from './outage-client.ts';

/** A shop on a folder of its own, over HTTP, and the worker that its database runs in at present. */
async function openShop() {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-worker-'));
  const workers: Worker[] = [];
  const note = (worker: Worker) => workers.push(worker);
  process.on('worker', note);
  const store = await openStore({ folder });
  await migrate(store.db);
  await makeMembers(store.db, START);
  await makeShelf(store.db);
  await makeGoods(store.db, { price: 10, stock: 5000 });
  const told: (string | null)[] = [];
  const app = await createApp({
    registry: await shopRegistry(),
    routes: PARTS.routes,
    db: store.db,
    listen: (hear) =>
      store.listen((text) => {
        told.push(text);
        hear(text);
      }),
    uploads: folderStorage(join(folder, 'uploads')),
    now: () => START,
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    process.off('worker', note);
    await app.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { store, url, told, kill: () => workers.at(-1)?.terminate(), workers };
}

it('outlives the death of its embedded database: requests are put off, nothing committed is lost, it listens again', async () => {
  const { store, url, told, kill, workers } = await openShop();
  const [adder, reader] = [await OutageClient.logIn(url, 'demo'), await OutageClient.logIn(url, 'demo')];
  const running = new AbortController();
  let added = 0;
  const adding = async () => {
    while (!running.signal.aborted) {
      await adder.sendOnce('/api/cart/quick_add/1', {});
      added += 1;
    }
  };
  const reading = async () => {
    while (!running.signal.aborted) {
      await reader.send('/api/cart/list');
      await sleep(5);
    }
  };
  const load = [adding(), reading(), reading()];
  for (let round = 0; round < 3; round += 1) {
    const before = added;
    await vi.waitUntil(() => added > before + 2, { timeout: 20_000, interval: 5 });
    await sleep(round * 7);
    told.length = 0;
    await kill();
    await vi.waitUntil(() => told.includes(null), { timeout: 20_000, interval: 10 });
  }
  running.abort();
  await Promise.all(load);

  expect(workers).toHaveLength(4);
  const line = await store.db.selectFrom('cart_lines').select('number').executeTakeFirstOrThrow();
  expect(line.number).toBe(added);
  const statuses = [...adder.seen, ...reader.seen].map(({ status }) => status);
  expect(statuses.filter((status) => ![200, 201, 503, 504].includes(status))).toEqual([]);
  expect(reader.seen.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
  told.length = 0;
  await publishChange(store.db, ['cart.list'], { everyone: true });
  const published = () =>
    told.some((text) => text !== null && readChangeEvent(text)?.calls.join() === 'cart.list');
  await vi.waitUntil(published, { timeout: 5000 });
}, 90_000);

it('ends in good order although its database has just died', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-worker-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const workers: Worker[] = [];
  const note = (worker: Worker) => workers.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  const store = await openStore({ folder });
  await workers[0]?.terminate();
  await expect(store.close()).resolves.toBeUndefined();
  const again = await openStore({ folder });
  await expect(again.close()).resolves.toBeUndefined();
});
