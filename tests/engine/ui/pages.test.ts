import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageStops } from '#engine/ui/pagination/pages.ts';

test('few pages are all shown', () => {
  expect(pageStops(2, 4)).toEqual([1, 2, 3, 4]);
});

test('many pages show the ends, the current one and its neighbours', () => {
  expect(pageStops(10, 20)).toEqual([1, 'gap-before', 8, 9, 10, 11, 12, 'gap-after', 20]);
  expect(pageStops(1, 20)).toEqual([1, 2, 3, 4, 5, 6, 'gap-after', 20]);
  expect(pageStops(20, 20)).toEqual([1, 'gap-before', 15, 16, 17, 18, 19, 20]);
});

test('a page is shown once, in order, and the row is never longer than nine', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(499), (last, offset) => {
      const page = (offset % last) + 1;
      const stops = pageStops(page, last);
      const numbers = stops.filter((stop) => typeof stop === 'number');
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      expect(numbers).toContain(page);
      expect(stops.length).toBeLessThanOrEqual(9);
    }),
  );
});
