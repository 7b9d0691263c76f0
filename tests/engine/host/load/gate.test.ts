import { rm } from 'node:fs/promises';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createGate, LIMITS, type LoadLimits, type Priority } from '#engine/host/load/gate.ts';
import { priorityPages } from '#engine/host/load/priority-pages.ts';
import { fakeBuild } from '../fake-build.ts';
import { startSmallApp } from '../small-app.ts';

const NARROW: LoadLimits = { ...LIMITS, max: 2, min: 2, highPriorityFactor: 3 };

let release = () => {};
let busy = Promise.resolve();
/** Calls of the site that have begun to be answered. */
let begun = 0;

describe('under overload', () => {
  afterEach(() => release());

  /** A site whose calls last until they are let go: browsing, and what goes into the cart. */
  async function start(load = NARROW) {
    const build = await fakeBuild();
    onTestFinished(() => rm(build, { recursive: true, force: true }));
    const shop = await startSmallApp({
      build,
      load,
      site: { isPriorityPage: (path) => path === '/cart' },
      extend(app) {
        const later = async () => {
          begun += 1;
          await busy;
          return { code: 200, data: {} };
        };
        app.get('/api/brands', later);
        app.post('/api/cart', { config: { priority: 'high' } }, later);
      },
    });
    onTestFinished(() => shop.app.close());
    return shop;
  }
  const block = () => {
    const held = Promise.withResolvers<void>();
    release = held.resolve;
    busy = held.promise;
    begun = 0;
  };

  it('browsing is refused at once and in words, and the cart is still served', async () => {
    const { app } = await start();
    block();
    // An injected request is not sent before somebody waits for it.
    const browse = async () => app.inject({ url: '/api/brands' });
    const under = [browse(), browse()];
    const refused = await browse();
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toEqual({ code: 503, message: '请稍候再试' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const add = async () => app.inject({ method: 'POST', url: '/api/cart', payload: { id: 1, number: 1 } });
    const carts = [add(), add(), add(), add()];
    // Six times the room of one call are taken: now even the cart is put off, and the work under way is not touched.
    expect((await add()).statusCode).toBe(503);
    release();
    expect((await Promise.all(under)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await Promise.all(carts)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect((await browse()).statusCode).toBe(200);
  });

  it('pages that would have to be made are the busy page, those of trade last', async () => {
    const shop = await start({ ...NARROW, highPriorityFactor: 5 });
    const cookie = shop.logIn('demo');
    block();
    const load = async (url: string) => shop.app.inject({ url, headers: { cookie } });
    const under = load('/api/brands');
    await vi.waitUntil(() => begun === 1);
    const page = await load('/');
    expect(page.statusCode).toBe(503);
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('系统繁忙');
    expect((await load('/cart')).statusCode).toBe(200);
    expect((await load('/favicon.svg')).statusCode).toBe(200);
    expect((await load('/healthz')).statusCode).toBe(200);
    release();
    expect((await under).statusCode).toBe(200);
    expect((await load('/')).statusCode).toBe(200);
  });

  it('knows by their data which pages order and pay', async () => {
    const route = { alias: [], title: '', meta: {}, access: 'visitor', children: [] };
    const data = (call: string) => ({ data: { a: { call, after: [] } }, types: [], blocks: [], source: {} });
    const registry = {
      routes: [
        { ...route, name: 'home', path: '/' },
        {
          ...route,
          name: 'shop',
          path: null,
          children: [{ ...route, name: 'pay', path: '/pay/:id', alias: ['/p/:id?'] }],
        },
      ],
      pages: { home: data('goods.hot'), pay: data('pay.options') },
      contracts: { 'pay.options': { priority: 'high' }, 'goods.hot': {} },
    } as unknown as Parameters<typeof priorityPages>[0];
    const is = priorityPages(registry);
    expect(['/', '/pay/1', '/pay/1/', '/p', '/p/7', '/pay', '/pay/1/2'].map(is)).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('the bound on work under way', () => {
  afterEach(() => vi.useRealTimers());

  const limits: LoadLimits = {
    max: 40,
    min: 4,
    highPriorityFactor: 4,
    duration: 20,
    maxDelay: 300,
    maxTurns: 5,
    patience: 50,
    maxWaiting: 2,
  };
  const fill = (gate: ReturnType<typeof createGate>) => {
    const passes = [];
    for (let pass = gate.enter('normal', 1); pass; pass = gate.enter('normal', 1)) passes.push(pass);
    return passes;
  };

  it('falls while work takes too long, and rises again when it does not', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const gate = createGate(limits, () => 0);
    const first = fill(gate);
    for (let round = 0; round < 5; round += 1) {
      vi.advanceTimersByTime(30);
      for (const pass of first.splice(0)) pass.leave();
      first.push(...fill(gate));
    }
    expect(first).toHaveLength(limits.min);
    for (const pass of first) pass.leave();
    for (let count = 0; count < 500; count += 1) gate.enter('normal', 1)?.leave();
    expect(fill(gate)).toHaveLength(limits.max);
  });

  it('rises by what the work weighs: few pages tell as much as many calls', () => {
    const gate = createGate(limits, () => 0);
    for (let count = 0; count < 50; count += 1) gate.enter('normal', 8)?.leave();
    expect(fill(gate)).toHaveLength(limits.max);
  });

  it('has work wait for room that comes in a moment, what buys before what looks around', async () => {
    const gate = createGate({ ...limits, max: 8, min: 8, highPriorityFactor: 1 }, () => 0);
    const under = gate.enter('normal', 8);
    const begun: string[] = [];
    const wait = async (name: string, priority: Priority) => {
      const pass = await gate.enterSoon(priority, 8);
      begun.push(name);
      return pass;
    };
    const [looking, buying] = [wait('looking', 'normal'), wait('buying', 'high')];
    await Promise.resolve();
    expect(begun).toEqual([]);
    under?.leave();
    (await buying)?.leave();
    (await looking)?.leave();
    expect(begun).toEqual(['buying', 'looking']);
    expect(gate.enter('normal', 8)).not.toBeNull();
  });

  it('refuses work that has waited for long enough, and at once where too much waits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const gate = createGate({ ...limits, max: 8, min: 8 }, () => 0);
    gate.enter('normal', 8);
    const waiting = [gate.enterSoon('normal', 8), gate.enterSoon('normal', 8)];
    expect(gate.isCrowded('normal')).toBe(true);
    expect(gate.isCrowded('high')).toBe(false);
    expect(await gate.enterSoon('normal', 8)).toBeNull();
    vi.advanceTimersByTime(limits.patience);
    expect(await Promise.all(waiting)).toEqual([null, null]);
    expect(gate.isCrowded('normal')).toBe(false);
  });

  it('refuses when the event loop is late, unless little is under way: something long held it up then', () => {
    let late = 0;
    const gate = createGate(limits, () => late);
    late = 1000;
    expect(fill(gate)).toHaveLength(limits.min + 1);
    expect(gate.enter('high', 1)).not.toBeNull();
  });

  it('counts nothing twice, and nobody who only sends slowly', () => {
    const gate = createGate({ ...limits, max: 2, min: 2 }, () => 0);
    const [one, two] = fill(gate);
    expect(gate.enter('normal', 1)).toBeNull();
    one?.suspend();
    const three = gate.enter('normal', 1);
    expect(three).not.toBeNull();
    for (const pass of [one, one, two, three]) pass?.leave();
    expect(fill(gate)).toHaveLength(2);
  });
});
