import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadBuiltSite } from '#engine/host/built-site.ts';
import { hostSite } from '#engine/host/host-site.ts';
import { editionOf } from '#server/kernel/db/memory.ts';
import opsContent from '#server/modules/content/staff-routes/links.ts';
import user from '#server/modules/identity/routes/user.ts';
import { fakeBuild } from '../../engine/host/fake-build.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { shopRegistry } from '../support/registry.ts';

describe('the site beside the reference API', () => {
  let shop: TestApp;
  let build: string;
  beforeAll(async () => {
    build = await fakeBuild();
    const { site } = await shopRegistry();
    const built = await loadBuiltSite(build);
    const now = () => shop.clock.now;
    const host = (app: TestApp['app']) =>
      hostSite(app, { ...built, site, now, limit: 200, edition: () => editionOf(shop.db) });
    shop = await startApp({ routes: { ...user, ...opsContent }, extend: host, compress: true });
  });
  afterAll(async () => {
    await shop.close();
    await rm(build, { recursive: true, force: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers });

  it('renders a page for its visitor, with that visitor’s session', async () => {
    expect((await get('/')).body).toContain('</title>401');
    const demo = await shop.as('demo');
    expect((await get('/', { cookie: `sid=${demo.cookie}` })).body).toContain('</title>200 demo');
  });

  it('renders pages anew for everybody as soon as staff have changed something', async () => {
    const before = (await get('/counted')).body;
    expect((await get('/counted')).body).toBe(before);
    const member = await shop.as('demo');
    await member.call('user.base');
    const staff = await shop.as('ops');
    const body = { text: '备货', url: '/list' };
    expect((await member.call('ops-link.save', { params: { group: 'nav' }, body })).code).toBe(403);
    expect((await get('/counted')).body).toBe(before);
    expect((await staff.call('ops-link.save', { params: { group: 'nav' }, body })).code).toBe(201);
    expect((await get('/counted')).body).not.toBe(before);
  });

  it('passes on a session that was lengthened while the page was rendered', async () => {
    const demo = await shop.as('demo');
    shop.clock.now += 86_400;
    const page = await get('/', { cookie: `sid=${demo.cookie}` });
    expect(String(page.headers['set-cookie'])).toContain(`sid=${demo.cookie}`);
  });

  it('leaves the words of its API as they are, and compresses pages', async () => {
    expect((await get('/api/none')).json()).toMatchObject({ code: 404, message: '接口不存在' });
    const page = await get('/', { 'accept-encoding': 'gzip, br' });
    expect(page.headers['content-encoding']).toBe('br');
    expect(page.rawPayload.length).toBeLessThan(1000);
  });
});
