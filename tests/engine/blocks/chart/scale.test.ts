import { expect, it } from 'vitest';
import { axisOf } from '#engine/blocks/chart/scale.ts';

it('begins at 0 while nothing is negative', () => {
  expect(axisOf([3, 31, 0])).toEqual({ top: 40, bottom: 0, parts: 4 });
  expect(axisOf([])).toEqual({ top: 4, bottom: 0, parts: 4 });
  expect(axisOf([9])).toEqual({ top: 12, bottom: 0, parts: 4 });
});

it('goes below 0 no further than the values do, in even steps of which 0 is one', () => {
  expect(axisOf([120, -310])).toEqual({ top: 200, bottom: -400, parts: 3 });
  expect(axisOf([215, -30])).toEqual({ top: 300, bottom: -100, parts: 4 });
  expect(axisOf([-8, -2]).top).toBe(0);
});
