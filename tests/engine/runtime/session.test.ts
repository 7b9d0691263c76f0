import { beforeEach, describe, expect, test } from 'vitest';
import { nowAtom } from '#engine/runtime/clock.ts';
import { dialogAtom, noticesAtom } from '#engine/runtime/notices.ts';
import { listen, type Reply } from '../../support/listen.ts';
import { fetchFrom } from '../support/api.ts';
import { at, entry, pagesOf } from './show-page.ts';
import { envelope, openSession, pause, siteWith } from './support.ts';

let reply: Reply = () => envelope(null);
const server = await listen((seen, response) => reply(seen, response));

const counts = (path: string) => server.paths().filter((other) => other === path).length;

const showPage = pagesOf(server.base);

beforeEach(() => {
  server.seen.length = 0;
  reply = ({ path, url, body }) => envelope({ path, url, body });
});

describe('what the screen shows of failures', () => {
  test('a page whose data needs a login leads there, once, when its call is not silent', async () => {
    reply = () => envelope(null, 401, '请登录');
    const { session, log } = showPage(
      {
        cart: entry('cart.list'),
        other: entry('cart.list', { query: { filters: 1 } }),
        quiet: entry('cart.total'),
      },
      at('/cart'),
    );
    await session.settled();
    expect(log).toEqual(['go /login?from=%2Fcart']);
  });

  test('a server redirects for it and shows nothing', async () => {
    reply = ({ url }) => envelope(null, url.includes('filters=1&') ? 400 : 401, '不行');
    const { session, store, log } = showPage(
      { cart: entry('cart.list'), other: entry('cart.list', { query: { filters: 1 } }) },
      at('/cart'),
      { server: true, site: siteWith({ serverRenderTimeout: 500 }) },
    );
    await session.settled();
    expect(log).toEqual(['go /login?from=%2Fcart']);
    expect([store.get(dialogAtom), store.get(noticesAtom)]).toEqual([null, []]);
  });

  test('a page from a server shows what its server has read, whatever another tab keeps meanwhile', () => {
    const kept = { text: '{"listPath":"/list/table"}' };
    const memory = { read: () => kept.text, write: (text: string) => void (kept.text = text) };
    const rendered = openSession('', { server: true, memory }).session;
    const state = rendered.dehydrate();
    kept.text = '{"listPath":"/list/other"}';
    const { session, store } = openSession('', { state, memory });
    expect(store.get(session.siteNow).remember).toMatchObject({ listPath: '/list/table' });
  });

  test("an answer with the server's moment sets the clock", async () => {
    reply = () => envelope({ timestamp: 1_800_000_000 });
    const { session, store, ownerData } = showPage({ home: entry('goods.list') });
    expect(store.get(nowAtom)).toBe(1_700_000_000);
    await session.settled();
    expect(store.get(nowAtom)).toBe(1_800_000_000);
    expect(store.get(ownerData.liveScope).now).toBe(1_800_000_000);
  });

  test('a page whose declaration was changed while it is open keeps what it can', async () => {
    const { session, store } = showPage({ goods: entry('goods.list') });
    await session.settled();
    const changed = { goods: entry('goods.list'), cart: entry('cart.total') };
    const ownerData = session.show(at('/'), [{ id: 'page', entries: changed }]).get('page');
    expect(ownerData && store.get(ownerData.state('goods'))).toMatchObject({ status: 'ready' });
    await session.settled();
    expect(server.paths()).toEqual(['/api/goods/list', '/api/cart/total']);
  });
});

describe('the reader', () => {
  test('is a visitor when the call fails, silently, and entries that name them wait', async () => {
    reply = async ({ path }) => {
      if (path !== '/api/user/base') return envelope(path);
      await pause(20);
      return envelope(null, 401, '请登录');
    };
    const { session, state, log, store } = showPage({ cart: entry('cart.total', { when: '$user.show' }) });
    expect(state('cart').status).toBe('loading');
    expect(await session.identify()).toBe('visitor');
    expect(state('cart')).toMatchObject({ status: 'ready', data: undefined });
    expect(server.paths()).toEqual(['/api/user/base']);
    expect(log).toEqual([]);
    expect(store.get(session.viewer)).toEqual({ show: false, role: 'visitor' });
  });

  test('is nobody known when the answer is lost, however the header shows it, until one comes', async () => {
    reply = () => envelope(null, 503, '停机');
    const { session, log } = showPage({});
    expect(await session.identify()).toBeNull();
    expect(session.store.get(session.viewer)).toEqual({ show: false, role: 'visitor' });
    reply = () => envelope({ show: true, role: 'member' });
    expect(await session.identify()).toBeNull();
    expect(await session.identify({ again: true })).toBe('member');
    expect(await session.identify({ again: true })).toBe('member');
    expect(counts('/api/user/base')).toBe(2);
    expect(log).toEqual([]);
  });

  test('is requested once, and only when needed', async () => {
    reply = ({ path }) =>
      envelope(path === '/api/user/base' ? { show: true, role: 'member', name: '张' } : path);
    const { session, state } = showPage({ goods: entry('goods.list') });
    await session.settled();
    expect(counts('/api/user/base')).toBe(0);
    const found = await Promise.all([session.identify(), session.identify()]);
    expect(found[1]).toBe('member');
    expect(session.store.get(session.viewer)).toMatchObject({ role: 'member', name: '张' });
    expect(counts('/api/user/base')).toBe(1);
    expect(state('goods').status).toBe('ready');
  });
});

describe('rendering on a server', () => {
  const site = siteWith({ serverRenderTimeout: 500 });

  test('what is slow or deferred is left to the browser; what failed travels as failed', async () => {
    let inBrowser = false;
    reply = ({ path }) => {
      if (path === '/api/goods/related/1' && !inBrowser) return undefined;
      if (path === '/api/cart/total') return envelope(null, 503, '停机');
      return envelope({ path, timestamp: 1_700_000_500 });
    };
    const entries = {
      goods: entry('goods.list'),
      slow: entry('goods.related', { params: { id: 1 } }),
      cart: entry('cart.total'),
      later: entry('goods.detail', { params: { id: 5 }, defer: true }),
    };
    const rendering = showPage(entries, at('/'), { server: true, site });
    await rendering.session.settled();
    expect(['goods', 'slow', 'cart', 'later'].map((name) => rendering.state(name).status)).toEqual([
      'ready',
      'loading',
      'failed',
      'loading',
    ]);
    expect(counts('/api/goods/detail/5')).toBe(0);

    const state = JSON.parse(JSON.stringify(rendering.session.dehydrate()));
    expect(state.now).toBeGreaterThanOrEqual(1_700_000_000);
    server.seen.length = 0;
    inBrowser = true;
    const browser = showPage(entries, at('/'), { state });
    expect(browser.state('goods')).toMatchObject({
      status: 'ready',
      data: { path: '/api/goods/list' },
    });
    expect(browser.state('cart')).toMatchObject({
      status: 'failed',
      failure: { code: 503, message: '停机' },
    });
    await browser.session.settled();
    expect(server.paths().sort()).toEqual(['/api/goods/detail/5', '/api/goods/related/1']);
    expect(['slow', 'later'].map((name) => browser.state(name).status)).toEqual(['ready', 'ready']);
  });

  test('a reader who is not known in time does not hold up the page', async () => {
    reply = ({ path }) => (path === '/api/user/base' ? undefined : envelope(null));
    const { session, store } = openSession(server.base, { server: true, site });
    expect(await session.identify()).toBeNull();
    expect(store.get(session.viewerState).status).toBe('loading');
  });

  test('sessions of different readers share nothing', async () => {
    reply = ({ headers }) => envelope(headers.cookie ?? '');
    const asReader = (cookie: string) =>
      showPage({ cart: entry('cart.total') }, at('/'), {
        server: true,
        site,
        fetch: (input: RequestInfo | URL, init?: RequestInit) => {
          const headers = new Headers(init?.headers);
          headers.set('cookie', cookie);
          return fetchFrom(server.base)(input, { ...init, headers });
        },
      });
    const [a, b] = [asReader('sid=a'), asReader('sid=b')];
    await Promise.all([a.session.settled(), b.session.settled()]);
    expect([a.state('cart').data, b.state('cart').data]).toEqual(['sid=a', 'sid=b']);
  });
});
