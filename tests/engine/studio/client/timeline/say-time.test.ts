import { expect, test } from 'vitest';
import { sayLength, sayMoment, sayWindow, sayZone } from '#engine/studio/client/timeline/say-time.ts';
import { DAY, HOUR } from '#engine/studio/client/timeline/wall-time.ts';

const ZONE = 'Asia/Shanghai';
const START = Date.parse('2026-12-12T00:00:00+08:00');

test('a moment is said with its weekday, in the zone of the shop', () => {
  expect(sayMoment(START, ZONE)).toBe('2026-12-12 周六 00:00');
});

test('a length is said without the parts that are nothing', () => {
  expect(sayLength(3 * DAY + 4 * HOUR)).toBe('3 天 4 小时');
  expect(sayLength(HOUR / 2)).toBe('30 分');
});

test('a period is said with its length, and an open end as such', () => {
  expect(sayWindow({ from: START, until: START + DAY }, ZONE)).toBe(
    '2026-12-12 周六 00:00 至 2026-12-13 周日 00:00，1 天',
  );
  expect(sayWindow({ from: START, until: Infinity }, ZONE)).toBe('2026-12-12 周六 00:00 至 以后一直');
});

test('a zone is named with its distance from UTC at that moment', () => {
  expect(sayZone(START, 'Europe/Berlin')).toBe('Europe/Berlin（UTC+01:00）');
});
