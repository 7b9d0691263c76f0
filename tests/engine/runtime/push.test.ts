import { beforeEach, describe, expect, test } from 'vitest';
import { createWatch, type OpenStream } from '#engine/runtime/push.ts';
import type { Visibility } from '#engine/runtime/visibility.ts';
import { listen } from '../../support/listen.ts';
import { at, entry, pagesOf } from './show-page.ts';
import { envelope, until } from './support.ts';

let total = 0;
const server = await listen(() => envelope({ total: ++total }));
const showPage = pagesOf(server.base);

/** A line that a test speaks on, and a page that it hides. */
function createDesk() {
  const opened: string[][] = [];
  const sinces: number[] = [];
  let clock = 1000;
  let closed = 0;
  let notify: Parameters<OpenStream>[2] = () => {};
  let hidden = false;
  const listeners = new Set<() => void>();
  const open: OpenStream = (calls, since, listener) => {
    opened.push([...calls]);
    sinces.push(since);
    notify = listener;
    return () => {
      closed += 1;
    };
  };
  const visibility: Visibility = {
    hidden: () => hidden,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    watch: createWatch({ open, visibility, now: () => clock, since: clock }),
    visibility,
    opened,
    sinces,
    passTo: (seconds: number) => {
      clock = seconds;
    },
    closed: () => closed,
    say: (calls: string[]) => notify(calls),
    hide: (now: boolean) => {
      hidden = now;
      for (const listener of listeners) listener();
    },
  };
}

describe('data that the server announces', () => {
  beforeEach(() => {
    server.seen.length = 0;
  });

  test('is reloaded when the server notifies, quietly, and other data is left alone', async () => {
    const { watch, say, opened } = createDesk();
    const entries = { chat: entry('cart.list', { push: true }), other: entry('cart.total') };
    const { state, session } = showPage(entries, at('/'), { watch });
    await session.settled();
    await until(() => opened.length === 1);
    expect(opened).toEqual([['cart.list']]);
    const before = state('chat').data;
    say(['cart.list']);
    expect(state('chat').status).toBe('ready');
    await session.settled();
    expect(state('chat').data).not.toEqual(before);
    expect(server.paths().filter((path) => path === '/api/cart/total')).toHaveLength(1);
  });

  test('has one line for all entries of a page, exchanged as they change, closed with the last', async () => {
    const { watch, opened, closed } = createDesk();
    const entries = {
      one: entry('cart.list', { push: true }),
      two: entry('cart.total', { push: true }),
      asleep: entry('goods.list', { push: true, when: false }),
    };
    const { session } = showPage(entries, at('/'), { watch });
    await until(() => opened.length > 0);
    expect(opened).toEqual([['cart.list', 'cart.total']]);
    session.show(at('/away'), []);
    await until(() => closed() === 1);
    session.show(at('/back'), [{ id: 'page', entries: { back: entry('cart.total', { push: true }) } }]);
    await until(() => opened.length > 1);
    expect(opened).toEqual([['cart.list', 'cart.total'], ['cart.total']]);
  });

  test('has no stream while the page is hidden; changes of the meantime are delivered afterwards', async () => {
    const { watch, hide, opened, sinces, closed, passTo } = createDesk();
    passTo(1005);
    showPage({ chat: entry('cart.list', { push: true }) }, at('/'), { watch });
    await until(() => opened.length === 1);
    passTo(1020);
    hide(true);
    expect(closed()).toBe(1);
    passTo(1100);
    hide(false);
    expect(opened).toHaveLength(2);
    expect(sinces).toEqual([998, 1018]);
  });

  test('is requested once when a page opens: the stream delivers changes since the request', async () => {
    const { watch, opened } = createDesk();
    const { session } = showPage({ chat: entry('cart.list', { push: true }) }, at('/'), { watch });
    await until(() => opened.length === 1);
    await session.settled();
    expect(server.paths()).toEqual(['/api/cart/list']);
  });
});
