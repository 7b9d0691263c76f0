import { expect, it } from 'vitest';
import { axisOf } from '#engine/blocks/chart/scale.ts';

it('begins at 0 while nothing is negative', () => {
  expect(axisOf([3, 31, 0])).toEqual({ top: 40, bottom: 0 });
  expect(axisOf([])).toEqual({ top: 4, bottom: 0 });
});

it('reaches as far below 0 as above where a value is negative, so that 0 is a step of it', () => {
  expect(axisOf([120, -310])).toEqual({ top: 400, bottom: -400 });
});
