import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeBuild } from './fake-build.ts';
import { type SmallApp, startSmallApp } from './small-app.ts';

describe('the hosted site', () => {
  let shop: SmallApp;
  let build: string;
  beforeAll(async () => {
    build = await fakeBuild();
    shop = await startSmallApp({ build, compress: true, site: { limit: 200 } });
  });
  afterAll(async () => {
    await shop.app.close();
    await rm(build, { recursive: true, force: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers });

  it('renders a page for its visitor, with that visitor’s session', async () => {
    const page = await get('/');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('<title>小店</title>401');
    const cookie = shop.logIn('demo');
    expect((await get('/', { cookie })).body).toContain('</title>200 demo');
  });

  it('lets nobody but the visitor keep a page, and asks whether it changed', async () => {
    const page = await get('/');
    expect(page.headers['cache-control']).toBe('private, no-cache');
    const again = await get('/', { 'if-none-match': String(page.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    const cookie = shop.logIn('demo');
    const other = { cookie, 'if-none-match': String(page.headers.etag) };
    expect((await get('/', other)).statusCode).toBe(200);
  });

  it('renders a page once for all who come without a session within two seconds', async () => {
    const count = async (headers?: Record<string, string>) =>
      Number(/count (\d+)/.exec((await get('/counted', headers)).body)?.[1]);
    const [first, ...others] = await Promise.all([count(), count(), count({ 'sec-fetch-dest': 'document' })]);
    expect(others).toEqual([first, first]);
    const cookie = shop.logIn('demo');
    expect(await count({ cookie })).not.toBe(first);
    for (const kept of ['kept=%7B%7D', 'wx=1', 'kept=%7B%7D; sid=x'])
      expect(await count({ cookie: kept })).not.toBe(first);
    expect(await count({ 'sec-fetch-dest': 'image' })).not.toBe(first);
    expect(await count()).toBe(first);
    shop.clock.now += 2;
    expect(await count()).not.toBe(first);
  });

  it('renders a page apart for a person and for what only reads its bytes', async () => {
    const count = async (headers?: Record<string, string>) => (await get('/counted', headers)).body;
    const person = await count({ 'sec-fetch-dest': 'document', accept: 'text/html' });
    expect(await count({ accept: '*/*' })).not.toBe(person);
    expect(await count({ 'sec-fetch-dest': 'empty', accept: 'text/html' })).not.toBe(person);
    expect(await count({ 'sec-fetch-dest': 'document', accept: 'text/html' })).toBe(person);
  });

  it('renders pages anew for everybody as soon as something has changed', async () => {
    const before = (await get('/counted')).body;
    expect((await get('/counted')).body).toBe(before);
    shop.edition.count += 1;
    expect((await get('/counted')).body).not.toBe(before);
  });

  it('keeps no page that failed', async () => {
    expect((await get('/flaky')).statusCode).toBe(503);
    expect((await get('/flaky')).statusCode).toBe(200);
  });

  it('passes on a session that was lengthened while the page was rendered', async () => {
    const cookie = shop.logIn('demo');
    shop.clock.now += 86_400;
    const page = await get('/', { cookie });
    expect(String(page.headers['set-cookie'])).toContain(cookie);
  });

  it('lets no script inside the page run but the one that the build names, and no other site frame it', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    const hash = createHash('sha256').update('go()').digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("frame-ancestors 'self'");
    expect((await get('/')).headers['x-content-type-options']).toBe('nosniff');
  });

  it('redirects, and answers 404 with a page', async () => {
    expect(await get('/gone')).toMatchObject({ statusCode: 302, headers: { location: '/404' } });
    expect((await get('/gone')).headers['cache-control']).toBe('no-store');
    const lost = await get('/404');
    expect(lost.statusCode).toBe(404);
    expect(lost.body).toContain('没有这个页面');
  });

  it('lets a browser keep a permanent redirect, but not for good', async () => {
    const moved = await get('/moved');
    expect([moved.statusCode, moved.headers.location]).toEqual([301, '/404']);
    expect(moved.headers['cache-control']).toBe('public, max-age=3600');
  });

  it.each(['/broken', '/endless'])(
    'says that it is busy when a page fails or takes too long: %s',
    async (url) => {
      const page = await get(url);
      expect(page.statusCode).toBe(503);
      expect(page.headers['cache-control']).toBe('no-store');
      expect(page.body).toContain('系统繁忙');
      expect(page.body).not.toContain('broke');
    },
  );

  it('lets browsers keep hashed files for good, and other files for an hour', async () => {
    expect((await get('/assets/app-abc123.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600');
  });

  it('renders no page for a file that is gone, or for the API', async () => {
    expect((await get('/assets/app-old.js')).statusCode).toBe(404);
    expect((await get('/api/none')).json()).toMatchObject({ code: 404, message: '没有这个接口' });
    expect((await get('/.vite/manifest.json')).body).not.toContain('{"title"');
    expect((await get('/..%2fserver/entry-server.js')).body).not.toContain('export async');
  });

  it('compresses a page of one reader fast, one that all get small', async () => {
    const accepts = { 'accept-encoding': 'gzip, br, zstd' };
    const own = await get('/', { ...accepts, cookie: 'session=1' });
    expect(own.headers['content-encoding']).toBe('zstd');
    expect((await get('/', accepts)).headers['content-encoding']).toBe('br');
  });

  it('compresses pages', async () => {
    const page = await get('/', { 'accept-encoding': 'gzip, br' });
    expect(page.headers['content-encoding']).toBe('br');
    expect(page.rawPayload.length).toBeLessThan(1000);
  });
});
