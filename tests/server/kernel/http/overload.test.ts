import { rm } from 'node:fs/promises';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadBuiltSite } from '#engine/host/built-site.ts';
import { hostSite } from '#engine/host/host-site.ts';
import { LIMITS, type LoadLimits } from '#engine/host/load/gate.ts';
import { defineRoutes } from '#server/kernel/http/routes.ts';
import { ok } from '#server/kernel/result/answer.ts';
import user from '#server/modules/identity/routes/user.ts';
import { fakeBuild } from '../../../engine/host/fake-build.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { shopRegistry } from '../../support/registry.ts';

const NARROW: LoadLimits = { ...LIMITS, max: 2, min: 2, highPriorityFactor: 3 };

let release = () => {};
let busy = Promise.resolve();
/** Calls that have begun to be answered. */
let begun = 0;

/** Calls that last until they are let go. */
const routes = defineRoutes({
  ...user,
  'brand.list': async () => {
    begun += 1;
    await busy;
    return ok({ list: [], total: 0, page: 1, page_size: 20, letters: [] });
  },
  'cart.add': async () => {
    await busy;
    return ok({ ids: [1], total: 1 });
  },
});

describe('the reference API under overload', () => {
  afterEach(() => release());

  async function start(load = NARROW, extend?: (app: TestApp['app']) => Promise<void>): Promise<TestApp> {
    const shop = await startApp({
      routes,
      parts: { load },
      ...(extend && { extend }),
    });
    onTestFinished(() => shop.close());
    return shop;
  }
  const block = () => {
    const held = Promise.withResolvers<void>();
    release = held.resolve;
    busy = held.promise;
    begun = 0;
  };

  it('browsing is refused at once and in words, and the cart is still served', async () => {
    const shop = await start();
    const demo = await shop.as('demo');
    block();
    const browse = () => shop.browser().call('brand.list');
    const under = [browse(), browse()];
    const refused = await browse();
    expect(refused).toMatchObject({
      status: 503,
      code: 503,
      message: '访问的人较多，请稍候再试',
      data: null,
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const add = () => demo.call('cart.add', { body: { params: [{ goods_id: 1, number: 1 }] } });
    const carts = [add(), add(), add(), add()];
    // Six times the room of one call are taken: now even the cart is put off, and the work under way is not touched.
    expect((await add()).status).toBe(503);
    release();
    expect((await Promise.all(under)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await Promise.all(carts)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await browse()).status).toBe(200);
  });

  it('pages that would have to be made are the busy page, those of trade last', async () => {
    const build = await fakeBuild();
    onTestFinished(() => rm(build, { recursive: true, force: true }));
    const { site } = await shopRegistry();
    const built = await loadBuiltSite(build);
    const isPriorityPage = (path: string) => path === '/cart';
    const now = () => 1;
    const wide = { ...NARROW, highPriorityFactor: 5 };
    const shop = await start(wide, (app) => hostSite(app, { ...built, site, now, isPriorityPage }));
    const demo = await shop.as('demo');
    block();
    const under = shop.browser().call('brand.list');
    await vi.waitUntil(() => begun === 1);
    const load = (url: string) => shop.app.inject({ url, headers: { cookie: `sid=${demo.cookie}` } });
    const page = await load('/');
    expect(page.statusCode).toBe(503);
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('系统繁忙');
    expect((await load('/cart')).statusCode).toBe(200);
    expect((await load('/favicon.svg')).statusCode).toBe(200);
    expect((await load('/healthz')).statusCode).toBe(200);
    release();
    expect((await under).status).toBe(200);
    expect((await load('/')).statusCode).toBe(200);
  });
});
