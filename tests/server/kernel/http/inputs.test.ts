import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defineRoutes } from '#server/kernel/http/routes.ts';
import { made, ok } from '#server/kernel/result/answer.ts';
import user from '#server/modules/identity/routes/user.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Browser, FORM } from '../../support/browser.ts';

/** What every object answers to without having it. */
const INHERITED = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];

const JSON_TYPE = { 'content-type': 'application/json' };

/** What the handlers were given last. */
const seen: { body?: unknown; query?: unknown; params?: unknown } = {};

const routes = defineRoutes({
  ...user,
  'cart.add': async ({ body }) => {
    seen.body = body;
    return ok({ ids: body.params.map((_, index) => index + 1), total: body.params.length });
  },
  'cart.remove': async ({ body }) => {
    seen.body = body;
    return ok({ total: body.ids.length });
  },
  'favorite.add': async () => made({ total: Number.NaN }),
  'goods.search': async ({ query }) => {
    seen.query = query;
    return ok([]);
  },
});

const unknown = (name: string) => `${name}不是可以提交的字段，网站可能正在更新，请稍后再试`;

describe('the inputs of calls', () => {
  let shop: TestApp;
  let demo: Browser;
  beforeAll(async () => {
    shop = await startApp({ routes });
    demo = await shop.as('demo');
  });
  afterAll(() => shop.close());

  const add = (body: string, headers: Record<string, string> = FORM) =>
    demo.send({ method: 'POST', path: '/api/cart', body, headers });

  it('reads numbers out of a form, and lists and tables by their indices', async () => {
    const answer = await add(
      'params[0][goods_id]=1&params[0][number]=3&params[1][goods_id]=2&params[1][number]=5',
    );
    expect(answer).toMatchObject({ code: 200, data: { ids: [1, 2], total: 2 } });
    expect(seen.body).toMatchObject({
      params: [
        { goods_id: 1, number: 3 },
        { goods_id: 2, number: 5 },
      ],
    });
  });

  it('takes 200 lines and 2,000 ids without losing one', async () => {
    const params = Array.from({ length: 200 }, (_, index) => ({ goods_id: index + 1, number: 1 }));
    expect(await demo.call('cart.add', { body: { params } })).toMatchObject({
      code: 200,
      data: { total: 200 },
    });
    const ids = Array.from({ length: 2000 }, (_, index) => index + 1);
    expect(await demo.call('cart.remove', { body: { ids } })).toMatchObject({
      code: 200,
      data: { total: 2000 },
    });
    expect(seen.body).toEqual({ ids });
  });

  it('takes one value for a list of one', async () => {
    expect(
      await demo.send({ method: 'POST', path: '/api/cart/batch_delete', body: 'ids=7', headers: FORM }),
    ).toMatchObject({
      code: 200,
      data: { total: 1 },
    });
  });

  it('names the field in Chinese, and the line of a list', async () => {
    expect(
      await add('params[0][goods_id]=1&params[0][number]=1&params[1][goods_id]=2&params[1][number]=-4'),
    ).toMatchObject({
      status: 422,
      code: 422,
      message: '第 2 行数量必须大于等于 1',
      data: { errors: { 'params.1.number': ['第 2 行数量必须大于等于 1'] } },
    });
    expect(await shop.browser().call('user.login', { body: { username: '' } })).toMatchObject({
      code: 422,
      message: '密码不能为空',
      data: { errors: { password: ['密码不能为空'], username: ['用户名或手机号不能为空'] } },
    });
    const ids = Array.from({ length: 2001 }, (_, index) => index);
    expect(await demo.call('cart.remove', { body: { ids } })).toMatchObject({
      code: 422,
      message: '商品不能超过 2000 项',
    });
  });

  it('refuses a field that the call does not have', async () => {
    const body = 'params[0][goods_id]=1&params[0][number]=1&admin=1';
    expect(await add(body)).toMatchObject({ code: 422, message: unknown('admin') });
  });

  it.each([
    ['a string in JSON where a number belongs', { params: [{ goods_id: '1', number: 1 }] }],
    ['null in JSON', { params: null }],
    ['no object at all', 7],
    ['a fraction of a package', { params: [{ goods_id: 1, number: 1.5 }] }],
  ])('refuses %s', async (_, body) => {
    expect((await add(JSON.stringify(body), JSON_TYPE)).code).toBe(422);
  });

  it('takes well-formed JSON', async () => {
    expect((await add('{"params":[{"goods_id":1,"number":1}]}', JSON_TYPE)).code).toBe(200);
  });

  it.each([
    ['JSON that breaks off', '{"params":', JSON_TYPE],
    ['a prototype in JSON', '{"__proto__":{"x":1}}', JSON_TYPE],
    ['a form that nests without end', `a${'[b]'.repeat(40)}=1`, FORM],
    ['a form one step too deep', `a${'[b]'.repeat(7)}=1`, FORM],
    ['JSON one step too deep', `${'{"a":'.repeat(8)}1${'}'.repeat(8)}`, JSON_TYPE],
    ['JSON that nests without end', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, JSON_TYPE],
    ['JSON objects that nest without end', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, JSON_TYPE],
    ['a form with too many fields', Array.from({ length: 20_001 }, (_, n) => `a${n}=1`).join('&'), FORM],
    ['U+0000 in a form', 'params[0][goods_id]=1&params[0][name]=a%00b', FORM],
    ['half a character in JSON', '{"params":[{"goods_id":1,"number":1,"name":"\\ud800"}]}', JSON_TYPE],
    ['U+0000 in JSON', '{"params":[{"goods_id":1,"number":1,"name":"a\\u0000b"}]}', JSON_TYPE],
  ])('refuses %s as malformed', async (_, body, headers) => {
    expect(await add(body, headers)).toMatchObject({ status: 400, code: 400, message: '请求的格式有误' });
  });

  it('logs nothing of what it refuses', async () => {
    const written = vi.spyOn(process.stderr, 'write');
    await add(`${'['.repeat(20_000)}${']'.repeat(20_000)}`, JSON_TYPE);
    await add('{"constructor":1}', JSON_TYPE);
    await add('<a/>', { 'content-type': 'text/xml' });
    expect(written.mock.calls).toEqual([]);
    written.mockRestore();
  });

  it('takes JSON as deep as a form, and judges it', async () => {
    const deepest = [
      await add(`a${'[b]'.repeat(6)}=1`),
      await add(`${'{"a":'.repeat(7)}1${'}'.repeat(7)}`, JSON_TYPE),
    ];
    expect(deepest.map(({ code }) => code)).toEqual([422, 422]);
  });

  it.each(INHERITED)('names a field `%s` as one that the call does not have', async (name) => {
    const refused = { code: 422, message: unknown(name) };
    const line = 'params[0][goods_id]=1&params[0][number]=1';
    expect(await add(`{"params":[{"goods_id":1,"number":1}],"${name}":1}`, JSON_TYPE)).toMatchObject(refused);
    expect(await add(`${line}&${name}=1`)).toMatchObject(refused);
    expect((await add(`{"params":[{"goods_id":1,"number":1,"${name}":1}]}`, JSON_TYPE)).code).toBe(422);
    expect((await add(`${line}&params[0][${name}]=1`)).code).toBe(422);
    const login = { method: 'POST', path: '/api/login', headers: JSON_TYPE } as const;
    const anybody = await shop.browser().send({ ...login, body: `{"${name}":"x"}` });
    expect(anybody).toMatchObject({ code: 422, data: { errors: { [name]: [unknown(name)] } } });
  });

  it.each(['text/xml', 'text/plain', 'multipart/form-data; boundary=x'])('refuses %s', async (type) => {
    const body = type.startsWith('multipart') ? '--x--\r\n' : '<a/>';
    expect(await add(body, { 'content-type': type })).toMatchObject({
      status: 415,
      code: 415,
      message: '不支持这种内容格式',
    });
  });

  it('reads the content type without regard to its case', async () => {
    const headers = { 'content-type': 'Application/JSON' };
    expect((await add('{"params":[{"goods_id":"1","number":1}]}', headers)).code).toBe(422);
  });

  it('refuses a body that is too large', async () => {
    expect(await add(`remark=${'x'.repeat(1_100_000)}`)).toMatchObject({
      status: 413,
      code: 413,
      message: '提交的内容过大',
    });
  });

  it('ignores what else stands in a query, and fills in defaults', async () => {
    const answer = await demo.send({
      method: 'GET',
      path: '/api/goods/search',
      query: { keywords: 'amxl', utm_source: 'x' },
    });
    expect(answer.code).toBe(200);
    expect(seen.query).toEqual({ keywords: 'amxl', type: 'goods' });
    expect(
      await demo.send({ method: 'GET', path: '/api/goods/search', query: { keywords: 'a', type: 'x' } }),
    ).toMatchObject({
      code: 422,
      message: '类型不在可选的范围内',
    });
  });

  it('refuses what no column holds, before it is looked for', async () => {
    const path = '/api/goods/search';
    expect((await demo.send({ method: 'GET', path: `${path}?keywords=a%00b` })).code).toBe(400);
    expect(await add('params[0][goods_id]=99999999999&params[0][number]=1')).toMatchObject({
      code: 422,
      message: expect.stringContaining('必须小于等于 2147483647'),
    });
  });

  it('refuses a query that nests without end', async () => {
    expect(
      (await demo.send({ method: 'GET', path: `/api/goods/search?keywords${'[b]'.repeat(40)}=1` })).code,
    ).toBe(400);
  });

  it('answers an unknown address in the same form', async () => {
    expect(await demo.send({ method: 'GET', path: '/api/nothing/here' })).toMatchObject({
      status: 404,
      code: 404,
      message: '接口不存在',
      data: null,
    });
  });

  it('hides a fault, and holds answers against their schema', async () => {
    const answer = await demo.call('favorite.add', { body: { goods_ids: [1] } });
    expect(answer).toMatchObject({ status: 500, code: 500, message: '系统繁忙,请稍候再试', data: null });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});
