import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOG_LEVELS } from '#engine/host/log.ts';
import { optionsFromEnvironment } from '#server/process/options.ts';
import {
  companyForm,
  freshPhone,
  NEW_PASSWORD,
  openAccount,
  PNG,
  sendFile,
} from '../../modules/customers/registration/support.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { addressOf, fillCart, giveMoney, order } from '../../support/buyer.ts';
import { PASSWORD } from '../../support/members.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';

/** In yuan; no other figure of the run reads so. */
const PRICE = 7341.19;

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

let shop: TestApp;
let goods: number;
const log: string[] = [];
/** Refuses every message at last: a code that was refused is forgotten, and is read before. */
const carrier = Promise.withResolvers<never>();

beforeAll(async () => {
  shop = await startApp({
    parts: {
      log: { level: 'debug', stream: { write: (line) => void log.push(line) } },
      sms: {
        name: 'broken',
        keepsCodes: true,
        send: () => carrier.promise,
      },
    },
    async seed(db) {
      await makeShelf(db);
      goods = await makeGoods(db, { price: PRICE, stock: 100 });
      await giveMoney(db, 'demo', 100_000);
    },
  });
});
afterAll(() => shop.close());

interface Line {
  level: number;
  msg: string;
  request?: string;
  account?: number;
  trace?: string;
  route?: string;
  status?: number;
}
const lines = (): Line[] => log.map((line) => JSON.parse(line) as Line);

async function buy(buyer: Browser): Promise<string> {
  const ids = await fillCart(buyer, { [goods]: 2 });
  const placed = await order(buyer, { ids, address_id: await addressOf(shop.db, 'demo') });
  expect(placed.code).toBe(201);
  return placed.message;
}

describe('the log', () => {
  it('names request, account and trace of what was asked, and the route alone', async () => {
    const buyer = await shop.as('demo');
    const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
    await buyer.call('goods.list', { query: { keywords: 'canary-keyword' }, headers });
    const line = lines().findLast(({ route }) => route === '/api/goods/list');
    const { id } = await shop.db
      .selectFrom('members')
      .select('id')
      .where('username', '=', 'demo')
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({ msg: 'request', status: 200, trace: TRACE, account: id });
    expect(line?.request).toMatch(/^[0-9a-f-]{36}$/);
    expect(lines().every(({ msg, request }) => msg !== 'request' || request !== undefined)).toBe(true);
  });

  it('takes no trace from a header that is none', async () => {
    await shop.browser().call('goods.list', { headers: { traceparent: 'canary-trace' } });
    expect(lines().at(-1)?.trace).toBeUndefined();
    expect(log.join('')).not.toContain('canary-trace');
  });

  it('holds no personal data, no price and no secret of a purchase, a login, a registration and an upload', async () => {
    const buyer = shop.browser();
    await buyer.logIn('demo', 'canary-wrong-password');
    await buyer.logIn('demo');
    await buy(buyer);
    const phone = freshPhone();
    const { browser } = await openAccount(shop, phone);
    await browser.call('register.company', { body: companyForm({ legal_person: '金丝雀' }) });
    await sendFile(browser, PNG, 'canary-file.png');
    await buyer.send({
      method: 'POST',
      path: '/api/cart',
      body: '{"canary-broken',
      headers: { 'content-type': 'application/json' },
    });
    await buyer.send({ method: 'GET', path: '/api/canary-path', query: { phone } });
    carrier.reject(new Error('the carrier is down'));
    await expect.poll(() => log.join('')).toContain('the carrier is down');
    const whole = log.join('');
    const secrets = {
      password: PASSWORD,
      wrong: 'canary-wrong-password',
      chosen: NEW_PASSWORD,
      session: buyer.cookie ?? 'none',
      other: browser.cookie ?? 'none',
      phone,
      receiver: '王收货',
      receiverPhone: '13900000000',
      legal: '金丝雀',
      company: '新开大药房',
      price: String(PRICE),
      fen: String(PRICE * 100),
      total: '14682.38',
      file: 'canary',
    };
    expect(Object.entries(secrets).filter(([, text]) => whole.includes(text))).toEqual([]);
    expect(lines().filter(({ msg }) => msg === 'request').length).toBeGreaterThan(8);
  });
});

describe('LOG_LEVEL', () => {
  it('is one of the levels, `warn` when left out', () => {
    expect(optionsFromEnvironment({}).logLevel).toBe('warn');
    for (const level of LOG_LEVELS) expect(optionsFromEnvironment({ LOG_LEVEL: level }).logLevel).toBe(level);
    expect(() => optionsFromEnvironment({ LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL');
  });
});
