import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '#server/kernel/db/open.ts';
import { checkBooks } from '#server/modules/ledger/books/check-books.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { type PostgresServer, startPostgres } from '#tools/postgres.ts';
import { type Started, startProcess } from '../../kernel/db/process.ts';
import { PASSWORD } from '../../support/members.ts';

/** Sends JSON; answers the session's cookie, and the ids where the answer names some. */
async function send(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ ids: number[]; cookie: string }> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  const answer = (await response.json()) as { code: number; message: string; data: { ids?: number[] } };
  if (answer.code >= 300) throw new Error(`${url}: ${answer.message}`);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { ids: answer.data.ids ?? [], cookie };
}

describe('several processes on one PostgreSQL', () => {
  let server: PostgresServer;
  let store: Store;
  let env: Record<string, string>;
  let folder: string;
  beforeAll(async () => {
    server = await startPostgres();
    folder = await mkdtemp(join(tmpdir(), 'storewright-processes-'));
    env = { SHOP_URL: await server.createDatabase('shop') };
    store = await openStore({ url: env['SHOP_URL'] ?? '' });
  }, 30_000);
  afterAll(async () => {
    await store.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(more: Record<string, string> = {}): Promise<{ shop: Started; url: string }> {
    const shop = startProcess('tests/server/support/shop-process.ts', [folder], { ...env, ...more });
    await shop.until(/^http/);
    return { shop, url: shop.lines.find((line) => line.startsWith('http')) ?? '' };
  }
  const logIn = async (url: string) =>
    (await send(`${url}/api/login`, { username: 'demo', password: PASSWORD })).cookie;
  const orders = () => store.db.selectFrom('orders').orderBy('id').select(['id', 'status']).execute();

  it('make one order of a key, although the first was killed between commit and answer', async () => {
    const dying = await open({ SHOP_DIES: '1' });
    const cookie = await logIn(dying.url);
    const params = [{ goods_id: 1, number: 2 }];
    const { ids } = await send(`${dying.url}/api/cart`, { params }, { cookie });
    const wish = { ids, address_id: 1 };
    const key = { cookie, 'idempotency-key': randomUUID() };
    const before = (await orders()).length;
    await expect(send(`${dying.url}/api/order`, wish, key)).rejects.toThrow('fetch failed');
    await dying.shop.exited;
    const made = (await orders()).slice(before).map(({ id }) => id);
    expect(made).toHaveLength(1);
    const { shop, url } = await open();
    for (let time = 0; time < 2; time += 1) {
      expect((await send(`${url}/api/order`, wish, key)).ids).toEqual(made);
    }
    expect(await orders()).toHaveLength(before + 1);

    // More orders, for the timers to end.
    for (let turn = 0; turn < 12; turn += 1) {
      const { ids: lines } = await send(`${url}/api/cart`, { params }, { cookie });
      await send(`${url}/api/order`, { ids: lines, address_id: 1 }, { cookie });
    }
    shop.child.kill();
  }, 120_000);

  it('keep the timers together, and nothing happens twice', async () => {
    const later = { SHOP_LATER: String(2 * DAY), SHOP_TIMERS: '1' };
    const both = await Promise.all([open(later), open(later)]);
    onTestFinished(() => both.forEach(({ shop: it }) => it.child.kill()));
    await expect
      .poll(async () => (await orders()).filter(({ status }) => status !== -11), { timeout: 20_000 })
      .toEqual([]);
    const told = await store.db
      .selectFrom('order_events')
      .where('text', 'like', '超时未付款%')
      .groupBy('order_id')
      .select((eb) => ['order_id', eb.fn.countAll<number>().as('times')])
      .execute();
    expect(told.length).toBeGreaterThan(12);
    expect(told).toHaveLength((await orders()).length);
    expect(told.filter(({ times }) => times !== 1)).toEqual([]);
    const { breaches, units } = await checkBooks(store.db);
    expect(breaches).toEqual([]);
    expect(units).toMatchObject({ inStock: 10_000, reserved: 0 });
    expect(both.map(({ shop: it }) => it.errors())).toEqual(['', '']);
  }, 120_000);
});
