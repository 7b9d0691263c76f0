import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRenderingTurns } from '#engine/host/load/rendering-turns.ts';

it('lets the event loop go on between two pages whose data came at once', async () => {
  const { next } = createRenderingTurns();
  const done: string[] = [];
  const page = async (name: string) => {
    await next();
    done.push(name);
    setImmediate(() => done.push('what was waiting'));
  };
  await Promise.all(['home', 'list', 'detail'].map(page));
  await nextTurn();
  expect(done).toEqual([
    'home',
    'what was waiting',
    'list',
    'what was waiting',
    'detail',
    'what was waiting',
  ]);
});

it('has few pages hold their data while they wait to be rendered, however many come at once', async () => {
  const { begin, next } = createRenderingTurns();
  let holding = 0;
  let most = 0;
  const page = async () => {
    await begin('normal');
    await nextTurn();
    holding += 1;
    most = Math.max(most, holding);
    await next();
    holding -= 1;
  };
  await Promise.all(Array.from({ length: 50 }, page));
  expect(holding).toBe(0);
  expect(most).toBeLessThanOrEqual(3);
});

it('begins pages in the order in which they came', async () => {
  const { begin, next } = createRenderingTurns();
  const begun: number[] = [];
  const page = async (_: unknown, number: number) => {
    await begin('normal');
    begun.push(number);
    await next();
  };
  await Promise.all(Array.from({ length: 20 }, page));
  expect(begun).toEqual(Array.from({ length: 20 }, (_, number) => number));
});

it('lets a page on which something is bought begin before those that look around', async () => {
  const { begin, next } = createRenderingTurns();
  const begun: string[] = [];
  const page = async (name: string, priority: 'normal' | 'high') => {
    await begin(priority);
    begun.push(name);
    await next();
  };
  await Promise.all([
    page('home', 'normal'),
    page('list', 'normal'),
    page('cart', 'high'),
    page('detail', 'normal'),
    page('checkout', 'high'),
  ]);
  expect(begun).toEqual(['cart', 'checkout', 'home', 'list', 'detail']);
});

it('lets others begin while the data of many is slow to come', async () => {
  const { begin, next } = createRenderingTurns();
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
  const page = async (data: Promise<void>) => {
    await begin('normal');
    await data;
    await next();
  };
  let slowDone = 0;
  const slow = Array.from({ length: 100 }, async () => {
    await page(late);
    slowDone += 1;
  });
  await page(Promise.resolve());
  expect(slowDone).toBe(0);
  arrive();
  await Promise.all(slow);
  expect(slowDone).toBe(100);
});

it('goes on after a page that failed while it was loaded', async () => {
  const { begin, next } = createRenderingTurns();
  await begin('normal');
  await begin('normal');
  await expect(next()).resolves.toBeUndefined();
});
