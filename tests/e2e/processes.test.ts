import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '#tools/postgres.ts';
import { type SiteProcess, startSite } from '#tools/site-process.ts';

/** Attempts that `user.login` allows an address in a minute. */
const LOGINS = 120;

/** Milliseconds for which another process may show what was before. */
const STALE = 1000;

/** Milliseconds in which a process that takes the place of another serves. */
const REPLACED = 5000;

let postgres: PostgresServer;
let database: Client;
let site: SiteProcess;
let cookie: string;

beforeAll(async () => {
  postgres = await startPostgres();
  const DATABASE_URL = await postgres.createDatabase('shop');
  site = await startSite({
    DATABASE_URL,
    WEB_CONCURRENCY: '2',
    SEED_GOODS: '400',
    SEED_BUYERS: '2',
    TRUST_PROXY: 'loopback',
  });
  database = new Client({ connectionString: DATABASE_URL });
  await database.connect();
  cookie = await site.logIn('buyer-01');
});
afterAll(async () => {
  await database?.end();
  await site?.stop();
  await postgres?.stop();
});

/** Ids of the processes that serve. */
async function workers(): Promise<number[]> {
  const children = await readFile(`/proc/${site.pid}/task/${site.pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

/** Answers to the same request on connections of their own, which go to the processes in turn. */
function ask(path: string, times: number): Promise<Response[]> {
  const headers = { cookie, connection: 'close' };
  return Promise.all(Array.from({ length: times }, () => fetch(site.url + path, { headers })));
}

/** Goods of one price for everybody, in stock. */
async function plainGoods(): Promise<{ goods: number }> {
  const { rows } = await database.query<{ goods: number }>(
    `SELECT id AS goods FROM goods
      WHERE on_sale AND NOT controlled AND NOT hm AND id NOT IN (SELECT goods_id FROM ladder_steps)
        AND id NOT IN (SELECT goods_id FROM promotion_goods) AND id NOT IN (SELECT goods_id FROM level_prices)
        AND id NOT IN (SELECT goods_id FROM cart_lines) AND id NOT IN (SELECT goods_id FROM order_lines)
        AND min_number = 1 AND id IN (SELECT goods_id FROM batches WHERE available > 40)
      ORDER BY id LIMIT 1`,
  );
  const [goods] = rows;
  if (!goods) throw new Error('no goods of one price');
  return goods;
}

/** Sends a form on a connection of its own; its data. @throws what the server refuses */
async function post<Data>(path: string, form: Record<string, string>): Promise<Data> {
  const answer = await fetch(site.url + path, {
    method: 'POST',
    headers: { cookie, connection: 'close' },
    body: new URLSearchParams(form),
  });
  const { code, message, data } = (await answer.json()) as { code: number; message: string; data: Data };
  if (!answer.ok) throw new Error(`${path}: ${code} ${message}`);
  return data;
}

const cartOf = (goods: number) => ({ 'params[0][goods_id]': String(goods), 'params[0][number]': '1' });

/** Puts one unit into the cart; orders it when called, and answers the fen that its line is charged. */
async function prepareOrder(goods: number): Promise<() => Promise<number>> {
  const [line = 0] = (await post<{ ids: number[] }>('/api/cart', cartOf(goods))).ids;
  const address = await addressOf(line);
  return async () => {
    const form = { 'ids[0]': String(line), address_id: String(address) };
    const { ids } = await post<{ ids: number[] }>('/api/order', form);
    const { rows } = await database.query<{ price_fen: string }>(
      'SELECT price_fen FROM order_lines WHERE order_id = $1 AND goods_id = $2 AND NOT gift',
      [ids[0], goods],
    );
    return Number(rows[0]?.price_fen);
  };
}

/** What share of the goods' own price the buyer's level is charged. */
async function chargedFor(goods: number, price: number): Promise<number> {
  await database.query('UPDATE goods SET price_fen = $2 WHERE id = $1', [goods, price]);
  return (await (await prepareOrder(goods))()) / price;
}

async function addressOf(line: number): Promise<number> {
  const form = { 'ids[0]': String(line), new: '1' };
  return (await post<{ address_id: number }>('/api/cart/checkout', form)).address_id;
}

/** The prices that both processes show for what is asked when another process may show the ones of before no longer. */
async function pricesShown(goods: number): Promise<number[]> {
  await new Promise((resolve) => setTimeout(resolve, STALE));
  const answers = await ask(`/api/goods/detail/${goods}`, 8);
  const bodies = await Promise.all(answers.map((answer) => answer.json()));
  return bodies.map((body) => (body as { data: { original_price: number } }).data.original_price);
}

describe('a shop in two processes', () => {
  it('counts the attempts of an address over both', async () => {
    const attempt = () =>
      fetch(`${site.url}/api/login`, {
        method: 'POST',
        headers: { 'x-forwarded-for': '192.0.2.7', connection: 'close' },
        body: new URLSearchParams({ username: 'nobody', password: 'Wrong@2026' }),
      });
    const statuses: number[] = [];
    for (let count = 0; count < LOGINS + 4; count += 1) statuses.push((await attempt()).status);
    const refused = statuses.lastIndexOf(401) + 1;
    expect(statuses.slice(LOGINS)).toEqual([429, 429, 429, 429]);
    expect(refused).toBeLessThanOrEqual(LOGINS);
  });

  it('shows a new price in both within a second', async () => {
    const { rows } = await database.query<{ id: number }>(
      `UPDATE goods SET price_fen = 98765 WHERE id = (
         SELECT id FROM goods WHERE on_sale AND NOT controlled AND NOT hm
           AND id IN (SELECT goods_id FROM ladder_steps) AND id NOT IN (SELECT goods_id FROM promotion_goods)
           AND id NOT IN (SELECT goods_id FROM level_prices)
         ORDER BY id LIMIT 1) RETURNING id`,
    );
    expect(await pricesShown(rows[0]?.id ?? 0)).toEqual(Array(8).fill(987.65));
  });

  it('shows a new price within a second where the sessions that listen have broken off', async () => {
    const { goods } = await plainGoods();
    const { rowCount } = await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'storewright-listen'`,
    );
    expect(rowCount).toBeGreaterThanOrEqual(2);
    await database.query('UPDATE goods SET price_fen = 4321 WHERE id = $1', [goods]);
    expect(await pricesShown(goods)).toEqual(Array(8).fill(43.21));
  });

  it('never charges a price of before, whatever is shown', async () => {
    const { goods } = await plainGoods();
    const current = async () => {
      const { rows } = await database.query<{ price_fen: string }>(
        'SELECT price_fen FROM goods WHERE id = $1',
        [goods],
      );
      return Number(rows[0]?.price_fen);
    };
    /* Prices only rise: what is charged lies between the price when the order was sent and that when it was answered. */
    const level = await chargedFor(goods, 10_000);
    const ending = new AbortController();
    const rising = (async () => {
      while (!ending.signal.aborted) {
        await database.query('UPDATE goods SET price_fen = price_fen + 1 WHERE id = $1', [goods]);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    const charged: { least: number; price: number; most: number }[] = [];
    try {
      for (let count = 0; count < 20; count += 1) {
        await ask(`/api/goods/detail/${goods}`, 2);
        const order = await prepareOrder(goods);
        const least = await current();
        const price = await order();
        const most = await current();
        charged.push({ least: Math.floor(least * level), price, most: Math.ceil(most * level) });
      }
    } finally {
      ending.abort();
      await rising;
    }
    expect(charged.filter(({ least, price, most }) => price < least || price > most)).toEqual([]);
    expect(new Set(charged.map(({ price }) => price)).size).toBeGreaterThan(10);
  });

  it('does once what is sent to both under one key', async () => {
    const { goods } = await plainGoods();
    const key = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        fetch(`${site.url}/api/cart`, {
          method: 'POST',
          headers: { cookie, connection: 'close', 'idempotency-key': key },
          body: new URLSearchParams(cartOf(goods)),
        }),
      ),
    );
    const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<{ code: number }>));
    expect(bodies.filter(({ code }) => code === 200).length).toBeGreaterThan(0);
    const { rows } = await database.query<{ number: number }>(
      'SELECT sum(number)::integer AS number FROM cart_lines WHERE goods_id = $1',
      [goods],
    );
    expect(rows[0]?.number).toBe(1);
  });

  it('tells what both have measured, whichever is asked', async () => {
    const countOf = async (answer: Response) =>
      Number(
        /^http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} (\d+)$/m.exec(
          await answer.text(),
        )?.[1],
      );
    const [before] = await Promise.all((await ask('/metrics', 1)).map(countOf));
    await ask('/healthz', 8);
    const counts = await Promise.all((await ask('/metrics', 4)).map(countOf));
    expect(counts).toEqual(Array(4).fill((before ?? 0) + 8));
  });

  it('lets nobody in whose session has ended, in either', async () => {
    const other = await site.logIn('buyer-02');
    const asked = (times: number) =>
      Promise.all(
        Array.from({ length: times }, async () => {
          const headers = { cookie: other, connection: 'close' };
          return (await fetch(`${site.url}/api/user/base`, { headers })).status;
        }),
      );
    expect(await asked(8)).toEqual(Array(8).fill(200));
    await fetch(`${site.url}/api/user/logout`, { method: 'DELETE', headers: { cookie: other } });
    // The other process is notified a moment later.
    await expect.poll(() => asked(8)).toEqual(Array(8).fill(401));
  });

  it('replaces a process that was killed, while the other one goes on', async () => {
    const before = await workers();
    expect(before).toHaveLength(2);
    const [first = 0] = before;
    process.kill(first, 'SIGKILL');
    await expect.poll(async () => (await workers()).includes(first), { timeout: 30_000 }).toBe(false);
    const statuses = new Set<number>();
    const askAll = async () => {
      for (const { status } of await ask('/api/user/base', 6)) statuses.add(status);
      return workers();
    };
    await expect.poll(askAll, { timeout: 30_000, interval: 1 }).toHaveLength(2);
    /* Asked while the new one prepares itself and begins to serve. */
    const served = Date.now() + REPLACED;
    while (Date.now() < served) await askAll();
    expect([...statuses]).toEqual([200]);
  });

  it('ends both when it is told to', async () => {
    const pids = await workers();
    await site.stop();
    const isAlive = (pid: number) =>
      readFile(`/proc/${pid}/stat`).then(
        () => true,
        () => false,
      );
    expect(await Promise.all(pids.map(isAlive))).toEqual([false, false]);
  });
});
