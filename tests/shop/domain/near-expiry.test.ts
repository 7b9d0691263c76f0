import { expect, it } from 'vitest';
import { fromShopTime } from '#shop/domain/calendar.ts';
import { isNearExpiry, nearExpiryLimit } from '#shop/domain/near-expiry.ts';

const site = { constants: { trade: { nearExpiryMonths: 6 } } };

it('goods are near their expiry up to the day that is so many months ahead', () => {
  const limit = nearExpiryLimit(fromShopTime('2026-11-01T10:00:00'), site);
  expect(limit).toBe('2027-05-01');
  expect(isNearExpiry('2027-05-01', limit)).toBe(true);
  expect(isNearExpiry('2027-05-02', limit)).toBe(false);
  expect(isNearExpiry(null, limit)).toBe(false);
});
