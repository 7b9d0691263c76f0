import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerForward } from '#engine/host/api/forward.ts';
import { listen, type Reply } from '../../../support/listen.ts';
import { smallShop } from '../../support/small-shop.ts';

let reply: Reply = () => ({});
const api = await listen((seen, response) => reply(seen, response));

const CALLS = `product.list: { get: /products }
product.one: { get: '/products/{id}' }
cart.add: { post: /cart }
cart.image: { post: /cart/image, body: { file: file }, encoding: multipart }
user.login: { post: /login, body: { name: string } }
user.logout: { delete: /login }
draw.play: { get: /draw, changes: true }
tea.list: { post: /graphql, graphql: teas.graphql }
tea.order: { post: /graphql, graphql: order.graphql }
`;

const open: FastifyInstance[] = [];

/** A host in front of the API, with these settings below \`api:\`. */
async function hostOf(settings = '', env: NodeJS.ProcessEnv = {}): Promise<FastifyInstance> {
  const registry = smallShop({
    'config/site.yaml': `title: Pens\nchecks: { unused-call: off }\napi:\n  base: ${api.base}/v1\n${settings}`,
    'config/api/base.yaml': CALLS,
    'config/api/teas.graphql': '{ teas { name } }\n',
    'config/api/order.graphql': 'mutation { order { id } }\n',
  });
  const app = fastify({ trustProxy: ['loopback'] });
  await app.register((inner) => registerForward(inner, { registry, env }));
  open.push(app);
  return app;
}

const last = () => api.seen.at(-1);
const cookies = (response: { headers: Record<string, unknown> }) =>
  [response.headers['set-cookie'] ?? []].flat();

beforeEach(() => {
  api.seen.length = 0;
  reply = () => ({});
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});

describe('a call that is passed on', () => {
  it('arrives at the API below its own path, with its query and its body', async () => {
    const app = await hostOf();
    await app.inject('/api/products/7%2F8?q=a%20b&q=c');
    expect(last()).toMatchObject({ method: 'GET', url: '/v1/products/7%2F8?q=a%20b&q=c' });
    await app.inject({
      method: 'POST',
      url: '/api/cart',
      headers: { 'content-type': 'application/json' },
      payload: '{"id": 1}',
    });
    expect(last()).toMatchObject({ method: 'POST', url: '/v1/cart', body: '{"id": 1}' });
    await app.inject({ method: 'DELETE', url: '/api/login' });
    expect(last()).toMatchObject({ method: 'DELETE', url: '/v1/login', body: '' });
  });

  it('comes back with its status and its body, compressed as the API did', async () => {
    const bytes = gzipSync('{"a":1}');
    reply = (_, response) =>
      void response
        .writeHead(422, { 'content-type': 'application/problem+json', 'content-encoding': 'gzip' })
        .end(bytes);
    const response = await (await hostOf()).inject('/api/products');
    expect(response.statusCode).toBe(422);
    expect(response.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'content-encoding': 'gzip',
    });
    expect(response.rawPayload).toEqual(bytes);
  });

  it('streams an upload through', async () => {
    const app = await hostOf();
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const form = new FormData();
    form.append('file', new Blob(['x'.repeat(3_000_000)]), 'a.png');
    expect((await fetch(`${url}/api/cart/image`, { method: 'POST', body: form })).status).toBe(200);
    expect(last()?.body.length).toBeGreaterThan(3_000_000);
    expect(last()?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  });

  it.each([
    '/api/orders',
    '/api/products/1/2',
    '/api',
    '/api/products/..',
    '/api/products/%2e%2E',
    '/api//products',
  ])('is one that the shop declares: %s is none', async (url) => {
    const app = await hostOf();
    expect((await app.inject(url)).statusCode).toBe(404);
    expect(api.seen).toEqual([]);
  });

  it('is distinguished from another one of the same path by its name', async () => {
    const app = await hostOf('  auth: { bearer: { from: { tea.order: /token } } }\n');
    reply = () => ({ token: 't' });
    const send = (name: string) =>
      app.inject({
        method: 'POST',
        url: '/api/graphql',
        headers: { 'x-call': name, 'content-type': 'application/json' },
        payload: '{}',
      });
    expect(cookies(await send('tea.list'))).toEqual([]);
    expect(cookies(await send('tea.order'))).toHaveLength(1);
    expect((await send('product.list')).statusCode).toBe(404);
  });
});

describe('what the API hears of the reader', () => {
  it('is who they are, and nothing of the connection or of other sites', async () => {
    await (await hostOf()).inject({
      url: '/api/products',
      remoteAddress: '203.0.113.9',
      headers: {
        host: 'shop.example',
        connection: 'keep-alive, x-secret',
        'x-secret': '1',
        'x-forwarded-for': '1.2.3.4',
        authorization: 'Basic eDp5',
        origin: 'https://shop.example',
        referer: 'https://shop.example/cart',
        'sec-fetch-site': 'same-origin',
        'x-call': 'product.list',
        'accept-language': 'en',
      },
    });
    const headers = last()?.headers ?? {};
    expect(headers).toMatchObject({
      'accept-language': 'en',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'shop.example',
      'x-forwarded-proto': 'http',
    });
    for (const name of ['x-secret', 'authorization', 'origin', 'referer', 'sec-fetch-site', 'x-call'])
      expect(headers).not.toHaveProperty(name);
    expect(headers.host).toBe(new URL(api.base).host);
  });

  it('is their cookies, but for those of the host itself', async () => {
    await (await hostOf()).inject({
      url: '/api/products',
      headers: { cookie: 'kept=x; sid=1; api-token=t; lang=en' },
    });
    expect(last()?.headers.cookie).toBe('sid=1; lang=en');
  });

  it('is what the config says, with secrets of the environment', async () => {
    const app = await hostOf('  headers: { x-store: main, x-key: { env: API_KEY } }\n', { API_KEY: 's3' });
    await app.inject({ url: '/api/products', headers: { 'x-key': 'mine' } });
    expect(last()?.headers).toMatchObject({ 'x-store': 'main', 'x-key': 's3' });
  });
});

describe('what the browser hears of the API', () => {
  it('is nothing that speaks for another origin, nor runs as a page', async () => {
    reply = (_, response) =>
      void response
        .writeHead(200, {
          'content-type': 'text/html',
          'strict-transport-security': 'max-age=1',
          'access-control-allow-origin': '*',
          'clear-site-data': '"*"',
          'www-authenticate': 'Basic',
          server: 'x',
          etag: '"1"',
        })
        .end('<script>alert(1)</script>');
    const { headers } = await (await hostOf()).inject('/api/products');
    expect(headers).toMatchObject({
      etag: '"1"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    for (const name of [
      'strict-transport-security',
      'access-control-allow-origin',
      'clear-site-data',
      'www-authenticate',
      'server',
    ])
      expect(headers).not.toHaveProperty(name);
  });

  it('is the header that its lists have their total in', async () => {
    reply = (_, response) => void response.writeHead(200, { 'X-Total-Count': '9' }).end('[]');
    const app = await hostOf("  page: { list: '', total: { header: X-Total-Count } }\n");
    expect((await app.inject('/api/products')).headers['x-total-count']).toBe('9');
  });

  it('is cookies of the shop itself, for all of its pages', async () => {
    reply = (_, response) =>
      void response
        .writeHead(200, {
          'set-cookie': [
            'sid=1; Domain=api.example.com; Path=/v1; Secure; HttpOnly; SameSite=None; Partitioned',
            'lang=en; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
          ],
        })
        .end('{}');
    const app = await hostOf();
    expect(cookies(await app.inject('/api/products'))).toEqual([
      'sid=1; HttpOnly; Path=/; SameSite=Lax',
      'lang=en; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/; SameSite=Lax',
    ]);
    const secure = await app.inject({ url: '/api/products', headers: { 'x-forwarded-proto': 'https' } });
    expect(cookies(secure)[0]).toBe('sid=1; HttpOnly; Path=/; SameSite=Lax; Secure');
  });
});

describe('a token of the API', () => {
  const BEARER =
    '  auth: { bearer: { from: { user.login: /access/token }, until: [user.logout], days: 7 } }\n';
  const login = (app: FastifyInstance) =>
    app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': 'application/json' },
      payload: '{"name":"a"}',
    });

  it('goes into a cookie that no script can read, and not into the page', async () => {
    reply = (_, response) => {
      const body = JSON.stringify({ access: { token: 'a b', until: 5 }, name: 'a' });
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
        .end(body);
    };
    const response = await login(await hostOf(BEARER));
    expect(cookies(response)).toEqual(['api-token=a%20b; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800']);
    expect(response.json()).toEqual({ access: { token: '', until: 5 }, name: 'a' });
    expect(last()?.headers['accept-encoding']).toBe('identity');
  });

  it('proves who is calling until they log out', async () => {
    const app = await hostOf(BEARER);
    await app.inject({ url: '/api/products', headers: { cookie: 'api-token=a%20b' } });
    expect(last()?.headers.authorization).toBe('Bearer a b');
    const out = await app.inject({ method: 'DELETE', url: '/api/login', headers: { cookie: 'api-token=a' } });
    expect(cookies(out)).toEqual(['api-token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0']);
  });

  it('is forgotten when the API does not know it any more', async () => {
    reply = (_, response) => void response.writeHead(401).end('{}');
    const response = await (await hostOf(BEARER)).inject({
      url: '/api/products',
      headers: { cookie: 'api-token=a' },
    });
    expect(response.statusCode).toBe(401);
    expect(cookies(response)[0]).toMatch(/^api-token=; .*Max-Age=0$/);
  });

  it('may come in a header, which the page does not see either', async () => {
    reply = (_, response) => void response.writeHead(200, { 'X-Auth': 't9' }).end('{}');
    const response = await login(
      await hostOf('  auth: { bearer: { from: { user.login: { header: x-auth } } } }\n'),
    );
    expect(cookies(response)[0]).toMatch(/^api-token=t9; /);
    expect(response.headers).not.toHaveProperty('x-auth');
  });
});

describe('a write that another site sends', () => {
  it.each([
    ['POST', '/api/cart', { 'sec-fetch-site': 'cross-site' }],
    ['POST', '/api/cart', { origin: 'https://evil.example' }],
    ['GET', '/api/draw', { accept: 'text/html', 'sec-fetch-site': 'cross-site' }],
  ] as const)('is not passed on: %s %s %o', async (method, url, headers) => {
    const response = await (await hostOf()).inject({
      method,
      url,
      headers: { ...headers, host: 'shop.example' },
    });
    expect(response.statusCode).toBe(403);
    expect(api.seen).toEqual([]);
  });

  it('is not one that the shop itself sends; to the API it comes from its own site', async () => {
    await (await hostOf()).inject({
      method: 'POST',
      url: '/api/cart',
      headers: { host: 'shop.example', origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' },
    });
    expect(last()?.headers).toMatchObject({ origin: api.base, referer: `${api.base}/` });
  });
});

describe('an API that fails', () => {
  it('and is not there is reported as such, in its own words', async () => {
    const gone = smallShop({
      'config/site.yaml':
        'title: Pens\nchecks: { unused-call: off }\napi: { base: http://127.0.0.1:9, answers: { ok: { at: /ok, in: [true] }, code: /error/code } }\n',
      'config/api/base.yaml': CALLS.replace(/^tea.*\n/gm, ''),
    });
    const app = fastify();
    await app.register((inner) => registerForward(inner, { registry: gone }));
    open.push(app);
    const response = await app.inject('/api/products');
    expect([response.statusCode, response.json()]).toEqual([502, { ok: false, error: { code: 502 } }]);
  });

  it('and does not answer in time is reported as slow', async () => {
    reply = () => undefined;
    const response = await (await hostOf('  timeout: 1000\n')).inject('/api/products');
    expect(response.statusCode).toBe(504);
  }, 10_000);

  it('and leads to a login page elsewhere is not followed', async () => {
    reply = (_, response) =>
      void response.writeHead(302, { location: 'https://login.example/?back' }).end('moved');
    const response = await (await hostOf()).inject('/api/products');
    expect(response.statusCode).toBe(502);
    expect(response.headers).not.toHaveProperty('location');
  });

  it('and leads to another of its own addresses is followed by way of the host', async () => {
    reply = (_, response) => void response.writeHead(307, { location: '/v1/products/7?a=b' }).end();
    const response = await (await hostOf()).inject('/api/products');
    expect([response.statusCode, response.headers.location]).toEqual([307, '/api/products/7?a=b']);
  });

  it('and sends more than a page could need is cut off', async () => {
    reply = (_, response) => void response.end('x'.repeat(5_000_000));
    expect((await (await hostOf()).inject('/api/products')).statusCode).toBe(502);
    reply = (_, response) => {
      response.write('x'.repeat(1_500_000));
      response.end('x'.repeat(1_500_000));
    };
    await expect((await hostOf()).inject('/api/products')).rejects.toThrow(
      'response destroyed before completion',
    );
  });

  it('and is unavailable says so once: nothing is tried again behind the back of the reader', async () => {
    reply = (_, response) => void response.writeHead(503, { 'retry-after': '7' }).end('{}');
    const response = await (await hostOf()).inject('/api/products');
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '7']);
    expect(api.seen).toHaveLength(1);
  });
});
