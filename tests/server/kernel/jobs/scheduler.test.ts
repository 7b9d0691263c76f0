import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Job } from '#server/kernel/jobs/job.ts';
import { LEASE_SECONDS, releaseAllRuns } from '#server/kernel/jobs/schedule.ts';
import { startScheduler } from '#server/kernel/jobs/scheduler.ts';
import { SANDBOX } from '#server/kernel/outside/payment-gateways/open.ts';
import { folderStorage } from '#server/kernel/outside/storage/storage.ts';
import { webPushSender } from '#server/kernel/outside/web-push/push-sender.ts';
import { createPageTables } from '#server/kernel/page-tables/page-tables.ts';
import { shopRegistry } from '../../support/registry.ts';
import { openTestStore, START } from '../../support/store.ts';

describe.each(['pglite', 'postgres'] as const)('the scheduler on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestStore>>;
  let folder: string;
  /** Seconds; every process of a test has the same clock. */
  let now: number;
  let reported: [string, string][];
  beforeAll(async () => {
    opened = await openTestStore(engine);
    folder = await mkdtemp(`${tmpdir()}/storewright-scheduler-`);
  });
  afterAll(async () => {
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await opened.db.deleteFrom('job_schedules').execute();
    now = START;
    reported = [];
  });
  afterEach(() => vi.useRealTimers());

  /** The scheduler of one process. */
  const open = async (jobs: Record<string, Job>) => {
    const registry = await shopRegistry();
    const { site } = registry;
    const uploads = folderStorage(folder);
    const channels = { mail: null, push: webPushSender() };
    const context = {
      db: opened.db,
      site,
      uploads,
      gateways: SANDBOX,
      channels,
      tasks: new Map(),
      pageTables: createPageTables(registry, {}),
      now: () => now,
    };
    const stop = startScheduler(new Map(Object.entries(jobs)), context, (name, fault) =>
      reported.push([name, String(fault)]),
    );
    onTestFinished(stop);
    return { stop };
  };
  const schedule = () => opened.db.selectFrom('job_schedules').selectAll().executeTakeFirstOrThrow();
  /** Lets time pass in every process, and waits for the runs that come of it. */
  const pass = async (seconds: number, settled: () => Promise<boolean> | boolean) => {
    now += seconds;
    const tick = () => {
      vi.advanceTimersByTime(60_000);
      return settled();
    };
    await vi.waitUntil(tick, { timeout: 10_000, interval: 5 });
  };
  const idle = async () => {
    const leased = await opened.db
      .selectFrom('job_schedules')
      .where('lease_until', '>', 0)
      .select('name')
      .execute();
    return leased.length === 0;
  };

  it('runs a job once over all processes, and again one interval after its start', async () => {
    let runs = 0;
    const jobs = { count: { every: 600, run: async () => void (runs += 1) } };
    const first = await open(jobs);
    const second = await open(jobs);
    await pass(0, async () => runs > 0 && (await idle()));
    await pass(60, idle);
    await pass(538, idle);
    expect(runs).toBe(1);
    await pass(2, async () => runs > 1 && (await idle()));
    await Promise.all([first.stop(), second.stop()]);
    expect(runs).toBe(2);
    expect(await schedule()).toMatchObject({ run: 2, failures: 0, succeeded_at: START + 600 });
    expect(reported).toEqual([]);
  });

  it('goes on when a clock that was a day ahead is set right', async () => {
    let runs = 0;
    const { stop } = await open({ count: { every: 600, run: async () => void (runs += 1) } });
    now += 86_400;
    await pass(0, async () => runs === 1 && (await idle()));
    await pass(-86_400, async () => runs === 2 && (await idle()));
    await pass(590, idle);
    expect(runs).toBe(2);
    await pass(10, async () => runs === 3 && (await idle()));
    await stop();
  });

  it('runs an hourly job although no process lives for an hour', async () => {
    let runs = 0;
    const jobs = { hourly: { every: 3600, run: async () => void (runs += 1) } };
    for (let at = 0; at < 6; at += 1) {
      const life = await open(jobs);
      const expected = at < 4 ? 1 : 2;
      await pass(at === 0 ? 0 : 900, async () => runs === expected && (await idle()));
      await life.stop();
    }
    expect(runs).toBe(2);
  });

  it('repeats a failed run with backoff, keeps its fault in sight, and forgets it after a success', async () => {
    let broken = true;
    const run = async () => {
      if (broken) throw new Error('no paper');
    };
    await open({ print: { every: 3600, run } });
    const failures = (count: number) => async () =>
      reported.length === count && (await schedule()).failures === count;
    await pass(0, failures(1));
    expect(await schedule()).toMatchObject({
      due_at: START + 30,
      last_error: 'Error: no paper',
      succeeded_at: null,
    });
    await pass(29, idle);
    expect(reported).toHaveLength(1);
    await pass(1, failures(2));
    expect(await schedule()).toMatchObject({ due_at: now + 60 });
    broken = false;
    await pass(60, async () => (await schedule()).succeeded_at !== null);
    expect(await schedule()).toMatchObject({ failures: 0, last_error: '', due_at: now + 3599 });
    expect(reported).toEqual([
      ['print', 'Error: no paper'],
      ['print', 'Error: no paper'],
    ]);
  });

  it('leaves a run to the process that has it, until its lease expires or nobody else can have it', async () => {
    let runs = 0;
    const finished = Promise.withResolvers<void>();
    const slow = {
      every: 60,
      run: async () => {
        runs += 1;
        if (runs === 1) await finished.promise;
      },
    };
    const first = await open({ slow });
    await pass(0, () => runs === 1);
    // The first process hangs: its timers, and with them the renewals, stop.
    vi.clearAllTimers();
    await open({ slow });
    await pass(LEASE_SECONDS - 1, async () => (await schedule()).run === 1);
    await pass(1, async () => runs === 2 && (await idle()));
    expect(await schedule()).toMatchObject({ run: 2, failures: 0 });
    const { due_at } = await schedule();
    finished.resolve();
    await first.stop();
    // What the first says afterwards is about a run that is no longer its own.
    expect(await schedule()).toMatchObject({ run: 2, due_at });

    await opened.db
      .updateTable('job_schedules')
      .set({ lease_until: now + 60, due_at: 0 })
      .execute();
    await releaseAllRuns(opened.db);
    await pass(0, () => runs === 3);
  });

  it('runs in every process what takes its work from a queue', async () => {
    let runs = 0;
    const jobs = { worker: { every: 60, inEveryProcess: true, run: async () => void (runs += 1) } };
    await open(jobs);
    await open(jobs);
    await pass(60, () => runs >= 2);
    expect(await opened.db.selectFrom('job_schedules').selectAll().execute()).toEqual([]);
  });
});
