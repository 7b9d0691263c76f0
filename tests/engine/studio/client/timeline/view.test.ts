import { describe, expect, test } from 'vitest';
import { momentAt, place, scaleOf, viewAround, viewFrom } from '#engine/studio/client/timeline/view.ts';
import { DAY, HOUR } from '#engine/studio/client/timeline/wall-time.ts';

const ZONE = 'Asia/Shanghai';
const at = (text: string) => Date.parse(`${text}+08:00`);

describe('what is seen of the time', () => {
  test('begins with the day of a moment, and has as many days as the zoom says', () => {
    expect(viewFrom(at('2026-12-12T13:20:00'), 'week', ZONE)).toEqual({
      from: at('2026-12-12T00:00:00'),
      until: at('2026-12-19T00:00:00'),
    });
  });

  test('leaves some days before the moment that it is to show', () => {
    expect(viewAround(at('2026-12-12T13:20:00'), 'month', ZONE).from).toBe(at('2026-12-08T00:00:00'));
  });

  test('has as many hours as its days, where the clocks change', () => {
    const { from, until } = viewFrom(Date.parse('2026-10-24T00:00:00+02:00'), 'week', 'Europe/Berlin');
    expect(until - from).toBe(7 * DAY + HOUR);
  });
});

describe('the scale', () => {
  test('of a week has its days by name over quarters of the day', () => {
    const { upper, lower } = scaleOf(viewFrom(at('2026-12-12T00:00:00'), 'week', ZONE), 'week', ZONE);
    expect(upper.map(({ label }) => label).slice(0, 2)).toEqual(['12月12日 周六', '12月13日 周日']);
    expect(lower.map(({ label }) => label).slice(0, 5)).toEqual(['0时', '6时', '12时', '18时', '0时']);
    expect(lower).toHaveLength(28);
  });

  test('of a month has the months over its days', () => {
    const view = viewFrom(at('2026-12-12T00:00:00'), 'month', ZONE);
    const { upper, lower } = scaleOf(view, 'month', ZONE);
    expect(upper.map(({ label }) => label)).toEqual(['2026年12月', '2027年1月']);
    expect(lower).toHaveLength(31);
  });

  test('of a quarter has weeks that begin on Monday', () => {
    const view = viewFrom(at('2026-12-12T00:00:00'), 'quarter', ZONE);
    expect(scaleOf(view, 'quarter', ZONE).lower[0]?.label).toBe('12月7日');
  });
});

describe('a period in the view', () => {
  const view = viewFrom(at('2026-12-10T00:00:00'), 'week', ZONE);

  test('stands where its days are', () => {
    const window = { from: view.from + DAY, until: view.from + 2 * DAY };
    const placed = place(window, view);
    expect(placed).toMatchObject({ opens: false, closes: false });
    expect(placed).toHaveProperty('left', (1 / 7) * 100);
    expect((placed as { width: number }).width).toBeCloseTo((1 / 7) * 100);
  });

  test('goes to the edge where it has no end, and says so', () => {
    expect(place({ from: -Infinity, until: Infinity }, view)).toEqual({
      left: 0,
      width: 100,
      opens: true,
      closes: true,
    });
  });

  test('goes to the edge where it goes on', () => {
    expect(place({ from: view.from - DAY, until: view.until + DAY }, view)).toEqual({
      left: 0,
      width: 100,
      opens: false,
      closes: false,
    });
  });

  test('is before it or after it when nothing of it is seen', () => {
    expect(place({ from: view.from - DAY, until: view.from }, view)).toBe('before');
    expect(place({ from: view.until, until: Infinity }, view)).toBe('after');
  });

  test('is pointed at to the minute', () => {
    expect(momentAt(0.5, view)).toBe(at('2026-12-13T12:00:00'));
    expect(momentAt(0.50001, view) % 60_000).toBe(0);
  });
});
