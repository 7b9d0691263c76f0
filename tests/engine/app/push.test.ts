import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserWatch } from '#engine/app/push.ts';

const visibility = { hidden: () => false, onChange: () => () => {} };

/** As much of a browser's own as a line uses: whether it was given up is the browser's to say. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 1;
  readonly address: string;
  constructor(address: string) {
    super();
    this.address = address;
    Source.opened.push(this);
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
  fail(givenUp: boolean): void {
    this.readyState = givenUp ? Source.CLOSED : 0;
    this.dispatchEvent(new Event('error'));
  }
}

beforeEach(() => {
  Source.opened = [];
  vi.stubGlobal('EventSource', Source);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a line that was refused is opened again after a while, until nobody needs it', async () => {
  const stop = browserWatch(visibility, () => 1000)('cart.list', () => {});
  await vi.waitUntil(() => Source.opened.length === 1);
  vi.useFakeTimers();
  Source.opened[0]?.fail(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Source.opened).toHaveLength(1);
  Source.opened[0]?.fail(true);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(Source.opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(Source.opened.map(({ address }) => address)).toEqual(
    Array.from({ length: 2 }, () => '/api/events?calls=cart.list&since=998'),
  );
  Source.opened[1]?.fail(true);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Source.opened).toHaveLength(2);
});
