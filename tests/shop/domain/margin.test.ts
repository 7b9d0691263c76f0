import { expect, it } from 'vitest';
import { marginPercent } from '#shop/domain/margin.ts';

it('is the part of the suggested price that stays', () => {
  expect(marginPercent(20, 15)).toBe(25);
  expect(marginPercent(19.9, 6.29)).toBe(68.4);
});

it('is not said where a price is hidden or nothing stays', () => {
  expect(marginPercent(null, 6)).toBeNull();
  expect(marginPercent(20, null)).toBeNull();
  expect(marginPercent(20, 20)).toBeNull();
  expect(marginPercent(20, 25)).toBeNull();
});
