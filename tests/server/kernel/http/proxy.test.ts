import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadBuiltSite } from '#engine/host/built-site.ts';
import { pageHeaders } from '#engine/host/headers.ts';
import { hostSite } from '#engine/host/host-site.ts';
import { StartFault } from '#engine/host/process/start-fault.ts';
import { optionsFromEnvironment } from '#server/process/options.ts';
import { fakeBuild } from '../../../engine/host/fake-build.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { PASSWORD } from '../../support/members.ts';
import { shopRegistry } from '../../support/registry.ts';
import { startProcess } from '../db/process.ts';

const PROXY = '10.1.2.3';
const SECURE = { 'x-forwarded-proto': 'https' };

describe('TRUST_PROXY', () => {
  const trusted = (text?: string) =>
    optionsFromEnvironment(text === undefined ? {} : { TRUST_PROXY: text }).trustProxy;

  it('is this machine by default, else addresses and networks', () => {
    expect(trusted()).toEqual(['loopback']);
    expect(trusted('')).toEqual(['loopback']);
    expect(trusted('loopback, 10.0.0.0/8,192.0.2.7 ,2001:db8::/32')).toEqual([
      'loopback',
      '10.0.0.0/8',
      '192.0.2.7',
      '2001:db8::/32',
    ]);
  });

  it.each(['proxy.example', '10.0.0', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/8/8', 'true', '2001:db8::/129'])(
    'is refused in one line when wrong: %s',
    (text) => {
      expect(() => trusted(`loopback,${text}`)).toThrow(StartFault);
      expect(() => trusted(`loopback,${text}`)).toThrow(text);
    },
  );

  it('ends the start of a process in one line when wrong', async () => {
    const folder = await mkdtemp(`${tmpdir()}/storewright-proxy-`);
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const shop = startProcess('src/server/main.ts', [], { TRUST_PROXY: 'all', DATA_DIR: folder });
    expect(await shop.exited).toBe(1);
    expect(shop.errors().trim().split('\n')).toEqual([expect.stringContaining('TRUST_PROXY')]);
  });
});

describe('behind a proxy on another machine', () => {
  async function start(trustProxy: readonly string[]): Promise<TestApp> {
    const shop = await startApp({ parts: { trustProxy } });
    onTestFinished(() => shop.close());
    return shop;
  }
  const logIn = (shop: TestApp, client: string, more: Record<string, string> = {}) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: PROXY,
      headers: { 'x-forwarded-for': client, ...more },
      payload: { username: 'demo', password: PASSWORD },
    });

  it('each buyer has a throttle of their own', async () => {
    const shop = await start(['10.0.0.0/8']);
    const codes = new Set<number>();
    for (let count = 0; count < 121; count += 1) {
      const answer = await shop.app.inject({
        method: 'POST',
        url: '/api/login',
        remoteAddress: PROXY,
        headers: { 'x-forwarded-for': '192.0.2.1' },
        payload: { username: '', password: '' },
      });
      codes.add(answer.statusCode);
    }
    expect(codes).toContain(429);
    expect((await logIn(shop, '192.0.2.2')).statusCode).toBe(200);
  });

  it('nobody but the proxy says who somebody is, or that they came by https', async () => {
    const shop = await start(['10.9.9.9']);
    const answer = await logIn(shop, '192.0.2.1', SECURE);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['strict-transport-security']).toBeUndefined();
    expect(answer.cookies[0]).not.toHaveProperty('secure');
    const { address } = await shop.db.selectFrom('sessions').select('address').executeTakeFirstOrThrow();
    expect(address).toBe(PROXY);
  });

  it('https is told on: cookies are Secure and browsers come by https from then on', async () => {
    const shop = await start([PROXY]);
    const answer = await logIn(shop, '192.0.2.1', SECURE);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(answer.cookies[0]).toMatchObject({ name: 'sid', secure: true });
    const { address } = await shop.db.selectFrom('sessions').select('address').executeTakeFirstOrThrow();
    expect(address).toBe('192.0.2.1');
    expect((await logIn(shop, '192.0.2.1')).headers['strict-transport-security']).toBeUndefined();
  });

  it('a session that is lengthened while a page is rendered keeps its Secure', async () => {
    const build = await fakeBuild();
    onTestFinished(() => rm(build, { recursive: true, force: true }));
    const { site } = await shopRegistry();
    const built = await loadBuiltSite(build);
    const shop = await startApp({
      parts: { trustProxy: [PROXY] },
      extend: (app) => hostSite(app, { ...built, site, now: () => 1 }),
    });
    onTestFinished(() => shop.close());
    const demo = await shop.as('demo');
    shop.clock.now += 86_400;
    const page = await shop.app.inject({
      url: '/',
      remoteAddress: PROXY,
      headers: { ...SECURE, 'x-forwarded-for': '192.0.2.1', cookie: `sid=${demo.cookie}` },
    });
    expect(page.headers['strict-transport-security']).toBeDefined();
    expect(String(page.headers['set-cookie'])).toMatch(/^sid=.*; Secure/);
  });
});

it('a page loads pictures and calls from the origins that the site names, by http too where it says so', async () => {
  const { site } = await shopRegistry();
  const policy = (more: object) =>
    Object.fromEntries(
      (pageHeaders({ ...site, ...more }, { scripts: [], styles: [] })['content-security-policy'] ?? '')
        .split('; ')
        .map((rule) => [rule.split(' ', 1)[0], rule.split(' ').slice(1)] as const),
    );
  const local = policy({ origin: undefined, api: { base: '' } });
  expect(local['img-src']).toEqual(["'self'", 'data:', 'blob:', 'https:']);
  expect(local['connect-src']).toEqual(["'self'"]);
  const named = policy({
    origin: 'http://shop.example/path',
    api: { base: 'http://api.example:8000/v1', through: 'browser' },
    pictures: ['http://pictures.example', 'https://cdn.example'],
  });
  const own = ['http://shop.example', 'http://api.example:8000'];
  expect(named['connect-src']).toEqual(["'self'", ...own]);
  expect(named['img-src']?.slice(4)).toEqual([...own, 'http://pictures.example', 'https://cdn.example']);
});
