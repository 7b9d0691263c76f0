import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { listen, type Reply } from '../../support/listen.ts';
import { at, entry } from './show-page.ts';
import { envelope, openSession, until } from './support.ts';

/* What is requested for a page that will probably be shown at once. */

let reply: Reply = () => envelope(null);
const server = await listen((seen, response) => reply(seen, response));

const counts = (path: string) => server.paths().filter((other) => other === path).length;

beforeEach(() => {
  server.seen.length = 0;
  reply = ({ path, url, body }) => envelope({ path, url, body });
});

const next = { id: 'page', entries: { goods: entry('goods.list'), cart: entry('cart.total') } };
const waiting = {
  id: 'page',
  entries: {
    goods: entry('goods.detail', { params: { id: '4' } }),
    related: entry('goods.related', { params: { id: '$data.goods.id' }, after: ['goods'] }),
  },
};

test('what a page reads first is under way when it comes, and is requested once', async () => {
  const { session, store } = openSession(server.base);
  session.prepare(at('/list'), [next]);
  await until(() => server.seen.length === 2);
  const page = session.show(at('/list'), [next]).get('page');
  await session.settled();
  expect(server.paths().sort()).toEqual(['/api/cart/total', '/api/goods/list']);
  expect(page && store.get(page.state('goods')).status).toBe('ready');
});

test('an answer that came before the page is shown at once', async () => {
  const { session, store } = openSession(server.base);
  session.prepare(at('/list'), [next]);
  await session.settled();
  const page = session.show(at('/list'), [next]).get('page');
  expect(page && store.get(page.state('goods')).status).toBe('ready');
  await session.settled();
  expect(server.seen.length).toBe(2);
});

test('what waits for another entry is left to the page', async () => {
  reply = ({ path }) => envelope({ id: 9, path });
  const { session } = openSession(server.base);
  session.prepare(at('/list_info/4'), [waiting]);
  await session.settled();
  expect(server.paths()).toEqual(['/api/goods/detail/4']);
  session.show(at('/list_info/4'), [waiting]);
  await session.settled();
  expect(server.paths()).toEqual(['/api/goods/detail/4', '/api/goods/related/9']);
});

test('a failure is nobody’s until the page comes, which requests anew', async () => {
  reply = () => envelope(null, 401, '请登录');
  const { session, log } = openSession(server.base);
  const cart = { id: 'page', entries: { cart: entry('cart.list') } };
  session.prepare(at('/cart'), [cart]);
  await session.settled();
  expect(log).toEqual([]);
  session.show(at('/cart'), [cart]);
  await session.settled();
  expect(log).toEqual(['go /login?from=%2Fcart']);
  expect(counts('/api/cart/list')).toBe(2);
});

test('a failure that comes after the page is the page’s', async () => {
  reply = () => envelope(null, 401, '请登录');
  const { session, log } = openSession(server.base);
  const cart = { id: 'page', entries: { cart: entry('cart.list') } };
  session.prepare(at('/cart'), [cart]);
  session.show(at('/cart'), [cart]);
  await session.settled();
  expect(log).toEqual(['go /login?from=%2Fcart']);
  expect(counts('/api/cart/list')).toBe(1);
});

test('a page that does not come within a second is requested anew', async () => {
  const goods = { id: 'page', entries: { goods: entry('goods.list') } };
  const { session, store } = openSession(server.base);
  const arrived = Promise.withResolvers<void>();
  reply = () => {
    arrived.resolve();
    return new Promise(() => {});
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  session.prepare(at('/list'), [goods]);
  await arrived.promise;
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  reply = ({ path }) => envelope({ path });
  const page = session.show(at('/list'), [goods]).get('page');
  await session.settled();
  expect(page && store.get(page.state('goods')).status).toBe('ready');
  expect(counts('/api/goods/list')).toBe(2);
});

test('what a change has made old is not shown', async () => {
  const { session } = openSession(server.base);
  session.prepare(at('/list'), [next]);
  await session.settled();
  await session.renew(['goods.list']);
  session.show(at('/list'), [next]);
  await session.settled();
  expect(counts('/api/goods/list')).toBe(2);
  expect(counts('/api/cart/total')).toBe(1);
});

test('what is on the screen stays as it is', async () => {
  const { session } = openSession(server.base);
  session.show(at('/list'), [next]);
  await session.settled();
  session.prepare(at('/list'), [next]);
  await session.settled();
  expect(server.seen.length).toBe(2);
});

/* In a quiet moment, for a page that may be shown some time. */

const early = { early: true };

test('what came early is shown at once, and renewed', async () => {
  const { session, store } = openSession(server.base);
  session.prepare(at('/list'), [next], early);
  await session.settled();
  reply = () => new Promise(() => {});
  const page = session.show(at('/list'), [next]).get('page');
  await session.answered();
  expect(page && store.get(page.state('goods')).status).toBe('ready');
  await until(() => counts('/api/goods/list') === 2);
});

test('what came early is shown at once also where the link was pressed before', async () => {
  const { session, store } = openSession(server.base);
  session.prepare(at('/list'), [next], early);
  await session.settled();
  reply = () => new Promise(() => {});
  session.prepare(at('/list'), [next]);
  const page = session.show(at('/list'), [next]).get('page');
  await session.answered();
  expect(page && store.get(page.state('goods')).status).toBe('ready');
  await until(() => counts('/api/goods/list') === 2);
});

test('what comes early is requested once', async () => {
  const { session } = openSession(server.base);
  session.prepare(at('/list'), [next], early);
  await session.settled();
  session.prepare(at('/list'), [next], early);
  await session.settled();
  expect(server.seen.length).toBe(2);
});

test('a page that comes before what was requested early makes no request of its own', async () => {
  const { session, store } = openSession(server.base);
  session.prepare(at('/list'), [next], early);
  await until(() => server.seen.length === 2);
  session.prepare(at('/list'), [next]);
  const page = session.show(at('/list'), [next]).get('page');
  await session.answered();
  expect(page && store.get(page.state('goods')).status).toBe('ready');
  expect(server.seen.length).toBe(2);
});

test('a page that was left is waited for when it is shown again', async () => {
  const { session, store } = openSession(server.base);
  session.prepare(at('/list'), [next], early);
  session.show(at('/list'), [next]);
  await session.settled();
  session.show(at('/'), []);
  session.prepare(at('/list'), [next], early);
  reply = () => envelope('newer');
  const page = session.show(at('/list'), [next]).get('page');
  await session.answered();
  expect(page && store.get(page.state('goods')).data).toBe('newer');
});

test('what came early is waited for after five minutes', async () => {
  const { session, store } = openSession(server.base);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  session.prepare(at('/list'), [next], early);
  await session.settled();
  vi.advanceTimersByTime(300_000);
  vi.useRealTimers();
  reply = () => envelope('newer');
  const page = session.show(at('/list'), [next]).get('page');
  await session.answered();
  expect(page && store.get(page.state('goods')).data).toBe('newer');
});

test('nobody learns that what was to come early has failed, and the page requests it anew', async () => {
  reply = () => envelope(null, 401, '请登录');
  const { session, store, log } = openSession(server.base);
  session.prepare(at('/list'), [next], early);
  await session.settled();
  expect(log).toEqual([]);
  reply = ({ path }) => envelope({ path });
  const page = session.show(at('/list'), [next]).get('page');
  await session.answered();
  expect(page && store.get(page.state('goods')).status).toBe('ready');
});
