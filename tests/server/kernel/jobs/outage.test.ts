import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { migrate } from '#server/kernel/db/migrate.ts';
import { openStore, type Store } from '#server/kernel/db/open.ts';
import { DatabaseOutage } from '#server/kernel/db/outage.ts';
import { startScheduler } from '#server/kernel/jobs/scheduler.ts';
import { defineTask, type Task } from '#server/kernel/jobs/task.ts';
import { SANDBOX } from '#server/kernel/outside/payment-gateways/open.ts';
import { folderStorage } from '#server/kernel/outside/storage/storage.ts';
import { webPushSender } from '#server/kernel/outside/web-push/push-sender.ts';
import { createPageTables } from '#server/kernel/page-tables/page-tables.ts';
import { enqueueTask } from '#server/kernel/tasks/enqueue.ts';
import { MAX_ATTEMPTS } from '#server/kernel/tasks/lease.ts';
import { runTasks } from '#server/kernel/tasks/worker.ts';
import { type PostgresServer, startPostgres } from '#tools/postgres.ts';
import { makeMembers } from '../../support/members.ts';
import { shopRegistry } from '../../support/registry.ts';
import { START } from '../../support/store.ts';

let server: PostgresServer;
let store: Store;
let folder: string;

beforeEach(async () => {
  server = await startPostgres();
  store = await openStore({ url: await server.createDatabase('shop') });
  await migrate(store.db);
  await makeMembers(store.db, START);
  folder = await mkdtemp(`${tmpdir()}/storewright-jobs-`);
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const context = async () => ({
  db: store.db,
  site: (await shopRegistry()).site,
  uploads: folderStorage(folder),
  gateways: SANDBOX,
  channels: { mail: null, push: webPushSender() },
  tasks: new Map(),
  pageTables: createPageTables(await shopRegistry(), {}),
});

it('an hourly job that the database breaks off runs as soon as that is back, not an hour later', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let done = 0;
  const job = {
    every: 3600,
    async run() {
      await sql`SELECT 1`.execute(store.db);
      done += 1;
    },
  };
  const reported: unknown[] = [];
  const shared = await context();
  const end = startScheduler(new Map([['hourly', job]]), { ...shared, now: () => START }, (_, fault) =>
    reported.push(fault),
  );
  await server.crash();
  vi.advanceTimersByTime(3600_000);
  await vi.waitUntil(() => reported.length > 0, { timeout: 10_000 });
  await server.restart();
  await vi.waitUntil(() => done === 1, { timeout: 5000 });
  expect(reported).toEqual([expect.any(DatabaseOutage)]);
  await end();
});

it('a job that waits for the database does not hold up the end of the process', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const job = { every: 1, run: async () => void (await sql`SELECT 1`.execute(store.db)) };
  const reported: unknown[] = [];
  const end = startScheduler(
    new Map([['job', job]]),
    { ...(await context()), now: () => START },
    (_, fault) => reported.push(fault),
  );
  await server.crash();
  vi.advanceTimersByTime(1000);
  await vi.waitUntil(() => reported.length > 0, { timeout: 10_000 });
  await expect(end()).resolves.toBeUndefined();
});

/** Runs a task of this kind to its end, through as many breaks as it meets; answers its row. */
async function runToEnd(task: Task<unknown>) {
  const owner = await store.db
    .selectFrom('members')
    .where('username', '=', 'demo')
    .select(['id', 'company_id as companyId'])
    .executeTakeFirstOrThrow();
  await enqueueTask(store.db, owner, { kind: 'kind', title: 't', input: {}, total: 9 }, START);
  const shared = { ...(await context()), now: START };
  const open = async () => {
    const { state, attempts_left } = await store.db
      .selectFrom('tasks')
      .select(['state', 'attempts_left'])
      .executeTakeFirstOrThrow();
    return { state, attempts_left };
  };
  for (let run = 0; run < 9; run += 1) {
    // Later than any backoff.
    shared.now += 60;
    await runTasks(shared, new Map([['kind', task]])).catch((fault: unknown) => {
      if (!(fault instanceof DatabaseOutage)) throw fault;
    });
    const row = await open();
    if (row.state !== 'running') return row;
  }
  return open();
}

it('a task goes on where it stood, however often the database breaks off, and loses no attempt by that', async () => {
  const seen: number[] = [];
  const restarts: Promise<void>[] = [];
  const task = defineTask<unknown>({
    async run({ db, done, progress }) {
      seen.push(done);
      for (let at = done + 1; at <= 9; at += 1) {
        await progress(at, 9);
        if (at % 2 === 0) {
          await server.crash();
          restarts.push(sleep(50).then(() => server.restart()));
        }
        await sql`SELECT 1`.execute(db);
      }
      return { note: '' };
    },
  });
  expect(await runToEnd(task)).toEqual({ state: 'done', attempts_left: MAX_ATTEMPTS - 1 });
  expect(seen).toEqual([0, 2, 4, 6, 8]);
  await Promise.all(restarts);
}, 60_000);

it('a task that gets nowhere because the database ends under it each time is given up', async () => {
  const task = defineTask<unknown>({
    async run({ db }) {
      await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(db);
      return { note: '' };
    },
  });
  expect(await runToEnd(task)).toMatchObject({ state: 'failed' });
});
