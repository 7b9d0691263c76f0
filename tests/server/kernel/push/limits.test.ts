import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CHANNEL } from '#server/kernel/db/listen.ts';
import { publishChange } from '#server/kernel/push/publish.ts';
import { startApp, type TestApp } from '../../support/app.ts';

const LIMITS = { session: 2, address: 4, all: 6, lifetime: 600 };

describe('streams of what is new', () => {
  let shop: TestApp;
  let url: string;
  beforeAll(async () => {
    shop = await startApp({ parts: { streams: LIMITS, trustProxy: ['loopback'] } });
    url = await shop.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => shop.close());

  /**
   * Opens a stream as a browser behind this machine's proxy does. Not by `fetch`, which connects anew when a stream is broken
   * off: the shop's end would wait for that connection, over which nothing is asked.
   */
  async function open(address: string, cookie?: string) {
    const headers = {
      'x-forwarded-for': address,
      ...(cookie !== undefined && { cookie: `sid=${cookie}` }),
    };
    const request = get(`${url}/api/events?calls=activity.groups,chat.list&since=1700000000`, {
      headers,
      agent: false,
    });
    const stop = () => void request.destroy();
    onTestFinished(stop);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return {
      status: response.statusCode,
      retryAfter: Number(response.headers['retry-after']),
      answer: () => json(response),
      stop,
    };
  }
  const counted = (opened: { status: number | undefined }[]) => opened.map(({ status }) => status);

  it('are refused in words beyond a browser\u2019s, a network\u2019s and the process\u2019s share, and taken again when one has gone', async () => {
    const [demo, other] = await Promise.all([shop.as('demo'), shop.as('newbie')]);
    const own = [await open('192.0.2.1', demo.cookie), await open('192.0.2.1', demo.cookie)];
    const third = await open('192.0.2.1', demo.cookie);
    expect(third.status).toBe(429);
    expect(await third.answer()).toMatchObject({
      code: 429,
      message: expect.stringContaining('打开的页面过多'),
    });
    expect(third.retryAfter).toBeGreaterThan(0);

    const network = [await open('192.0.2.1', other.cookie), await open('192.0.2.1')];
    const fifth = await open('192.0.2.1');
    expect(fifth.status).toBe(429);
    expect(await fifth.answer()).toMatchObject({ message: expect.stringContaining('网络') });

    const elsewhere = [await open('192.0.2.2'), await open('192.0.2.3')];
    const seventh = await open('192.0.2.4');
    expect(seventh.status).toBe(503);
    expect(await seventh.answer()).toMatchObject({
      code: 503,
      message: expect.stringContaining('暂不自动更新'),
    });
    expect(seventh.retryAfter).toBeGreaterThan(0);
    expect(counted([...own, ...network, ...elsewhere])).toEqual([200, 200, 200, 200, 200, 200]);

    own[0]?.stop();
    await vi.waitUntil(async () => {
      const again = await open('192.0.2.1', demo.cookie);
      return again.status === 200;
    });
  });
});

describe('a stream', () => {
  async function start(lifetime: number) {
    const shop = await startApp({ parts: { streams: { ...LIMITS, lifetime } } });
    onTestFinished(() => shop.close());
    const url = await shop.app.listen({ port: 0, host: '127.0.0.1' });
    const load = (headers: Record<string, string> = {}) =>
      fetch(`${url}/api/events?calls=activity.groups`, { headers });
    return { shop, load };
  }

  it('ends by itself, says when to come again, and each at another moment', async () => {
    const { load } = await start(1);
    const responses = await Promise.all([load(), load(), load()]);
    const texts = await Promise.all(responses.map((response) => response.text()));
    const retries = texts.map((text) => Number(/^retry: (\d+)$/m.exec(text)?.[1]));
    expect(Math.min(...retries)).toBeGreaterThanOrEqual(2000);
    expect(Math.max(...retries)).toBeLessThanOrEqual(5000);
    expect(new Set(retries).size).toBeGreaterThan(1);
  });

  it('goes on where the one before it ended: the browser says what it heard last', async () => {
    const { shop, load } = await start(1);
    const before = await (await load()).text();
    const id = /^id: (\d+)$/m.exec(before)?.[1] ?? '';
    expect(id).toBe(String(shop.clock.now));
    shop.clock.now += 20;
    await publishChange(shop.db, ['activity.groups'], { everyone: true });
    const [missed, none] = await Promise.all([
      load({ 'last-event-id': id }),
      load({ 'last-event-id': String(shop.clock.now + 5) }),
    ]);
    expect(await missed.text()).toContain('data: activity.groups');
    shop.clock.now += 30;
    expect(await (await load({ 'last-event-id': String(shop.clock.now) })).text()).not.toContain('data:');
    await none.body?.cancel();
  });

  it('lives through a notice that nobody can read', async () => {
    const { shop, load } = await start(2);
    const response = await load();
    for (const text of ['', 'x', 'null', '{}', '[1]'])
      await sql`SELECT pg_notify(${CHANNEL}, ${text})`.execute(shop.db);
    expect(await response.text()).toContain('data: activity.groups');
  });
});
