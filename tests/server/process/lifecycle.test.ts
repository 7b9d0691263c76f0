import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { migrate } from '#server/kernel/db/migrate.ts';
import { openStore } from '#server/kernel/db/open.ts';
import { folderStorage } from '#server/kernel/outside/storage/storage.ts';
import { PARTS } from '#server/modules/index.ts';
import { startPostgres } from '#tools/postgres.ts';
import { startProcess } from '../kernel/db/process.ts';
import { startApp } from '../support/app.ts';
import { shopRegistry } from '../support/registry.ts';

const PROCESS = 'tests/server/process/lifecycle-process.ts';

describe('the process', () => {
  it.each(['promise', 'event'])(
    'ends in good order, with a line in its log, on a fault that nobody caught: %s',
    async (fault) => {
      const shop = startProcess(PROCESS, [fault]);
      expect(await shop.exited).toBe(1);
      expect(shop.errors()).toContain('nobody caught this');
      expect(shop.lines).toContain('closed');
    },
  );

  it('lives on when the fault is a break of the database, and ends with 0 when it is told to', async () => {
    const shop = startProcess(PROCESS, ['break']);
    await shop.until(/no database/);
    await shop.until(/^still here$/);
    shop.child.kill('SIGTERM');
    expect(await shop.exited).toBe(0);
    expect(shop.lines).toContain('closed');
  });
});

describe('/healthz and /readyz', () => {
  it('tell a database that is away from a process that is dead', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const store = await openStore({ url: await server.createDatabase('shop') });
    await migrate(store.db);
    const app = await createApp({
      registry: await shopRegistry(),
      routes: PARTS.routes,
      db: store.db,
      listen: store.listen,
      uploads: folderStorage('unused'),
    });
    onTestFinished(async () => {
      await app.close();
      await store.close();
    });
    await app.ready();
    const statuses = async () =>
      Promise.all(['/healthz', '/readyz'].map(async (url) => (await app.inject(url)).statusCode));
    expect(await statuses()).toEqual([200, 200]);
    await server.crash();
    expect(await statuses()).toEqual([200, 503]);
    const page = await app.inject('/img/goods/1.svg');
    expect(page.statusCode).toBe(503);
    expect(page.headers['retry-after']).toBe('1');
    await server.restart();
    expect(await statuses()).toEqual([200, 200]);
  });

  it('say that a process which drains takes no more, while it still answers', async () => {
    const shop = await startApp();
    onTestFinished(() => shop.close());
    await shop.app.drain();
    const ready = await shop.app.inject('/readyz');
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toEqual({ ok: false, draining: true });
    expect((await shop.app.inject('/healthz')).statusCode).toBe(200);
    expect((await shop.app.inject('/api/openapi.json')).statusCode).toBe(200);
  });

  it('wait for a load balancer that still sends requests, each of which ends its connection', async () => {
    const shop = await startApp({ engine: 'pglite' });
    onTestFinished(() => shop.close());
    const drained = vi.fn<() => void>();
    const draining = shop.app.drain(1).then(drained);
    for (const begun = performance.now(); performance.now() - begun < 800; ) {
      const answer = await shop.app.inject('/api/none');
      expect(answer.headers.connection).toBe('close');
      expect(drained).not.toHaveBeenCalled();
    }
    await draining;
  });

  it('wait for no request of the load balancer’s own', async () => {
    const shop = await startApp({ engine: 'pglite' });
    onTestFinished(() => shop.close());
    const drained = vi.fn<() => void>();
    void shop.app.drain(1).then(drained);
    const countAfterLook = async () => {
      await shop.app.inject('/readyz');
      return drained.mock.calls.length;
    };
    await expect.poll(countAfterLook, { timeout: 4000 }).toBe(1);
  });
});
