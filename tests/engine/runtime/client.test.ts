import qs from 'qs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CallBinding } from '#engine/generated/schemas.ts';
import { answersOf } from '#engine/runtime/answer.ts';
import { createClient, type ShareAnswer } from '#engine/runtime/client.ts';
import { encodeForm, encodeQuery } from '#engine/runtime/encode.ts';
import { listen, type Reply } from '../../support/listen.ts';
import { apiWith, fetchFrom } from '../support/api.ts';
import { envelope, pause, until } from './support.ts';

let reply: Reply = () => envelope(null);
const server = await listen((seen, response) => reply(seen, response));

const calls: Record<string, CallBinding> = {
  list: { method: 'GET', path: '/api/cart/list', query: { filters: 99999, new: 1 } },
  search: { method: 'GET', path: '/api/goods/search' },
  focus: { method: 'GET', path: '/api/focus/{name}', parallel: true, public: true },
  add: { method: 'POST', path: '/api/cart', encoding: 'form', parallel: true },
  edit: { method: 'POST', path: '/api/cart/{id}/edit', encoding: 'form', body: { new: 1 } },
  late: { method: 'POST', path: '/api/late', encoding: 'form', delay: 300 },
  json: { method: 'PUT', path: '/api/json', encoding: 'json' },
  upload: { method: 'POST', path: '/api/upload', encoding: 'multipart' },
  logout: { method: 'DELETE', path: '/api/user/logout' },
};

const STYLE = { booleans: 'digits', lists: 'indices' } as const;

function clientAt(base = server.base, timeout = 2000, shareAnswer?: ShareAnswer) {
  const api = apiWith({ timeout, query: STYLE });
  const answers = answersOf({ api }, { success: [10000, 200, 201] });
  return createClient({ calls, api, answers, fetch: fetchFrom(base), ...(shareAnswer && { shareAnswer }) });
}

const last = () => server.seen.at(-1);

beforeEach(() => {
  server.seen.length = 0;
  reply = () => envelope(null);
});

describe('a server that renders pages', () => {
  test('asks once for what is the same for every reader, and for each other answer anew', async () => {
    const kept = new Map<string, ReturnType<ShareAnswer>>();
    const share: ShareAnswer = (key, make) => {
      const answer = kept.get(key) ?? make();
      kept.set(key, answer);
      return answer;
    };
    const readers = [clientAt(server.base, 2000, share), clientAt(server.base, 2000, share)];
    for (const client of readers) {
      await client.call('focus', { params: { name: 'top' } });
      await client.call('focus', { params: { name: 'right' } });
      await client.call('list');
    }
    const asked = (path: string) => server.seen.filter(({ url }) => url?.startsWith(path)).length;
    expect(['/api/focus/top', '/api/focus/right', '/api/cart/list'].map(asked)).toEqual([1, 1, 2]);
  });
});

describe('what a call sends', () => {
  test('query values that are declared, unless the caller gives others; nothing for what is missing or empty', async () => {
    await clientAt().call('list', { query: { new: undefined, page: '', sort: null, word: '阿莫 西林' } });
    expect(last()?.url).toBe(`/api/cart/list?filters=99999&new=1&word=${encodeURIComponent('阿莫 西林')}`);
    await clientAt().call('list', { query: { filters: 3 } });
    expect(last()?.url).toBe('/api/cart/list?filters=3&new=1');
  });

  test('path parameters, encoded', async () => {
    await clientAt().call('edit', { params: { id: '../a b' }, body: {} });
    expect(last()?.url).toBe('/api/cart/..%2Fa%20b/edit');
  });

  test('no call at all without a path parameter', async () => {
    expect(await clientAt().call('edit', { body: {} })).toMatchObject({ ok: false, kind: 'incomplete' });
    expect(server.seen).toEqual([]);
  });

  test('form bodies with nested lists, as the specification writes them', async () => {
    const line = { goods_id: 1, number: 3, is_yj: false, type: undefined, note: null, tags: [] };
    await clientAt().call('add', {
      body: { params: [line, { goods_id: 2, number: 1, is_yj: true }], empty: [] },
    });
    expect(last()?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(decodeURIComponent(last()?.body ?? '')).toBe(
      'params[0][goods_id]=1&params[0][number]=3&params[0][is_yj]=0&params[1][goods_id]=2&params[1][number]=1&params[1][is_yj]=1',
    );
    expect(qs.parse(last()?.body ?? '')).toEqual({
      params: [
        { goods_id: '1', number: '3', is_yj: '0' },
        { goods_id: '2', number: '1', is_yj: '1' },
      ],
    });
  });

  test('empty text in a body, since clearing a field is a change', async () => {
    await clientAt().call('edit', { params: { id: 1 }, body: { remark: '' } });
    expect(last()?.body).toBe('new=1&remark=');
  });

  test('JSON and multipart where declared', async () => {
    await clientAt().call('json', { body: { a: [1, { b: true }] } });
    expect(last()?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(last()?.body ?? '')).toEqual({ a: [1, { b: true }] });

    await clientAt().call('upload', { body: { kind: 'licence', file: new File(['图'], '执照.png') } });
    expect(last()?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(last()?.body).toContain('filename="执照.png"');
  });

  test('nothing as a body when there is none to send', async () => {
    await clientAt().call('logout');
    expect(last()).toMatchObject({ method: 'DELETE', body: '' });
  });

  test('a name that no call has is a fault of the program', async () => {
    await expect(clientAt().call('toString')).rejects.toThrow('No call is named toString');
  });

  test('hostile names and values stay one pair each', () => {
    const hostile = { 'a&b=c': 'd&e=f', '[x]': '%00', __proto__: null };
    expect(qs.parse(encodeForm({ list: [hostile] }, STYLE), { allowPrototypes: false })).toMatchObject({
      list: [{ 'a&b=c': 'd&e=f' }],
    });
    expect(encodeQuery({ b: 1, a: [2, 3] }, STYLE)).toBe('a%5B0%5D=2&a%5B1%5D=3&b=1');
  });
});

describe('what comes back', () => {
  test('success, a refusal, and the fields of a 422', async () => {
    reply = () => envelope({ total: 3 }, 10000, '已加入');
    expect(await clientAt().call('list')).toEqual({
      ok: true,
      message: '已加入',
      data: { total: 3 },
    });
    reply = () => envelope(null, 409, '库存不足');
    expect(await clientAt().call('list')).toMatchObject({
      ok: false,
      kind: 'refusal',
      code: 409,
      message: '库存不足',
    });
    reply = () => envelope({ errors: { phone: ['手机号不对'], odd: 5 } }, 422, '手机号不对');
    expect(await clientAt().call('list')).toMatchObject({
      ok: false,
      code: 422,
      errors: { phone: ['手机号不对'] },
    });
  });

  test('the code in the body counts, not the HTTP status', async () => {
    reply = (_, response) => void response.writeHead(200).end(JSON.stringify(envelope(null, 401, '请登录')));
    expect(await clientAt().call('list')).toMatchObject({ ok: false, kind: 'refusal', code: 401 });
  });

  test.each([
    ['HTML', '<!doctype html><p>hello'],
    ['broken JSON', '{"code":200,"mess'],
    ['another shape', '{"status":"ok"}'],
    ['a list', '[]'],
    ['nothing', ''],
  ])('%s is malformed', async (_, text) => {
    reply = (_seen, response) => void response.writeHead(200).end(text);
    expect(await clientAt().call('list')).toMatchObject({ ok: false, kind: 'malformed', code: 0 });
  });

  test("a gateway's own page for a 502 counts as that code", async () => {
    reply = (_, response) =>
      void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
    expect(await clientAt().call('list')).toMatchObject({ ok: false, kind: 'refusal', code: 502 });
    expect(server.seen).toHaveLength(1);
  });

  test('no answer in time, before or within the body', async () => {
    reply = () => undefined;
    expect(await clientAt(server.base, 60).call('list')).toMatchObject({ ok: false, kind: 'timeout' });
    reply = (_, response) => void response.writeHead(200).write('{"code":');
    expect(await clientAt(server.base, 60).call('list')).toMatchObject({ ok: false, kind: 'timeout' });
  });

  test('nobody there', async () => {
    expect(await clientAt('http://127.0.0.1:9').call('list')).toMatchObject({ ok: false, kind: 'network' });
  });
});

describe('repeats (spec §7)', () => {
  const slowly: Reply = async () => {
    await pause(40);
    return envelope('late');
  };

  test('a repeat call to the same path cancels the earlier pending one', async () => {
    reply = slowly;
    const client = clientAt();
    const first = client.call('search', { query: { keywords: 'a' } });
    const second = client.call('search', { query: { keywords: 'am' } });
    expect(await first).toMatchObject({ ok: false, kind: 'replaced' });
    expect(await second).toMatchObject({ ok: true });
  });

  test('the earlier one ends at once and its answer is not awaited', async () => {
    reply = () => undefined;
    const client = clientAt();
    const first = client.call('search');
    await until(() => server.seen.length === 1);
    reply = () => envelope(1);
    expect(await client.call('search')).toMatchObject({ ok: true });
    expect(await first).toMatchObject({ kind: 'replaced' });
  });

  test('another path, another method, and calls that are exempt go on', async () => {
    reply = slowly;
    const client = clientAt();
    const answers = await Promise.all([
      client.call('edit', { params: { id: 1 }, body: { n: 1 } }),
      client.call('edit', { params: { id: 2 }, body: { n: 1 } }),
      client.call('add', { body: { n: 1 } }),
      client.call('add', { body: { n: 2 } }),
      client.call('focus', { params: { name: 'top' } }),
      client.call('focus', { params: { name: 'top' } }),
    ]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true, true]);
  });

  test('a delayed call waits, and one that is repeated meanwhile is never sent', async () => {
    const client = clientAt();
    const before = performance.now();
    const first = client.call('late', { body: { n: 1 } });
    expect(await client.call('late', { body: { n: 2 } })).toMatchObject({ ok: true });
    expect(performance.now() - before).toBeGreaterThan(300);
    expect(await first).toMatchObject({ kind: 'replaced' });
    expect(server.seen.map(({ body }) => body)).toEqual(['n=2']);
  });
});

describe('second tries', () => {
  const key = (index: number) => server.seen[index]?.headers['idempotency-key'];

  test('each write has a key of its own, a read has none', async () => {
    const client = clientAt();
    await client.call('add', { body: { n: 1 } });
    await client.call('add', { body: { n: 1 } });
    await client.call('list');
    expect(key(0)).toBeTruthy();
    expect(key(1)).not.toBe(key(0));
    expect(key(2)).toBeUndefined();
    await client.call('add', { body: { n: 1 } }, { idempotencyKey: 'mine' });
    expect(key(3)).toBe('mine');
  });

  test('the same write after a timeout repeats its key, so that it does not act twice', async () => {
    const client = clientAt();
    reply = () => undefined;
    await client.call('add', { body: { n: 1 } }, { timeout: 50 });
    reply = () => envelope(null);
    await client.call('add', { body: { n: 1 } });
    await client.call('add', { body: { n: 1 } });
    expect(key(1)).toBe(key(0));
    expect(key(2)).not.toBe(key(0));
  });

  const unknown = (repeatable: boolean) => envelope({ repeatable }, 504, '暂时无法确认');

  test('a write of which the server cannot say whether it took effect is sent again, once, under its key', async () => {
    const client = clientAt(server.base, 5000);
    const answers = [unknown(true), envelope({ ids: [7] })];
    reply = () => answers.shift();
    expect(await client.call('add', { body: { n: 1 } })).toMatchObject({ ok: true, data: { ids: [7] } });
    expect(server.seen).toHaveLength(2);
    expect(key(1)).toBe(key(0));
  });

  test('when it still cannot say, the reader sees the failure, and their next try has the same key', async () => {
    const client = clientAt(server.base, 5000);
    reply = () => unknown(true);
    expect(await client.call('add', { body: { n: 1 } })).toMatchObject({
      code: 504,
      message: '暂时无法确认',
    });
    expect(server.seen).toHaveLength(2);
    reply = () => envelope(null);
    await client.call('add', { body: { n: 1 } });
    expect(key(2)).toBe(key(0));
    await client.call('add', { body: { n: 1 } });
    expect(key(3)).not.toBe(key(0));
  });

  test('nothing is sent again that could act twice, or was refused', async () => {
    const client = clientAt();
    reply = () => unknown(false);
    await client.call('add', { body: { n: 1 } });
    reply = () => unknown(true);
    await client.call('add', { body: { n: 2 } }, { idempotencyKey: null });
    reply = () => envelope({ repeatable: true }, 409, '已售罄');
    await client.call('add', { body: { n: 3 } });
    expect(server.seen).toHaveLength(3);
  });

  test('a file that is sent again after a timeout has its key, another file its own', async () => {
    const client = clientAt();
    const file = (text: string, lastModified = 5) => new File([text], 'a.csv', { lastModified });
    const send = (one: File, options = {}) => client.call('upload', { body: { file: one } }, options);
    reply = () => undefined;
    await send(file('P1,1'), { timeout: 50 });
    reply = () => envelope(null);
    await send(file('P1,1'));
    expect(key(1)).toBe(key(0));
    reply = () => undefined;
    await send(file('P1,1'), { timeout: 50 });
    reply = () => envelope(null);
    await send(file('P1,1', 6));
    expect(key(3)).not.toBe(key(2));
  });

  test('but not once something else was written there', async () => {
    const client = clientAt();
    reply = () => undefined;
    await client.call('edit', { params: { id: 1 }, body: { n: 3 } }, { timeout: 50 });
    reply = () => envelope(null);
    await client.call('edit', { params: { id: 1 }, body: { n: 4 } });
    await client.call('edit', { params: { id: 1 }, body: { n: 3 } });
    expect(new Set([key(0), key(1), key(2)]).size).toBe(3);
  });
});
