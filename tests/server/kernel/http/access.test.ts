import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { defineRoutes } from '#server/kernel/http/routes.ts';
import { made } from '#server/kernel/result/answer.ts';
import user from '#server/modules/identity/routes/user.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { shopRegistry } from '../../support/registry.ts';

const routes = defineRoutes({
  ...user,
  'order.create': async () => made({ ids: [], pay_url: '' }),
});

describe('who may call', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp({ routes });
  });
  afterAll(() => shop.close());

  const order = { body: { ids: [1], address_id: 1 } };

  it('judges the person before the input', async () => {
    expect(await shop.browser().call('order.create', { body: {} })).toMatchObject({
      code: 401,
      message: '请先登录',
    });
    const newbie = await shop.as('newbie');
    expect(await newbie.call('order.create', order)).toMatchObject({ code: 403, message: '认证后可用' });
    const demo = await shop.as('demo');
    expect((await demo.call('order.create', { body: {} })).code).toBe(422);
    expect((await demo.call('order.create', order)).code).toBe(201);
  });

  it('refuses writes that another site started', async () => {
    const demo = await shop.as('demo');
    const from = (headers: Record<string, string>) => demo.call('order.create', { ...order, headers });
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:81', host: 'localhost:80' },
    ]) {
      expect(await from(headers)).toMatchObject({ status: 403, message: '请求来源不被允许' });
    }
    expect(
      (await from({ 'sec-fetch-site': 'same-origin', origin: 'http://shop.test', host: 'shop.test' })).code,
    ).toBe(201);
    expect((await from({})).code).toBe(201);
    const reading = { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } };
    expect((await demo.call('user.base', reading)).code).toBe(200);
  });

  it('does not start with a call that nobody answers, or a handler that nobody calls', async () => {
    const registry = await shopRegistry();
    const { 'user.base': base, ...contracts } = registry.contracts;
    if (!base) throw new Error('the shop has no call user.base');
    const start = createApp({
      registry: { ...registry, contracts: { ...contracts, 'user.unheard': base } },
      routes: { 'user.base': async () => Promise.reject(new Error('never')) },
      db: shop.db,
      listen: shop.store.listen,
      uploads: shop.uploads,
    });
    await expect(start).rejects.toThrow('接口 user.unheard 没有处理程序');
    await expect(start).rejects.toThrow('处理程序 user.base 没有对应的接口');
  });

  it('says when it is ready', async () => {
    expect((await shop.app.inject('/healthz')).statusCode).toBe(200);
  });
});
