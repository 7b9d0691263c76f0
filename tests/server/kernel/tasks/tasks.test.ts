import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineTask, type Task } from '#server/kernel/jobs/task.ts';
import { enqueueTask } from '#server/kernel/tasks/enqueue.ts';
import { LEASE_SECONDS, MAX_ATTEMPTS } from '#server/kernel/tasks/lease.ts';
import { AttemptFailed, runTasks } from '#server/kernel/tasks/worker.ts';
import { load, startService } from '../../modules/service/support.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { shopRegistry } from '../../support/registry.ts';
import { START } from '../../support/store.ts';

/** Counts to a number; each step is written down, so that a step done twice shows. */
const steps: number[] = [];
let stopAt: number | null = null;
let atStep: ((at: number) => void) | null = null;

const count = defineTask<{ to: number }>({
  async run({ input, done, progress }) {
    for (let at = done + 1; at <= input.to; at += 1) {
      if (at === stopAt) throw new Error('broken');
      steps.push(at);
      atStep?.(at);
      await progress(at, input.to, [{ row: at, label: `第 ${at} 项`, ok: at % 2 === 0, text: '' }]);
    }
    return {
      note: `数到 ${input.to}`,
      file: { name: '结果.txt', type: 'text/plain', bytes: new Uint8Array([1]) },
    };
  },
});
const TASKS = new Map<string, Task<unknown>>([['count', count as Task<unknown>]]);

describe.each(['pglite', 'postgres'] as const)('long work on %s', (engine) => {
  let shop: TestApp;
  let demo: Browser;
  let owner: { id: number; companyId: number };
  beforeAll(async () => {
    shop = await startService(engine);
    demo = await shop.as('demo');
    const { id, company_id } = await shop.db
      .selectFrom('members')
      .where('username', '=', 'demo')
      .select(['id', 'company_id'])
      .executeTakeFirstOrThrow();
    owner = { id, companyId: company_id };
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.db.deleteFrom('tasks').execute();
    steps.length = 0;
    stopAt = null;
    atStep = null;
    shop.clock.now = START;
  });

  const begin = (to: number) =>
    enqueueTask(shop.db, owner, { kind: 'count', title: `数到 ${to}`, input: { to }, total: to }, START);
  const work = async (ending = new AbortController().signal) => {
    const { site } = await shopRegistry();
    const { db, uploads, clock, app } = shop;
    const { pageTables } = app;
    return runTasks({ db, site, uploads, pageTables, now: clock.now, ending }, TASKS);
  };
  const look = async (id: number | null) => {
    const { data } = await demo.call('task.detail', { params: { id: id ?? 0 } });
    return data;
  };

  it('is done once by several processes, tells every row, and leaves a private file', async () => {
    const ids = await Promise.all([begin(3), begin(4), begin(5)]);
    expect((await demo.call('task.list')).data.open).toBe(3);
    const ran = await Promise.all([work(), work(), work()]);
    expect(ran.reduce((sum, one) => sum + one, 0)).toBe(3);
    expect(steps).toHaveLength(12);
    const { task, failed, results } = await look(ids[2] ?? 0);
    expect(task).toMatchObject({ state: 'done', percent: 100, note: '数到 5', open: 0 });
    expect(failed).toBe(3);
    expect(results.list.map(({ id, ok }) => [id, ok])).toEqual([
      [1, 0],
      [3, 0],
      [5, 0],
      [2, 1],
      [4, 1],
    ]);
    expect((await load(shop, demo, task.file ?? '')).status).toBe(200);
    expect((await load(shop, await shop.as('newbie'), task.file ?? '')).status).toBe(404);
    expect((await (await shop.as('newbie')).call('task.detail', { params: { id: task.id } })).code).toBe(404);
  });

  it('goes on where a process ended, once its lease has run out', async () => {
    const id = await begin(6);
    stopAt = 4;
    await expect(work()).rejects.toThrow(AttemptFailed);
    // As a killed process leaves it: still running, with a lease.
    await shop.db
      .updateTable('tasks')
      .set({ lease_until: START + LEASE_SECONDS })
      .execute();
    stopAt = null;
    expect(await work()).toBe(0);
    shop.clock.now = START + LEASE_SECONDS + 1;
    expect(await work()).toBe(1);
    expect(steps).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await look(id)).task.state).toBe('done');
  });

  it('is tried again later after a fault, is dead after three attempts, and is restarted by its owner from where it stood', async () => {
    const id = await begin(6);
    stopAt = 4;
    for (const [index, delay] of [0, 1, 26].entries()) {
      expect((await look(id)).task).toMatchObject({ open: 1, can_restart: 0 });
      shop.clock.now += delay;
      await expect(work()).rejects.toThrow(
        `attempt ${index + 1} of 3 of task ${id} (count) failed: Error: broken`,
      );
      // The next one is put off by 5 seconds, the last by 30.
      shop.clock.now += 5;
      expect(await work()).toBe(0);
    }
    const { last_error } = await shop.db.selectFrom('tasks').select('last_error').executeTakeFirstOrThrow();
    expect(last_error).toBe('Error: broken');
    expect((await look(id)).task).toMatchObject({
      state: 'failed',
      done: 3,
      can_restart: 1,
      note: expect.stringContaining('可以重新开始'),
    });

    stopAt = null;
    const params = { id: id ?? 0 };
    expect((await (await shop.as('newbie')).call('task.restart', { params })).code).toBe(404);
    expect((await demo.call('task.restart', { params })).code).toBe(200);
    expect((await look(id)).task).toMatchObject({ state: 'waiting', done: 3, note: '' });
    expect((await demo.call('task.restart', { params })).code).toBe(404);
    expect(await work()).toBe(1);
    expect(steps).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await look(id)).task).toMatchObject({ state: 'done', can_restart: 0 });
  });

  it('is let go by a process that shuts down, costs it no attempt, and goes on at once', async () => {
    const id = await begin(6);
    const ending = new AbortController();
    atStep = (at) => void (at === 4 && ending.abort());
    for (let time = 0; time < 5; time += 1) await work(ending.signal);
    expect(steps).toEqual([1, 2, 3, 4]);
    expect((await look(id)).task).toMatchObject({ state: 'running', done: 3 });
    atStep = null;
    expect(await work()).toBe(1);
    // The step whose progress was not written any more is the one that is done again.
    expect(steps).toEqual([1, 2, 3, 4, 4, 5, 6]);
    expect((await look(id)).task.state).toBe('done');
    const { attempts_left } = await shop.db
      .selectFrom('tasks')
      .select('attempts_left')
      .executeTakeFirstOrThrow();
    expect(attempts_left).toBe(MAX_ATTEMPTS - 1);
  });

  it('stops when its owner says so, and does not grow beyond what one may have waiting', async () => {
    const ids = [await begin(1), await begin(1), await begin(1), await begin(1), await begin(1)];
    expect(await begin(1)).toBeNull();
    expect((await demo.call('task.cancel', { params: { id: ids[0] ?? 0 } })).code).toBe(200);
    expect((await demo.call('task.cancel', { params: { id: ids[0] ?? 0 } })).code).toBe(404);
    expect(await work()).toBe(4);
    const params = { id: ids[0] ?? 0 };
    expect((await look(params.id)).task.state).toBe('cancelled');

    await Promise.all([begin(1), begin(1), begin(1), begin(1), begin(1)]);
    expect((await demo.call('task.restart', { params })).code).toBe(422);
    expect(await work()).toBe(5);
    expect((await demo.call('task.restart', { params })).code).toBe(200);
    expect(await work()).toBe(1);
    expect((await look(params.id)).task.state).toBe('done');
  });
});
