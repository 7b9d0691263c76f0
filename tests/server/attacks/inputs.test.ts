import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallContract } from '#generated/schemas.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { type Browser, FORM } from '../support/browser.ts';
import { shopRegistry } from '../support/registry.ts';

const { contracts } = await shopRegistry();
const JSON_TYPE = { 'content-type': 'application/json' };
const pathOf = ({ path }: CallContract) => path.replaceAll(/\{\w+\}/g, '1');

/** The patterns of all inputs, wherever they stand in a schema. */
function* patternsIn(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'pattern' && typeof value === 'string') yield value;
    else yield* patternsIn(value);
  }
}

let shop: TestApp;
let ops: Browser;
beforeAll(async () => {
  shop = await startApp();
  ops = await shop.as('ops');
});
afterAll(() => shop.close());

const polluted = () => Object.keys(Object.prototype).length > 0 || 'polluted' in {};

describe('prototype pollution', () => {
  it.each([
    ['JSON', JSON_TYPE, '{"__proto__":{"polluted":1}}'],
    ['JSON by way of the constructor', JSON_TYPE, '{"constructor":{"prototype":{"polluted":1}}}'],
    ['a form', FORM, '__proto__[polluted]=1'],
    ['a form by way of the constructor', FORM, 'constructor[prototype][polluted]=1'],
    ['a form of lists', FORM, 'params[__proto__][polluted]=1&params[0][__proto__][polluted]=1'],
  ])('of every writing call by %s', async (_, headers, body) => {
    const wrong: string[] = [];
    for (const [name, contract] of Object.entries(contracts)) {
      if (contract.method === 'GET' || name === 'user.logout') continue;
      const { status } = await ops.send({ method: contract.method, path: pathOf(contract), body, headers });
      if (status >= 500 || polluted()) wrong.push(`${name} ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('of every read by its query', async () => {
    const wrong: string[] = [];
    for (const [name, contract] of Object.entries(contracts)) {
      if (contract.method !== 'GET') continue;
      const { status } = await ops.send({
        method: 'GET',
        path: `${pathOf(contract)}?__proto__[polluted]=1&constructor[prototype][polluted]=1`,
      });
      if (status >= 500 || polluted()) wrong.push(`${name} ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe('ReDoS', () => {
  it('of every pattern of an input', () => {
    const patterns = [...new Set(Object.values(contracts).flatMap((contract) => [...patternsIn(contract)]))];
    expect(patterns.length).toBeGreaterThan(5);
    const seeds = ['a', '0', ' ', '-', '.', 'a0', '0-', 'a.', '中'];
    const slow = patterns.filter((pattern) => {
      const expression = new RegExp(pattern, 'u');
      const began = performance.now();
      for (const seed of seeds) expression.test(`${seed.repeat(20_000)}!`);
      return performance.now() - began > 2000;
    });
    expect(slow).toEqual([]);
  });

  it.each(['((((((((((((((((((((', '%%%%%%%%%%%%%%%%%%%%', '\\'.repeat(50), 'a*'.repeat(25), '__________'])(
    'of a search for %s',
    async (keywords) => {
      for (const path of ['/api/goods/search', '/api/goods/list', '/api/ops/search'])
        expect((await ops.send({ method: 'GET', path, query: { keywords } })).status).toBeLessThan(500);
    },
  );
});

describe('injection into the database', () => {
  it.each([
    "' OR '1'='1",
    '1); DROP TABLE members; --',
    '\\',
    '$1',
    "1' UNION SELECT password_hash FROM members --",
  ])('of every text of every read: %s', async (text) => {
    const wrong: string[] = [];
    for (const [name, contract] of Object.entries(contracts)) {
      if (contract.method !== 'GET') continue;
      const fields = Object.entries(
        (contract.query['properties'] ?? {}) as Record<string, { type?: unknown }>,
      );
      const query = Object.fromEntries(
        fields.map(([field, { type }]) => [field, type === 'string' ? text : 1]),
      );
      const { status, message } = await ops.send({ method: 'GET', path: pathOf(contract), query });
      if (status >= 500 || /syntax|relation|SQL/i.test(message)) wrong.push(`${name} ${status} ${message}`);
    }
    expect(wrong).toEqual([]);
    expect((await shop.browser().logIn('demo')).code).toBe(200);
  });
});

describe('XSS', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>',
    '//evil.example',
    'java\tscript:alert(1)',
    'vbscript:x',
  ])('by the address of a link or an advertisement: %s', async (url) => {
    const link = await ops.call('ops-link.save', { params: { group: 'links' }, body: { text: '链接', url } });
    const ad = await ops.call('ops-ad.save', { params: { slot: 'index' }, body: { title: '图', url } });
    expect([link.code, ad.code]).toEqual([422, 422]);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '<svg><animate onbegin=alert(1)></svg>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<form action="https://evil.example"><input name=password>',
    '<base href="https://evil.example/">',
    '<style>@import "https://evil.example/a.css"</style>',
  ])('by the text of an article: %s', async (text) => {
    const { data } = await ops.call('ops-article.preview', { body: { text } });
    expect(JSON.stringify(data)).not.toMatch(
      /<(?:script|iframe|svg|style|form|input|base|math)|on\w+=\w|javascript:/i,
    );
  });

  it('by an answer that a browser takes for a page', async () => {
    for (const path of ['/api/none?<script>alert(1)</script>', '/api/goods/search?keywords=<script>']) {
      const { headers } = await shop.app.inject(path);
      expect(headers['content-type']).toContain('application/json');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });
});

describe('header injection into an answer', () => {
  it.each(['a\r\nset-cookie: sid=x', 'a\nb', '\u0000', '中', 'x'.repeat(10_000)])(
    'by the key of a request: %j',
    async (key) => {
      const { statusCode, headers } = await shop.app.inject({
        method: 'POST',
        url: '/api/cart',
        payload: '{"params":[]}',
        headers: { ...JSON_TYPE, cookie: `sid=${ops.cookie}`, 'idempotency-key': key },
      });
      expect(statusCode).toBeLessThan(500);
      expect(headers['set-cookie']).toBeUndefined();
    },
  );
});
