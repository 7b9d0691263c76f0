import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import { expect, it, onTestFinished } from 'vitest';
import type { Task } from '#generated/schemas.ts';
import { openStore } from '#server/kernel/db/open.ts';
import { startPostgres } from '#tools/postgres.ts';
import { PASSWORD } from '../../support/members.ts';
import { type Started, startProcess } from '../db/process.ts';

/** Rows of the sheet, one unit each: the cart tells how many were put in, once or twice. */
const ROWS = 400;

/** The two goods of the shop's process, in turn. */
const SHEET = `编码,数量\n${Array.from({ length: ROWS }, (_, at) => `G${1 + (at % 2)},1`).join('\n')}\n`;

/** A member who speaks HTTP to whichever process runs. */
class Client {
  readonly #url: string;
  readonly #cookie: string;
  constructor(url: string, cookie: string) {
    this.#url = url;
    this.#cookie = cookie;
  }

  static async logIn(url: string, username: string): Promise<Client> {
    const response = await fetch(`${url}/api/login`, {
      method: 'POST',
      body: JSON.stringify({ username, password: PASSWORD }),
      headers: { 'content-type': 'application/json' },
    });
    return new Client(url, response.headers.getSetCookie()[0]?.split(';')[0] ?? '');
  }

  load(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cookie', this.#cookie);
    return fetch(this.#url + path, { ...init, headers });
  }

  async ask<Data>(path: string, body?: FormData | object): Promise<Data> {
    const form = body instanceof FormData;
    const response = await this.load(path, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body && { body: form ? body : JSON.stringify(body) }),
      ...(body && !form && { headers: { 'content-type': 'application/json' } }),
    });
    const answer = (await response.json()) as { code: number; message: string; data: Data };
    if (answer.code >= 300) throw new Error(`${path}: ${answer.message}`);
    return answer.data;
  }

  async import(): Promise<number> {
    const form = new FormData();
    form.append('file', new File([SHEET], 'rows.csv'));
    return (await this.ask<{ task: number }>('/api/cart/import', form)).task;
  }

  async task(id: number): Promise<Task> {
    return (await this.ask<{ task: Task }>(`/api/task/${id}`)).task;
  }

  /** Resolves with the task as soon as it is so far; it must not have ended by then. */
  async reached(id: number, done: number): Promise<Task> {
    for (;;) {
      const task = await this.task(id);
      if (task.done >= done && task.open === 1) return task;
      if (task.open === 0) throw new Error(`the task has ended: ${task.state_text}`);
      await sleep(5);
    }
  }

  async ended(id: number): Promise<Task> {
    for (;;) {
      const task = await this.task(id);
      if (task.open === 0) return task;
      await sleep(20);
    }
  }

  async cart(): Promise<number[]> {
    const { data } = await this.ask<{ data: { goods: { id: number }; number: number }[] }>('/api/cart/list');
    return data.sort((one, other) => one.goods.id - other.goods.id).map(({ number }) => number);
  }
}

async function open(folder: string, env: Record<string, string>): Promise<{ shop: Started; url: string }> {
  const shop = startProcess('tests/server/support/shop-process.ts', [folder], { SHOP_TIMERS: '1', ...env });
  await shop.until(/^http/);
  return { shop, url: shop.lines.find((line) => line.startsWith('http')) ?? '' };
}

async function kill({ child, exited }: Started): Promise<void> {
  child.kill('SIGKILL');
  await exited;
}

/** Reports of the first good's batch and of others that are long sold; answers their ids. */
async function makeReports(url: string, count: number): Promise<number[]> {
  const store = await openStore({ url });
  onTestFinished(() => store.close());
  const rows = await store.db
    .insertInto('batch_reports')
    .values(
      Array.from({ length: count }, (_, at) => ({ goods_id: 1, batch_number: `B${at + 1}`, created_at: 1 })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-tasks-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

it('a killed shop goes on with its import at the next start, and with what waited behind it', {
  timeout: 120_000,
}, async () => {
  const folder = await newFolder();
  const first = await open(folder, {});
  const before = await Client.logIn(first.url, 'demo');
  const staff = await Client.logIn(first.url, 'ops');
  const sheet = await before.import();
  const { task: list } = await staff.ask<{ task: number }>('/api/ops/export', { what: 'stock' });
  const { done } = await before.reached(sheet, 1);
  await kill(first.shop);

  const second = await open(folder, {});
  const demo = await Client.logIn(second.url, 'demo');
  // Told as what it is: under way, from where it stood.
  const found = await demo.task(sheet);
  expect(found.done).toBeGreaterThanOrEqual(done);
  expect(await demo.ended(sheet)).toMatchObject({
    state: 'done',
    percent: 100,
    note: `${ROWS} 行已加入购物车，0 行未能加入`,
  });
  expect(await demo.cart()).toEqual([ROWS / 2, ROWS / 2]);
  const exported = await (await Client.logIn(second.url, 'ops')).ended(list);
  expect(exported).toMatchObject({ state: 'done', note: '共 2 行' });
  expect(second.shop.errors()).toBe('');
});

it('an import and an archive pass from a killed process to another, also when two hold the same, and nothing is done twice', {
  timeout: 180_000,
}, async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const folder = await newFolder();
  const env = { SHOP_URL: await server.createDatabase('shop') };
  const first = await open(folder, env);
  // A process whose clock is past the lease takes what the first has begun: the first must notice and leave it.
  const second = await open(folder, { ...env, SHOP_LATER: '60' });
  const before = await Client.logIn(first.url, 'demo');
  const sheet = await before.import();
  await before.reached(sheet, 1);
  await Promise.all([kill(second.shop), kill(first.shop)]);

  const third = await open(folder, { ...env, SHOP_LATER: '120' });
  const demo = await Client.logIn(third.url, 'demo');
  expect(await demo.ended(sheet)).toMatchObject({
    state: 'done',
    note: `${ROWS} 行已加入购物车，0 行未能加入`,
  });
  expect(await demo.cart()).toEqual([ROWS / 2, ROWS / 2]);

  const ids = await makeReports(env.SHOP_URL, 300);
  const { task: archive } = await demo.ask<{ task: number }>('/api/jybg/zip', { ids });
  await demo.reached(archive, 1);
  await kill(third.shop);
  const fourth = await open(folder, { ...env, SHOP_LATER: '180' });
  const after = await Client.logIn(fourth.url, 'demo');
  const packed = await after.ended(archive);
  expect(packed).toMatchObject({ state: 'done', note: '共 300 份报告' });
  const bytes = await (await after.load(packed.file ?? '')).bytes();
  expect(Object.keys(unzipSync(bytes))).toHaveLength(300);
});
