import { beforeEach, describe, expect, it } from 'vitest';
import type { CallBinding, SiteConfig } from '#engine/generated/schemas.ts';
import { answersOf } from '#engine/runtime/answer.ts';
import { createClient } from '#engine/runtime/client.ts';
import type { Credentials } from '#engine/runtime/credentials.ts';
import { listen, type Reply } from '../../support/listen.ts';
import { apiWith, fetchFrom } from '../support/api.ts';

let reply: Reply = () => ({});
const server = await listen((seen, response) => reply(seen, response));

const calls: Record<string, CallBinding> = {
  'product.list': { method: 'GET', path: '/products', paged: true },
  'product.one': { method: 'GET', path: '/products/{id}' },
  'product.search': {
    method: 'POST',
    path: '/graphql',
    graphql: 'query ($term: String) { products }',
    paged: true,
  },
  'cart.add': { method: 'POST', path: '/cart' },
  'user.login': { method: 'POST', path: '/login' },
  'user.logout': { method: 'POST', path: '/logout' },
  'user.me': { method: 'GET', path: '/me' },
};

/** What a browser keeps. */
function keepCredentials(cookies: Record<string, string> = {}): Credentials & { kept: (string | null)[] } {
  const kept: (string | null)[] = [];
  return {
    kept,
    cookie: (name) => cookies[name],
    token: () => kept.at(-1) ?? undefined,
    keepToken: (token) => void kept.push(token),
  };
}

function clientOf(settings: Partial<SiteConfig['api']>, credentials = keepCredentials()) {
  const api = apiWith({ answers: {}, ...settings });
  const fetch = fetchFrom(server.base);
  return createClient({ calls, api, answers: answersOf({ api }, { success: [] }), fetch, credentials });
}

const direct = { base: server.base, through: 'browser' } as const;
const last = () => server.seen.at(-1);

beforeEach(() => {
  server.seen.length = 0;
  reply = () => ({});
});

describe('an API behind the host', () => {
  const behind = { base: 'https://api.example.com/v1' };

  it('is called below /api of the shop, with the name of the call', async () => {
    await clientOf(behind).call('product.one', { params: { id: 7 } });
    expect(last()).toMatchObject({ url: '/api/products/7', headers: { 'x-call': 'product.one' } });
  });

  it('gets neither headers nor tokens from the browser', async () => {
    const credentials = keepCredentials();
    credentials.keepToken('secret', undefined);
    const bearer = { from: { 'user.login': '/token' }, until: [], header: 'authorization', scheme: 'Bearer' };
    const settings = { ...behind, headers: { 'x-key': 'k' }, auth: { cookies: false, bearer } };
    await clientOf(settings, credentials).call('user.me');
    expect(last()?.headers).not.toHaveProperty('authorization');
    expect(last()?.headers).not.toHaveProperty('x-key');
  });
});

describe('an API that the browser asks itself', () => {
  it('is called at its own address, with the headers that the config names and without cookies', async () => {
    await clientOf({ ...direct, headers: { 'x-key': 'pk_1' } }).call('product.one', {
      params: { id: 'a b' },
    });
    expect(last()).toMatchObject({ url: '/products/a%20b', headers: { 'x-key': 'pk_1' } });
    expect(last()?.headers).not.toHaveProperty('x-call');
  });

  it('gets no key of its own invention with a write: a browser would ask for leave first', async () => {
    await clientOf(direct).call('cart.add', { body: { id: 1 } });
    expect(last()?.headers).not.toHaveProperty('idempotency-key');
  });

  it('is sent its token from login to logout', async () => {
    const bearer = {
      from: { 'user.login': '/access/token' },
      until: ['user.logout'],
      header: 'authorization',
      scheme: 'Bearer',
    };
    const credentials = keepCredentials();
    const client = clientOf({ ...direct, auth: { cookies: false, bearer } }, credentials);
    reply = ({ path }) => (path === '/login' ? { access: { token: 't1' } } : {});
    await client.call('user.me');
    expect(last()?.headers).not.toHaveProperty('authorization');
    await client.call('user.login', { body: { name: 'a' } });
    await client.call('user.me');
    expect(last()?.headers.authorization).toBe('Bearer t1');
    await client.call('user.logout');
    expect(credentials.kept).toEqual(['t1', null]);
  });

  it('has its token in a header as well as in a body, and its own name for it', async () => {
    const bearer = {
      from: { 'user.login': { header: 'X-Auth' } },
      until: [],
      header: 'x-session',
      scheme: '',
    };
    const client = clientOf({ ...direct, auth: { cookies: false, bearer } });
    reply = (_, response) => void response.setHeader('x-auth', 't2').end('{}');
    await client.call('user.login');
    await client.call('user.me');
    expect(last()?.headers['x-session']).toBe('t2');
  });

  it('that does not know the token any more makes the browser forget it', async () => {
    const bearer = { from: { 'user.login': '/token' }, until: [], header: 'authorization', scheme: 'Bearer' };
    const credentials = keepCredentials();
    const client = clientOf({ ...direct, auth: { cookies: false, bearer } }, credentials);
    reply = (_, response) => void response.writeHead(401).end('{}');
    expect(await client.call('user.me')).toMatchObject({ status: 401 });
    expect(credentials.kept).toEqual([null]);
  });
});

describe('what an API may ask for', () => {
  it('proves a write with a cookie that scripts can read', async () => {
    const auth = { cookies: false, csrf: { cookie: 'csrftoken', header: 'X-CSRFToken' } };
    const client = clientOf({ auth }, keepCredentials({ csrftoken: 'c1' }));
    await client.call('cart.add', { body: { id: 1 } });
    expect(last()?.headers['x-csrftoken']).toBe('c1');
    await client.call('product.list');
    expect(last()?.headers).not.toHaveProperty('x-csrftoken');
  });

  it.each([
    ['repeat', 'tag=a&tag=b'],
    ['brackets', 'tag%5B%5D=a&tag%5B%5D=b'],
    ['indices', 'tag%5B0%5D=a&tag%5B1%5D=b'],
    ['comma', 'tag=a%2Cb'],
  ] as const)('lists as %s', async (lists, search) => {
    await clientOf({ query: { booleans: 'words', lists } }).call('product.one', {
      params: { id: 1 },
      query: { tag: ['a', 'b'] },
    });
    expect(last()?.url).toBe(`/products/1?${search}`);
  });

  it.each([
    ['words', 'true'],
    ['digits', '1'],
  ] as const)('true as %s', async (booleans, written) => {
    await clientOf({ query: { booleans, lists: 'repeat' } }).call('product.one', {
      params: { id: 1 },
      query: { open: true },
    });
    expect(last()?.url).toBe(`/products/1?open=${written}`);
  });

  it('GraphQL gets its query with the values as variables, the page among them', async () => {
    const client = clientOf({
      page: { list: '/items', total: '/totalItems', query: { offset: 'skip', size: 'take' } },
    });
    reply = () => ({ items: [{ id: 1 }], totalItems: 31 });
    const answer = await client.call('product.search', { body: { term: 'pen', page: 3, page_size: 10 } });
    expect(JSON.parse(last()?.body ?? '')).toEqual({
      query: 'query ($term: String) { products }',
      variables: { term: 'pen', skip: 20, take: 10 },
    });
    expect(answer).toMatchObject({ data: { list: [{ id: 1 }], total: 31, page: 3, page_size: 10 } });
  });
});

describe('a body of JSON', () => {
  const typed = { quantity: 'number', gift: 'boolean', note: 'number' } as const;
  const send = async (body: Record<string, unknown>) => {
    const api = apiWith({ answers: {} });
    const declared = {
      ...calls,
      'cart.add': { method: 'POST', path: '/cart', encoding: 'json', typed } as const,
    };
    const fetch = fetchFrom(server.base);
    const client = createClient({
      calls: declared,
      api,
      answers: answersOf({ api }, { success: [] }),
      fetch,
    });
    await client.call('cart.add', { body });
    return JSON.parse(last()?.body ?? '');
  };

  it('has numbers and truths where the call declares them, though an address or a form holds text', async () => {
    expect(await send({ quantity: '2', gift: '1', name: '3' })).toEqual({
      quantity: 2,
      gift: true,
      name: '3',
    });
    expect(await send({ quantity: 2.5, gift: 'false' })).toEqual({ quantity: 2.5, gift: false });
  });

  it('keeps a text that is neither, for the API to refuse, and leaves out an empty one', async () => {
    expect(await send({ quantity: 'two', gift: 'yes', note: '' })).toEqual({ quantity: 'two', gift: 'yes' });
  });
});

describe('an API that misbehaves', () => {
  it.each(['.', '..'])('cannot be led astray by %s in a path', async (id) => {
    expect(await clientOf({}).call('product.one', { params: { id } })).toMatchObject({ kind: 'incomplete' });
    expect(server.seen).toEqual([]);
  });

  it('and sends more than a page could need is read no further', async () => {
    reply = (_, response) => void response.end(JSON.stringify({ text: 'x'.repeat(60_000) }));
    expect(await clientOf({ maxAnswer: 50 }).call('product.one', { params: { id: 1 } })).toMatchObject({
      kind: 'malformed',
    });
    expect(await clientOf({ maxAnswer: 100 }).call('product.one', { params: { id: 1 } })).toMatchObject({
      ok: true,
    });
  });

  it('answers a page of HTML', async () => {
    reply = (_, response) => void response.end('<!doctype html><title>Log in</title>');
    expect(await clientOf({}).call('user.me')).toMatchObject({ kind: 'malformed' });
  });
});
