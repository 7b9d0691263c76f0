import { describe, expect, it } from 'vitest';
import { answers, api, documentFile, lossesIn, Shop } from './support.ts';

describe('an imported document', () => {
  it('becomes a config that compiles, with a call for each operation', () => {
    const shop = new Shop();
    const { calls } = shop.import(documentFile('tea-house.yaml'));
    expect(shop.errors()).toEqual([]);
    expect(calls.map(({ key, name, file }) => `${key} ${name} ${file}`)).toEqual([
      'GET /teas teas.list config/api/teas.yaml',
      'POST /teas teas.create config/api/teas.yaml',
      'GET /teas/{tea-id} teas.get config/api/teas.yaml',
      'DELETE /teas/{tea-id} teas.delete config/api/teas.yaml',
      'POST /orders orders.create config/api/orders.yaml',
      'POST /orders/{id}/slip orders.createSlip config/api/orders.yaml',
      'POST /login login.login config/api/login.yaml',
      'GET /me me.whoAmI config/api/me.yaml',
    ]);
  });

  it('is written as a person would write it', () => {
    const shop = new Shop();
    shop.import(documentFile('tea-house.yaml'), { only: ['orders.create'] });
    expect(shop.read('config/api/orders.yaml')).toBe(
      `# yaml-language-server: $schema=../../generated/editor/call.schema.json
# 由 storewright import 从「Tea House」写出。手改过的接口，再次导入时保留。

orders.create:
  description: 下单
  post: /orders
  body:
    lines: { type: 'line[]', minItems: 1 }
    ship_to: address
    note: { type: string, maxLength: 200, optional: true }
    day: day?
  encoding: form
  response: order
`,
    );
  });
});

describe('an operation', () => {
  it('of a method that calls nothing is reported, and no failure', () => {
    const shop = new Shop();
    const report = shop.import(
      api({ '/teas': { head: { responses: {} }, get: answers({ type: 'string' }) } }),
    );
    expect(lossesIn(report)).toEqual(['method /paths/~1teas/head']);
    expect(report.calls.map(({ outcome }) => outcome)).toEqual(['written']);
  });

  it('with the address of another one is not written', () => {
    const shop = new Shop();
    const report = shop.import(
      api({
        '/teas/{id}': { get: answers({ type: 'string' }) },
        '/teas/{name}': { get: answers({ type: 'string' }) },
      }),
    );
    expect(report.calls.map(({ outcome }) => outcome)).toEqual(['written', 'failed']);
    expect(lossesIn(report)).toEqual(['endpoint-twice /paths/~1teas~1{name}/get']);
    expect(shop.errors()).toEqual([]);
  });

  it('too long for a file is not written', () => {
    const shop = new Shop();
    const report = shop.import(
      api({ '/teas': { get: answers({ type: 'string' }, { summary: 'x'.repeat(200_000) }) } }),
    );
    expect(report.calls.map(({ outcome }) => outcome)).toEqual(['failed']);
    expect(lossesIn(report)).toEqual(['call-large /paths/~1teas/get']);
  });

  it('whose path no call can have is not written, and the compiler says why', () => {
    const shop = new Shop();
    const report = shop.import(
      api({
        '/teas/a b': { get: answers({ type: 'string' }) },
        '/teas': { get: answers({ type: 'string' }) },
      }),
    );
    expect(report.calls.map(({ name, outcome }) => `${name} ${outcome}`).toSorted()).toEqual([
      'teas.get written',
      'teas.getAB failed',
    ]);
    expect(report.losses[0]).toMatchObject({ code: 'call-invalid', pointer: '/paths/~1teas~1a b/get' });
    expect(shop.errors()).toEqual([]);
  });

  it('with its own server, callbacks, links or webhooks reports them', () => {
    const shop = new Shop();
    const get = answers(
      { type: 'string' },
      { servers: [{ url: 'https://files.example.com' }], callbacks: { done: {} }, deprecated: true },
    );
    (get as { responses: Record<string, object> }).responses['200'] = {
      description: 'OK',
      links: { next: {} },
      content: { 'application/json': { schema: { type: 'string' } } },
    };
    const report = shop.import(api({ '/teas': { get } }, {}, { webhooks: { sold: {} } }));
    const codes = new Set(report.losses.map(({ code }) => code));
    expect(codes).toEqual(new Set(['webhooks', 'links', 'deprecated', 'callbacks', 'server']));
  });
});

describe('the choice of operations', () => {
  it.each([
    ['a tag', ['teas'], ['teas.list', 'teas.create', 'teas.get', 'teas.delete']],
    ['a tag besides another one', ['stock'], ['teas.create']],
    ['a tag in Chinese', ['订单管理'], ['orders.create', 'orders.createSlip']],
    ['a path', ['/teas/*'], ['teas.get', 'teas.delete']],
    ['a path with its parameter', ['/teas/{tea-id}'], ['teas.get', 'teas.delete']],
    ['everything below a path', ['/orders/**'], ['orders.createSlip']],
    ['an id', ['whoAmI'], ['me.whoAmI']],
    ['a call, and a method with its path', ['login.login', 'GET /me'], ['login.login', 'me.whoAmI']],
  ])('is %s', (_, only, names) => {
    const shop = new Shop();
    expect(shop.import(documentFile('tea-house.yaml'), { only }).calls.map(({ name }) => name)).toEqual(
      names,
    );
    expect(shop.errors()).toEqual([]);
  });

  it('brings only the entities that it needs', () => {
    const shop = new Shop();
    shop.import(documentFile('tea-house.yaml'), { only: ['me.whoAmI'] });
    expect(shop.entities()).toEqual(['person']);
  });

  it('must be one', () => {
    const shop = new Shop();
    expect(() => shop.import(documentFile('tea-house.yaml'), { only: ['tees'] })).toThrow(/是不是想写 teas/);
  });
});
