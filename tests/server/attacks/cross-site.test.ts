import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContract } from '#generated/schemas.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { type Browser, FORM } from '../support/browser.ts';
import { shopRegistry } from '../support/registry.ts';

const { contracts } = await shopRegistry();
const writing = Object.entries(contracts).filter(([, { method, changes }]) => method !== 'GET' || changes);

const FOREIGN = { status: 403, message: '请求来源不被允许', data: null };

/** A path of the call, with something in the place of each parameter. */
const pathOf = ({ path }: CallContract) => path.replaceAll(/\{\w+\}/g, '1');

describe('CSRF', () => {
  let shop: TestApp;
  let ops: Browser;
  beforeAll(async () => {
    shop = await startApp();
    ops = await shop.as('ops');
  });
  afterAll(() => shop.close());

  /** The writing calls that another site can make with these headers, as the most powerful of all members. */
  async function reached(headers: Record<string, string>): Promise<string[]> {
    const calls: string[] = [];
    for (const [name, contract] of writing) {
      const { status, message, data } = await ops.send({
        method: contract.method,
        path: pathOf(contract),
        headers: { ...FORM, host: 'shop.test', ...headers },
        ...(contract.method === 'GET' ? {} : { body: '' }),
      });
      const isRefused = status === FOREIGN.status && message === FOREIGN.message && data === FOREIGN.data;
      if (!isRefused) calls.push(`${name} ${status} ${message}`);
    }
    return calls;
  }

  it('of every writing call: a page of another site, by what the browser says of it', async () => {
    expect(writing.length).toBeGreaterThan(150);
    expect(await reached({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).toEqual([]);
  });

  it.each([
    ['an old browser that sends only Origin', 'https://evil.example'],
    ['a sandboxed frame', 'null'],
    ['a sibling of the shop’s own domain', 'https://blog.shop.test'],
    ['the same host on another port', 'http://shop.test:8081'],
    ['a host that only begins like the shop', 'http://shop.test.evil.example'],
    ['an Origin that is no address', 'shop.test'],
  ])('of every writing call: %s', async (_, origin) => {
    const calls = await reached({ origin });
    // A GET that changes something is judged by other headers: the browser sends no Origin with it.
    expect(calls.filter((call) => contracts[call.split(' ')[0] ?? '']?.method !== 'GET')).toEqual([]);
  });

  it('of every GET that changes something: a link or a picture in another page', async () => {
    const changing = writing.filter(([, { method }]) => method === 'GET');
    expect(changing.length).toBeGreaterThan(0);
    for (const headers of [
      { accept: 'text/html' },
      { accept: 'text/html', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ]) {
      for (const method of ['GET', 'HEAD'] as const) {
        for (const [name, contract] of changing) {
          const { statusCode } = await shop.app.inject({
            method,
            url: pathOf(contract),
            headers: { cookie: `sid=${ops.cookie}`, ...headers },
          });
          expect([name, method, statusCode]).toEqual([name, method, 403]);
        }
      }
    }
  });

  it('a GET that asks to count as a POST', async () => {
    const before = await shop.db.selectFrom('sessions').select('id').execute();
    for (const headers of [
      { 'x-http-method-override': 'DELETE' },
      { 'x-method-override': 'DELETE' },
      { 'x-http-method': 'DELETE' },
    ]) {
      const reply = await ops.send({
        method: 'GET',
        path: '/api/user/logout',
        query: { _method: 'DELETE' },
        headers,
      });
      expect(reply.status).toBe(405);
    }
    expect(await shop.db.selectFrom('sessions').select('id').execute()).toEqual(before);
  });

  it('JSON in the clothes of a plain text, which a form of another site may send', async () => {
    const reply = await ops.send({
      method: 'POST',
      path: '/api/user/updateUserInfo',
      body: '{"name":"攻击者"}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(reply.status).toBe(415);
  });

  it('a script of another site that reads answers: no answer says that it may', async () => {
    const headers = { origin: 'https://evil.example', cookie: `sid=${ops.cookie}` };
    for (const method of ['GET', 'OPTIONS'] as const) {
      const answer = await shop.app.inject({
        method,
        url: '/api/user/base',
        headers: { ...headers, 'access-control-request-method': 'GET' },
      });
      const cors = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
      expect(cors).toEqual([]);
    }
  });
});

describe('mass assignment', () => {
  let shop: TestApp;
  let ops: Browser;
  beforeAll(async () => {
    shop = await startApp();
    ops = await shop.as('ops');
  });
  afterAll(() => shop.close());

  /** What decides of money and power, and stands in no body unless the call says so. */
  const GREEDY = {
    member_id: 1,
    company_id: 1,
    is_staff: true,
    role: 'staff',
    approval: 'approved',
    price_fen: 1,
    paid_fen: 1,
    level_id: 9,
    created_at: 1,
  };

  it('of every writing call: fields that decide of money and power, beside those of the form', async () => {
    const taken: string[] = [];
    for (const [name, contract] of writing) {
      if (contract.method === 'GET' || contract.encoding === 'multipart') continue;
      const known: object = contract.body['properties'] ?? {};
      // A call without a body does not read one.
      if (Object.keys(known).length === 0) continue;
      for (const [field, value] of Object.entries(GREEDY)) {
        if (field in known) continue;
        const reply = await ops.send<{ errors?: Record<string, unknown> } | null>({
          method: contract.method,
          path: pathOf(contract),
          body: JSON.stringify({ [field]: value }),
          headers: { 'content-type': 'application/json' },
        });
        const isRefused =
          reply.data?.errors?.[field] !== undefined || reply.status === 404 || reply.status === 429;
        if (!isRefused) taken.push(`${name} ${field}: ${reply.status} ${reply.message}`);
      }
    }
    expect(taken).toEqual([]);
  });
});
