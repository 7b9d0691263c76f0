import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestQuantity } from '#engine/ui/quantity-stepper/quantity.ts';

test('a number between two packs goes up to the next', () => {
  expect(nearestQuantity(13, { min: 1, step: 10 })).toBe(20);
});

test('nothing below the minimum, which is itself rounded up to whole packs', () => {
  expect(nearestQuantity(1, { min: 15, step: 10 })).toBe(20);
  expect(nearestQuantity(Number.NaN, { min: 1, step: 5 })).toBe(5);
});

test('nothing above what is there, in whole packs', () => {
  expect(nearestQuantity(999, { min: 1, step: 10, max: 57 })).toBe(50);
});

test('what is settled stays settled, and is always whole packs', () => {
  const quantity = fc.integer({ min: 1, max: 9999 });
  fc.assert(
    fc.property(
      quantity,
      fc.integer({ min: 1, max: 200 }),
      quantity,
      fc.option(quantity),
      (wanted, step, min, cap) => {
        const bounds = { min, step, max: cap ?? undefined };
        const settled = nearestQuantity(wanted, bounds);
        expect(settled % step).toBe(0);
        expect(settled).toBeGreaterThanOrEqual(min);
        expect(nearestQuantity(settled, bounds)).toBe(settled);
      },
    ),
  );
});
