import { describe, expect, it } from 'vitest';
import { landing } from '#shop/blocks/lottery/shown/landing.ts';

describe('the light of the lottery', () => {
  const cases = [1, 2, 7, 12].flatMap((count) =>
    [0, count - 1].flatMap((from) =>
      Array.from({ length: count }, (_, target) => [count, from, target] as const),
    ),
  );

  it.each(cases)('over %i places from %i stands still on %i, in time', (count, from, target) => {
    for (const time of [700, 2000]) {
      const pauses = landing(from, target, { count, time });
      expect((from + pauses.length) % count).toBe(target);
      expect(pauses.length).toBeGreaterThanOrEqual(count);
      expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeCloseTo(time);
      expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    }
  });

  it('starts from nowhere, too', () => {
    expect((-1 + landing(-1, 3, { count: 7, time: 2000 }).length) % 7).toBe(3);
  });
});
