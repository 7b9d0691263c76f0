import { rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadBuiltSite } from '#engine/host/built-site.ts';
import { hostSite } from '#engine/host/host-site.ts';
import { fakeBuild } from '../../engine/host/fake-build.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { shopRegistry } from '../support/registry.ts';

let shop: TestApp;
let build: string;
let port: number;
beforeAll(async () => {
  build = await fakeBuild();
  const { site } = await shopRegistry();
  const built = await loadBuiltSite(build);
  shop = await startApp({
    parts: { trustProxy: ['10.9.9.9'] },
    extend: (app) => hostSite(app, { ...built, site, now: () => 1 }),
  });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const address = shop.app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(async () => {
  await shop.close();
  await rm(build, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  shop.app.inject({ url, headers, remoteAddress: '192.0.2.7' });

/** What the server answers to these bytes, as they are: no client makes them tidy first. */
function spoken(lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = createConnection({ port, host: '127.0.0.1' }, () => {
      socket.end(`${lines.join('\r\n')}\r\n\r\n`);
    });
    socket.setTimeout(5000, () => socket.destroy(new Error('no answer')));
    socket.on('data', (part) => {
      answer += part.toString('latin1');
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('cache poisoning', () => {
  it.each([
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-proto': 'https' },
    { 'x-host': 'evil.example' },
    { 'x-original-url': '/gone' },
    { 'x-rewrite-url': '/gone' },
    { forwarded: 'host=evil.example' },
    { 'x-forwarded-prefix': '//evil.example' },
  ])('a page for all, asked for with %o', async (headers) => {
    const poisoned = await get('/', headers);
    expect(poisoned.body).not.toContain('evil.example');
    expect(JSON.stringify(poisoned.headers)).not.toContain('evil.example');
    const later = await get('/');
    expect(later.statusCode).toBe(200);
    expect(later.body).not.toContain('evil.example');
    expect(JSON.stringify(later.headers)).not.toContain('evil.example');
  });

  it.each(['/user/a.css', '/user.js', '/;a.css', '/?x=.css', '/%0a.css', '/assets/../user'])(
    'a page of a member at an address that a cache takes for a file: %s',
    async (url) => {
      const { cookie } = await shop.as('demo');
      const page = await get(url, { cookie: `sid=${cookie}` });
      expect(String(page.headers['cache-control'])).not.toMatch(/public|s-maxage/);
    },
  );

  it('a page of a member, given to the next who asks', async () => {
    const { cookie } = await shop.as('demo');
    expect((await get('/', { cookie: `sid=${cookie}` })).body).toContain('demo');
    expect((await get('/')).body).not.toContain('demo');
    expect((await get('/', { cookie: 'sid=unknown' })).body).not.toContain('demo');
  });

  it('an answer of the API that a cache keeps', async () => {
    for (const url of ['/api/user/base', '/api/user/base/', '/api/user/base?x=a.css']) {
      const { cookie } = await shop.as('demo');
      expect((await get(url, { cookie: `sid=${cookie}` })).headers['cache-control']).toBe('no-store');
    }
  });
});

describe('open redirect', () => {
  it.each([
    '//evil.example',
    '//evil.example/',
    '//evil.example/%2f..',
    '/\\evil.example',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '///evil.example',
    '/.evil.example',
    '//evil.example@shop',
    '/%09/evil.example',
    '/https://evil.example',
    '//',
  ])('an address that begins like another site: %s', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBeLessThan(500);
    const to = answer.headers.location ?? '/';
    expect(new URL(to, 'http://shop.test').host).toBe('shop.test');
    expect(answer.body).not.toContain('evil.example');
  });

  it('a redirect of the shop, asked for as another host', async () => {
    const answer = await get('/moved', { host: 'evil.example' });
    expect(answer.headers.location).toBe('/404');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%09//evil.example\n',
  ])('a login by WeChat that leads on to %s', async (from) => {
    const started = await get(`/api/wechat/start?from=${encodeURIComponent(from)}`);
    expect(started.statusCode).toBe(302);
    const kept = await shop.db.selectFrom('proofs').select('content').execute();
    expect(JSON.stringify(kept)).not.toMatch(/evil\.example|javascript/);
  });

  it('a request whose target is a whole address', async () => {
    const answer = await spoken([
      'GET http://evil.example/moved HTTP/1.1',
      'Host: shop.test',
      'Connection: close',
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 [1-4]\d\d/);
    expect(answer).not.toMatch(/location: .*evil/i);
  });
});

describe('header injection', () => {
  it('a request that comes back with its cookies, by TRACE', async () => {
    const answer = await spoken([
      'TRACE / HTTP/1.1',
      'host: shop',
      'cookie: sid=stolen',
      'connection: close',
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain('stolen');
  });

  it.each([
    '/moved%0d%0aset-cookie:sid=x',
    '/?a=%0d%0aset-cookie:sid=x',
    '/%E5%98%8D%E5%98%8Aset-cookie:sid=x',
  ])('a line in an address: %s', async (url) => {
    expect((await get(url)).headers['set-cookie']).toBeUndefined();
  });

  it('a header that is two: content-length beside transfer-encoding', async () => {
    const answer = await spoken([
      'POST /api/login HTTP/1.1',
      'Host: shop.test',
      'Content-Type: application/json',
      'Content-Length: 4',
      'Transfer-Encoding: chunked',
      'Connection: close',
      '',
      '0',
      '',
      'GET /api/user/base HTTP/1.1',
      'Host: shop.test',
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('a header with a bare line feed, and one with a space before its colon', async () => {
    for (const header of ['X-A: b\nCookie: sid=x', 'Cookie : sid=x', 'X-A: b\rCookie: sid=x']) {
      const answer = await spoken([
        'GET /api/user/base HTTP/1.1',
        'Host: shop.test',
        header,
        'Connection: close',
      ]);
      expect(answer).toMatch(/^HTTP\/1\.1 4/);
    }
  });

  it('two hosts, and none', async () => {
    const two = await spoken([
      'GET / HTTP/1.1',
      'Host: shop.test',
      'Host: evil.example',
      'Connection: close',
    ]);
    expect(two).toMatch(/^HTTP\/1\.1 [24]/);
    expect(two).not.toContain('evil.example');
    expect(await spoken(['GET / HTTP/1.1', 'Connection: close'])).toMatch(/^HTTP\/1\.1 4/);
  });

  it('headers without end', async () => {
    const answer = await spoken(['GET / HTTP/1.1', 'Host: shop.test', `X-A: ${'a'.repeat(40_000)}`]);
    expect(answer).toMatch(/^HTTP\/1\.1 431/);
  });
});

describe('path traversal', () => {
  it.each([
    '/../server/entry-server.js',
    '/..%2fserver%2fentry-server.js',
    '/%2e%2e/server/entry-server.js',
    '/assets/..%2f..%2fserver/entry-server.js',
    '/assets/%2e%2e/%2e%2e/server/entry-server.js',
    '/..%5cserver%5centry-server.js',
    '/assets/....//....//server/entry-server.js',
    '/%252e%252e/server/entry-server.js',
    '/server/entry-server.js',
    '/.vite/manifest.json',
    '/favicon.svg%00.js',
    '/assets//etc/passwd',
  ])('a file beside the site’s own: %s', async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.body).not.toMatch(/export async function render|root:.*:0:0|^\{"title"/);
  });

  it('raw dots, which no client sends', async () => {
    const answer = await spoken([
      'GET /assets/../../server/entry-server.js HTTP/1.1',
      'Host: shop.test',
      'Connection: close',
    ]);
    expect(answer).not.toContain('export async function render');
  });

  it.each(['upload', 'document', 'pictures'])('a path in the name of a file of the API: %s', async (kind) => {
    const { cookie } = await shop.as('ops');
    for (const name of ['..%2f..%2fetc%2fpasswd', '%2e%2e%2fpackage.json', '....', 'a%00b']) {
      const answer = await get(`/api/${kind}/${name}/${name}`, { cookie: `sid=${cookie}` });
      expect([name, answer.statusCode < 500 && answer.statusCode >= 400]).toEqual([name, true]);
    }
  });

  it('names that every object inherits, where a table is read by a name', async () => {
    const { cookie } = await shop.as('ops');
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      for (const url of [
        `/api/document/${name}/1`,
        `/api/upload/${name}`,
        `/api/focus/${name}`,
        `/api/help/${name}`,
        `/api/${name}`,
        `/${name}`,
        `/api/ops/links/${name}`,
        `/api/ops/promotion/blank/${name}`,
      ]) {
        const answer = await get(url, { cookie: `sid=${cookie}` });
        expect([url, answer.statusCode < 500]).toEqual([url, true]);
      }
    }
  });
});

describe('clickjacking', () => {
  it.each(['/', '/404', '/moved', '/broken', '/gone'])(
    'a page in a frame of another site: %s',
    async (url) => {
      const { headers } = await get(url);
      expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'self'");
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    },
  );

  it.each(['/api/user/base', '/api/none', '/api/openapi.json', '/api/goods/list'])(
    'an answer of the API in a frame: %s',
    async (url) => {
      const { headers } = await get(url);
      expect(String(headers['content-security-policy'])).toMatch(
        /default-src 'none'.*frame-ancestors 'none'/,
      );
    },
  );

  it('a window of another site that keeps hold of the shop', async () => {
    expect((await get('/')).headers['cross-origin-opener-policy']).toBe('same-origin');
  });
});
