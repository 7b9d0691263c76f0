import { createStore } from 'jotai/vanilla';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClock, nowAtom, toSeconds } from '#engine/runtime/clock.ts';

describe('timestamps', () => {
  test.each([
    [1_700_000_000, 1_700_000_000],
    [1_700_000_000_000, 1_700_000_000],
    [1_700_000_000_999, 1_700_000_000],
    [17, undefined],
    ['1700000000', undefined],
    [Number.NaN, undefined],
    [null, undefined],
  ])('%s is %s seconds', (timestamp, seconds) => {
    expect(toSeconds(timestamp)).toBe(seconds);
  });
});

describe("the server's clock", () => {
  beforeEach(() => void vi.useFakeTimers({ now: 5_000 }));
  afterEach(() => void vi.useRealTimers());

  test('stands still until it is started, then moves on each second', () => {
    const store = createStore();
    const clock = createClock(store, 1_700_000_000);
    vi.advanceTimersByTime(3000);
    expect(store.get(nowAtom)).toBe(1_700_000_000);
    const stop = clock.start();
    vi.advanceTimersByTime(1000);
    expect(store.get(nowAtom)).toBe(1_700_000_004);
    vi.advanceTimersByTime(1000);
    expect(store.get(nowAtom)).toBe(1_700_000_005);
    stop();
    vi.advanceTimersByTime(5000);
    expect(store.get(nowAtom)).toBe(1_700_000_005);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not care when the local clock is changed', () => {
    const store = createStore();
    const clock = createClock(store, 1_700_000_000);
    vi.setSystemTime(9_999_999_999_999);
    vi.advanceTimersByTime(2000);
    expect(clock.now()).toBe(1_700_000_002);
  });

  test('takes over what the server tells later', () => {
    const store = createStore();
    const clock = createClock(store, 1_700_000_000);
    clock.set(1_800_000_000);
    expect(store.get(nowAtom)).toBe(1_800_000_000);
    vi.advanceTimersByTime(1500);
    expect(clock.now()).toBe(1_800_000_001);
  });

  test('is one for each store', () => {
    const [a, b] = [createStore(), createStore()];
    createClock(a, 1_700_000_000);
    createClock(b, 1_800_000_000);
    expect([a.get(nowAtom), b.get(nowAtom)]).toEqual([1_700_000_000, 1_800_000_000]);
  });
});
