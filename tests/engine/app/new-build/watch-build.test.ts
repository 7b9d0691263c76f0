import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchBuild } from '#engine/app/new-build/watch-build.ts';

let seen = true;
const visibility = { hidden: () => !seen, onChange: () => () => {} };
const answers: { superseded: boolean; fails: boolean } = { superseded: false, fails: false };
const looks = vi.fn(async (_address: string, _init: RequestInit) => {
  if (answers.fails) throw new TypeError('fetch failed');
  return new Response(null, { headers: answers.superseded ? { 'x-superseded': 'true' } : {} });
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', looks);
  looks.mockClear();
  seen = true;
  Object.assign(answers, { superseded: false, fails: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

test('a tab learns within five minutes that its build is superseded, once, and looks no more', async () => {
  const onSuperseded = vi.fn();
  watchBuild('/assets/entry-1.js', visibility, onSuperseded);
  await minutes(11);
  expect([looks.mock.calls.length, onSuperseded.mock.calls.length]).toEqual([2, 0]);
  answers.superseded = true;
  await minutes(5);
  expect(onSuperseded).toHaveBeenCalledTimes(1);
  await minutes(60);
  expect(looks.mock.lastCall).toEqual(['/assets/entry-1.js', { method: 'HEAD', cache: 'no-store' }]);
  expect([looks.mock.calls.length, onSuperseded.mock.calls.length]).toEqual([3, 1]);
});

test('a tab that nobody sees does not look, and one whose server is away looks again later', async () => {
  const onSuperseded = vi.fn();
  watchBuild('/assets/entry-1.js', visibility, onSuperseded);
  seen = false;
  await minutes(30);
  expect(looks).not.toHaveBeenCalled();
  seen = true;
  answers.fails = true;
  await minutes(5);
  Object.assign(answers, { superseded: true, fails: false });
  expect(onSuperseded).not.toHaveBeenCalled();
  await minutes(5);
  expect(onSuperseded).toHaveBeenCalledTimes(1);
});
