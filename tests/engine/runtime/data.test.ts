import { beforeEach, describe, expect, test } from 'vitest';
import { dialogAtom } from '#engine/runtime/notices.ts';
import { valueAt } from '#engine/runtime/pointer.ts';
import type { Visibility } from '#engine/runtime/visibility.ts';
import { listen, type Reply } from '../../support/listen.ts';
import { at, entry, pagesOf } from './show-page.ts';
import { envelope, openSession, pause, until } from './support.ts';

let reply: Reply = () => envelope(null);
const server = await listen((seen, response) => reply(seen, response));

const counts = (path: string) => server.paths().filter((other) => other === path).length;

const showPage = pagesOf(server.base);

beforeEach(() => {
  server.seen.length = 0;
  reply = ({ path, url, body }) => envelope({ path, url, body });
});

describe('starting', () => {
  test('all entries at once, and one that reads another waits for just that one', async () => {
    const open: (() => void)[] = [];
    reply = ({ path }) => new Promise((resolve) => open.push(() => resolve(envelope({ id: 9, path }))));
    const { state, session } = showPage(
      {
        related: entry('goods.related', { params: { id: '$data.goods.id' }, after: ['goods'] }),
        goods: entry('goods.detail', { params: { id: '$route.id' } }),
        cart: entry('cart.total'),
      },
      at('/list_info/4', { id: '4' }),
    );
    await until(() => server.seen.length === 2);
    expect(server.paths()).toEqual(['/api/goods/detail/4', '/api/cart/total']);
    expect(state('related').status).toBe('loading');
    open.shift()?.();
    await until(() => server.seen.length === 3);
    expect(server.paths()[2]).toBe('/api/goods/related/9');
    for (const go of open) go();
    await session.settled();
    expect(state('related')).toMatchObject({ status: 'ready', data: { path: '/api/goods/related/9' } });
  });

  test('the same call with the same arguments is requested once, wherever it is used', async () => {
    const { session, store } = openSession(server.base);
    const shown = session.show(at('/'), [
      { id: 'shell:header', entries: { cart: entry('cart.total') } },
      { id: 'shell:toolbar', entries: { total: entry('cart.total') } },
      { id: 'page', entries: { a: entry('goods.list'), b: entry('goods.list', { query: { page: '1' } }) } },
    ]);
    await session.settled();
    expect(server.paths().sort()).toEqual(['/api/cart/total', '/api/goods/list']);
    const states = ['a', 'b']
      .map((name) => shown.get('page')?.state(name))
      .map((atom) => atom && store.get(atom).status);
    expect(states).toEqual(['ready', 'ready']);
  });

  test('an entry whose condition is false is ready with nothing, and unknown names are, too', async () => {
    const { state, session } = showPage({ goods: entry('goods.list', { when: '$query.show' }) });
    await session.settled();
    expect(server.seen).toEqual([]);
    expect(state('goods')).toMatchObject({ status: 'ready', data: undefined });
    expect(state('nobody')).toMatchObject({ status: 'ready', data: undefined });
  });

  test('an entry whose condition waits for a moment is requested then, once', async () => {
    const { session, state } = showPage({
      goods: entry('goods.list', { when: { gte: ['$now', 1_700_000_060] }, query: { at: '$now' } }),
    });
    session.clock.set(1_700_000_059);
    expect(state('goods')).toMatchObject({ status: 'ready', data: undefined });
    session.clock.set(1_700_000_060);
    expect(state('goods').status).toBe('loading');
    session.clock.set(1_700_000_061);
    await session.settled();
    expect(server.paths()).toEqual(['/api/goods/list']);
  });

  test('an entry of a drawer is requested while that is open, again each time it opens', async () => {
    const { state, session } = showPage({ cart: entry('cart.list', { whileOpen: 'drawer' }) });
    await session.settled();
    expect(server.seen).toEqual([]);
    expect(state('cart').status).toBe('loading');
    session.effects.open('drawer');
    await session.settled();
    expect(state('cart').status).toBe('ready');
    session.effects.close('drawer');
    await session.renew(['cart.list']);
    expect(counts('/api/cart/list')).toBe(1);
    session.effects.open('drawer');
    await session.settled();
    expect(counts('/api/cart/list')).toBe(2);
  });

  test('a success without data has failed: there is nothing to show', async () => {
    reply = () => envelope(null);
    const { state, session } = showPage({ goods: entry('goods.list') });
    await session.settled();
    expect(state('goods')).toMatchObject({ status: 'failed', failure: { kind: 'malformed' } });
  });

  test('a success without data is that there is no such thing, where the call says so', async () => {
    reply = () => envelope(null);
    const cart = { method: 'GET', path: '/api/cart/list', nullable: true } as const;
    const { session } = openSession(server.base, { calls: { 'cart.list': cart } });
    const [[, data] = []] = session.show(at('/cart'), [
      { id: 'page:cart', entries: { cart: entry('cart.list') } },
    ]);
    await session.settled();
    expect(data && session.store.get(data.state('cart'))).toMatchObject({ status: 'ready', data: null });
  });

  test('a POST that only reads is keyed by its body', async () => {
    const { session, state, move } = showPage(
      { checkout: entry('cart.checkout', { body: { ids: ['$query.id'], coupon_id: '$query.coupon' } }) },
      at('/cart/step2', {}, { id: '5' }),
    );
    await session.settled();
    expect(server.seen[0]).toMatchObject({ method: 'POST', body: 'new=1&ids%5B0%5D=5' });
    expect(server.seen[0]?.headers['idempotency-key']).toBeUndefined();
    move(at('/cart/step2?coupon=3', {}, { id: '5', coupon: '3' }));
    expect(state('checkout')).toMatchObject({
      status: 'ready',
      data: { body: 'new=1&ids%5B0%5D=5' },
    });
    await session.settled();
    expect(state('checkout')).toMatchObject({
      data: { body: 'new=1&ids%5B0%5D=5&coupon_id=3' },
    });
  });

  test('a path parameter without a value is a failure, not an empty page', () => {
    const { state } = showPage({ goods: entry('goods.detail', { params: { id: '$route.id' } }) });
    expect(state('goods')).toMatchObject({ status: 'failed', failure: { kind: 'incomplete' } });
  });

  test('a circle of entries that wait for each other neither hangs nor throws', async () => {
    const { state, session } = showPage({
      a: entry('goods.list', { query: { x: '$data.b.id' }, after: ['b'] }),
      b: entry('goods.list', { query: { x: '$data.a.id' }, after: ['a'] }),
    });
    await session.settled();
    expect([state('a').status, state('b').status]).toEqual(['loading', 'loading']);
  });
});

describe('moving on', () => {
  test('the next page of a list keeps the last answer until the new one is there', async () => {
    const { state, session, move, store, ownerData } = showPage({
      goods: entry('goods.list', { query: { page: '$query.page' } }),
    });
    await session.settled();
    move(at('/list?page=2', {}, { page: '2' }));
    expect(state('goods')).toMatchObject({
      status: 'ready',
      data: { url: '/api/goods/list?page=1' },
    });
    expect(store.get(ownerData.scope).query).toEqual({ page: '2' });
    await session.settled();
    expect(state('goods')).toMatchObject({
      status: 'ready',
      data: { url: '/api/goods/list?page=2' },
    });
  });

  test('another good starts clean: the last one is never shown under its address', async () => {
    const { state, session, move } = showPage(
      { goods: entry('goods.detail', { params: { id: '$route.id' } }) },
      at('/list_info/1', { id: '1' }),
    );
    await session.settled();
    move(at('/list_info/2', { id: '2' }));
    expect(state('goods')).toMatchObject({ status: 'loading', data: undefined });
    await session.settled();
    expect(state('goods').data).toMatchObject({ path: '/api/goods/detail/2' });
  });

  test('a request that nobody waits for any more is dropped', async () => {
    const dropped: string[] = [];
    reply = ({ url }, response) =>
      url.includes('page=1') ? void response.on('close', () => dropped.push(url)) : envelope(url);
    const { state, session, move } = showPage({
      goods: entry('goods.list', { query: { page: '$query.page' } }),
    });
    await until(() => server.seen.length === 1);
    move(at('/list?page=2', {}, { page: '2' }));
    await session.settled();
    expect(state('goods').data).toBe('/api/goods/list?page=2');
    await until(() => dropped.length === 1);
  });

  test('entries that do not depend on the address are not requested again', async () => {
    const { session, move } = showPage({
      goods: entry('goods.list', { query: { page: '$query.page' } }),
      cart: entry('cart.total'),
    });
    await session.settled();
    move(at('/list?page=2', {}, { page: '2' }));
    await session.settled();
    expect(counts('/api/cart/total')).toBe(1);
  });

  test('going back shows the last data at once while it is renewed', async () => {
    const first = { goods: entry('goods.list') };
    const { session, store } = openSession(server.base);
    session.show(at('/list'), [{ id: 'page:list', entries: first }]);
    await session.settled();
    session.show(at('/cart'), [{ id: 'page:cart', entries: { cart: entry('cart.total') } }]);
    await session.settled();
    const ownerData = session.show(at('/list'), [{ id: 'page:list', entries: first }]).get('page:list');
    expect(ownerData && store.get(ownerData.state('goods')).status).toBe('ready');
    await session.settled();
    expect(counts('/api/goods/list')).toBe(2);
  });

  test('but there is nothing to show where nothing had arrived, or it had failed', async () => {
    const entries = { lost: entry('goods.list'), slow: entry('cart.total') };
    reply = ({ path }) => (path === '/api/goods/list' ? envelope(null, 500) : undefined);
    const { session, store, state } = showPage(entries);
    await until(() => state('lost').status === 'failed');
    session.show(at('/cart'), []);
    const ownerData = session.show(at('/'), [{ id: 'page', entries }]).get('page');
    const states = ['lost', 'slow'].map((name) => ownerData && store.get(ownerData.state(name)).status);
    expect(states).toEqual(['loading', 'loading']);
  });

  test('nor what an action made stale meanwhile', async () => {
    const cart = { cart: entry('cart.list') };
    const { session, store } = openSession(server.base);
    session.show(at('/cart'), [{ id: 'page:cart', entries: cart }]);
    await session.settled();
    session.show(at('/list'), []);
    await session.renew(['cart.list']);
    expect(counts('/api/cart/list')).toBe(1);
    const ownerData = session.show(at('/cart'), [{ id: 'page:cart', entries: cart }]).get('page:cart');
    expect(ownerData && store.get(ownerData.state('cart')).status).toBe('loading');
  });

  test('a page inside another reads the data around it', async () => {
    reply = ({ path }) => envelope(path === '/api/goods/list' ? { id: 3 } : { path });
    const { session, store } = openSession(server.base);
    const shown = session.show(at('/order/info/1'), [
      { id: 'outer', entries: { goods: entry('goods.list') } },
      {
        id: 'inner',
        parent: 'outer',
        entries: { related: entry('goods.related', { params: { id: '$data.goods.id' }, after: ['goods'] }) },
      },
    ]);
    await session.settled();
    const inner = shown.get('inner');
    expect(inner && store.get(inner.scope).data).toEqual({
      goods: { id: 3 },
      related: { path: '/api/goods/related/3' },
    });
  });
});

describe('failing and renewing', () => {
  test('what reads a failed entry fails with it, and a retry asks both', async () => {
    let broken = true;
    reply = ({ path }) => (broken ? envelope(null, 500, '坏了') : envelope({ id: 2, path }));
    const { state, session, ownerData } = showPage({
      goods: entry('goods.list'),
      related: entry('goods.related', { params: { id: '$data.goods.id' }, after: ['goods'] }),
    });
    await session.settled();
    expect(state('related')).toMatchObject({ status: 'failed', failure: { code: 500, message: '坏了' } });
    broken = false;
    const again = session.renew(['related'], ownerData);
    expect(state('goods').status).toBe('loading');
    await again;
    await session.settled();
    expect(state('related')).toMatchObject({ status: 'ready', data: { path: '/api/goods/related/2' } });
  });

  test('a retry of one entry leaves others of the same call alone', async () => {
    const { session, ownerData } = showPage({
      a: entry('goods.detail', { params: { id: '1' } }),
      b: entry('goods.detail', { params: { id: '2' } }),
    });
    await session.settled();
    await session.renew(['a'], ownerData);
    expect(server.paths().filter((path) => path.endsWith('/1'))).toHaveLength(2);
    expect(server.paths().filter((path) => path.endsWith('/2'))).toHaveLength(1);
  });

  test('a renewal replaces only the parts that its answer changes', async () => {
    reply = () => envelope({ rows: [{ id: 1 }, { id: 2 }], total: 2 });
    const { state, session, store, ownerData } = showPage({ cart: entry('cart.total') });
    await session.settled();
    const before = state('cart');
    let changes = 0;
    store.sub(ownerData.scope, () => (changes += 1));
    await session.renew(['cart.total']);
    expect(state('cart')).toBe(before);
    expect(changes).toBe(0);
    reply = () => envelope({ rows: [{ id: 1 }, { id: 3 }], total: 2 });
    await session.renew(['cart.total']);
    expect(state('cart').data).toEqual({ rows: [{ id: 1 }, { id: 3 }], total: 2 });
    expect(valueAt(state('cart').data, '/rows/0')).toBe(valueAt(before.data, '/rows/0'));
    expect(changes).toBe(1);
  });

  test('a fault while renewing keeps the last answer, a refusal does not', async () => {
    const { state, session } = showPage({ cart: entry('cart.total') });
    await session.settled();
    reply = (_, response) => void response.destroy();
    await session.renew(['cart.total']);
    expect(state('cart')).toMatchObject({ status: 'ready', failure: { kind: 'network' } });
    reply = ({ path, url, body }) => envelope({ path, url, body });
    await session.renew(['cart.total']);
    expect(state('cart')).toMatchObject({ status: 'ready', failure: null });
    reply = () => envelope(null, 401, '请登录');
    await session.renew(['cart.total']);
    expect(state('cart')).toMatchObject({ status: 'failed', data: undefined, failure: { code: 401 } });
  });

  test('the newest of two renewals wins, whichever is answered first', async () => {
    let version = 0;
    const last = Promise.withResolvers<void>();
    reply = async () => {
      version += 1;
      const mine = version;
      if (mine === 2) await last.promise;
      return envelope(mine);
    };
    const { state, session, store, ownerData } = showPage({ cart: entry('cart.total') });
    await session.settled();
    const seen = new Set<unknown>();
    store.sub(ownerData.state('cart'), () => seen.add(state('cart').data));
    const first = session.renew(['cart.total']);
    await until(() => version === 2);
    await session.renew(['cart.total']);
    last.resolve();
    await first;
    expect(state('cart')).toMatchObject({ status: 'ready', data: 3 });
    expect([...seen]).toEqual([3]);
  });

  test('a request that a renewal replaces is no failure', async () => {
    reply = async () => {
      await pause(20);
      return envelope('there');
    };
    const { state, session, store, ownerData } = showPage({ cart: entry('cart.total') });
    const seen: string[] = [];
    store.sub(ownerData.state('cart'), () => seen.push(state('cart').status));
    await session.renew(['cart.total']);
    expect(seen).toEqual(['ready']);
  });

  test('entries with a period are renewed while the page can be seen, quietly', async () => {
    let hidden = false;
    const listeners = new Set<() => void>();
    const visibility: Visibility = {
      hidden: () => hidden,
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const { session, store, state } = showPage({ cart: entry('cart.list', { every: 0.03 }) }, at('/'), {
      visibility,
    });
    await until(() => server.seen.length >= 3);
    hidden = true;
    await session.settled();
    const before = server.seen.length;
    await pause(100);
    expect(server.seen.length).toBe(before);
    hidden = false;
    for (const listener of listeners) listener();
    await until(() => server.seen.length > before);
    reply = () => envelope(null, 400, '不行');
    await until(() => state('cart').status === 'failed');
    expect(store.get(dialogAtom)).toBeNull();
    session.show(at('/away'), []);
    expect(listeners.size).toBe(0);
  });
});
