import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHeartbeat } from '#server/kernel/processes/heartbeat.ts';
import { DAY, HOUR } from '#shop/domain/calendar.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { START } from '../../support/store.ts';

let shop: TestApp;
let ops: Browser;
beforeAll(async () => {
  shop = await startApp();
  ops = await shop.as('ops');
});
afterAll(() => shop.close());

/** A shop in which nothing is wrong. */
beforeEach(async () => {
  const { db } = shop;
  shop.clock.now = START;
  for (const table of ['site_processes', 'job_schedules', 'backups', 'tasks', 'book_checks'] as const)
    await db.deleteFrom(table).execute();
  await createHeartbeat(db, shop.app.metrics, START).beat(START);
  await db
    .insertInto('backups')
    .values({
      file: 'shop.tar',
      started_at: START - 60,
      ended_at: START - 50,
      row_count: 1000,
      upload_count: 3,
      bytes: 2_000_000,
    })
    .execute();
  await db
    .insertInto('book_checks')
    .values({ day: '2026-11-01', started_at: START, ended_at: START, breaches: [] })
    .execute();
});

const look = async () => (await ops.call('ops-system.state')).data;
const firing = async () => (await look()).alarms.map(({ name }) => name);

const FIGURES = {
  seconds: 300,
  requests: 3000,
  faults: 0,
  refused: 0,
  buckets: { '0.5': 3000, '+Inf': 3000 },
  memory: 3e8,
  lag: 0.01,
  streams: 2,
  edition: 4,
  pool: { total: 5, idle: 3, waiting: 0 },
  waitedFor: 0,
};

const addProcess = (changes: Partial<typeof FIGURES>, seen_at = START) =>
  shop.db
    .insertInto('site_processes')
    .values({
      id: 'another',
      host: 'site-b',
      pid: 7,
      started_at: START - DAY,
      seen_at,
      figures: JSON.stringify({ ...FIGURES, ...changes }),
    })
    .execute();

describe('the page of the running shop', () => {
  it('shows its processes, its database, its last backup and the last proof of the books', async () => {
    await addProcess({});
    const { processes, database, backups, proof } = await look();
    expect(processes.find(({ name }) => name === 'site-b · 7')).toMatchObject({
      state: '在线',
      requests: 3000,
      faults: '0 / 0',
      memory: '300 MB',
      pool: '2 / 5',
      streams: 2,
      edition: 4,
    });
    expect(processes).toHaveLength(2);
    expect(database.version).toMatch(/^PostgreSQL \d/);
    expect(backups).toEqual([
      expect.objectContaining({ file: 'shop.tar', state: '已核对', took: '10 秒', at: START - 50 }),
    ]);
    expect(proof).toEqual({ at: START, result: '相符', breaches: [] });
  });

  it('shows each job with its last run, its next one and its failures', async () => {
    await shop.db
      .insertInto('job_schedules')
      .values({
        name: 'tidy',
        due_at: START + 600,
        started_at: START - 3000,
        succeeded_at: START - 2990,
        failures: 1,
        last_error: 'no room',
      })
      .execute();
    expect((await look()).jobs).toEqual([
      {
        name: 'tidy',
        state: '失败',
        last: START - 2990,
        started_at: START - 3000,
        next: START + 600,
        failures: 1,
        error: 'no room',
      },
    ]);
  });

  it('is proved anew from there', async () => {
    await shop.db.deleteFrom('book_checks').execute();
    expect(await firing()).toEqual(['books unproved']);
    await ops.call('ops-books.run');
    expect(await firing()).toEqual([]);
  });

  it('forgets a process that ends as it should', async () => {
    const heartbeat = createHeartbeat(shop.db, shop.app.metrics, START);
    await heartbeat.beat(START);
    expect((await look()).processes).toHaveLength(2);
    await heartbeat.leave();
    expect((await look()).processes).toHaveLength(1);
  });
});

describe('an alarm', () => {
  it('is silent where nothing is wrong', async () => {
    expect(await firing()).toEqual([]);
  });

  it('tells a process that says nothing', async () => {
    await addProcess({}, START - 120);
    expect(await firing()).toEqual(['away']);
  });

  it.each([
    ['faults', { faults: 31 }],
    ['refusing', { refused: 301 }],
    ['slow', { buckets: { '0.5': 2800, '2': 3000, '+Inf': 3000 } }],
    ['pool', { waitedFor: 300 }],
  ])('tells %s, as Prometheus would', async (name, figures) => {
    await addProcess(figures);
    expect(await firing()).toEqual([name]);
  });

  it('tells books that do not agree before everything else', async () => {
    await addProcess({ faults: 31 });
    await shop.db
      .updateTable('book_checks')
      .set({ breaches: ['one'] })
      .execute();
    expect(await firing()).toEqual(['books', 'faults']);
  });

  it.each([
    ['has failed three times', { failures: 3, due_at: START + 60 }],
    ['was due two hours ago', { failures: 0, due_at: START - 3 * HOUR }],
  ])('tells a job that %s', async (_, row) => {
    await shop.db
      .insertInto('job_schedules')
      .values({ name: 'tidy', started_at: START - 4 * HOUR, ...row })
      .execute();
    expect(await firing()).toEqual(['job']);
  });

  it('tells notices that are tried again and again, and what they met', async () => {
    const { id: member_id } = await shop.db
      .selectFrom('members')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const stuck = {
      member_id,
      message_id: null,
      channel: 'email' as const,
      email: 'shop@example.com',
      subscription_id: null,
      title: '订单已发货',
      body: '请查收',
      tries: 3,
      due_at: START + 600,
      last_error: 'connect ECONNREFUSED',
      created_at: START,
    };
    await shop.db
      .insertInto('notice_deliveries')
      .values(Array.from({ length: 5 }, () => stuck))
      .execute();
    expect(await firing()).toEqual([]);
    await shop.db.insertInto('notice_deliveries').values(stuck).execute();
    const [alarm] = (await look()).alarms;
    expect(alarm).toMatchObject({ name: 'notices', detail: expect.stringContaining('ECONNREFUSED') });
    await shop.db.deleteFrom('notice_deliveries').execute();
  });

  it('tells a backup that is late, and one that failed since', async () => {
    shop.clock.now = START + 27 * HOUR;
    await createHeartbeat(shop.db, shop.app.metrics, START).beat(shop.clock.now);
    await shop.db.updateTable('book_checks').set({ ended_at: shop.clock.now }).execute();
    await shop.db
      .insertInto('backups')
      .values({
        file: 'shop.tar',
        started_at: shop.clock.now,
        ended_at: shop.clock.now,
        row_count: 0,
        upload_count: 0,
        bytes: 0,
        fault: 'no space',
      })
      .execute();
    const { alarms, backups } = await look();
    expect(alarms.map(({ name }) => name)).toEqual(['backup']);
    expect(backups[0]).toMatchObject({ state: '没有写成', fault: 'no space' });
  });
});
