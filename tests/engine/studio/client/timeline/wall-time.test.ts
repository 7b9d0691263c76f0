import { describe, expect, test } from 'vitest';
import { DAY, HOUR, inField, later, ofField } from '#engine/studio/client/timeline/wall-time.ts';

const BERLIN = 'Europe/Berlin';

describe('moments by the clocks of the shop', () => {
  test('keep the time of day over days on which the clocks change', () => {
    const before = Date.parse('2026-10-24T09:00:00+02:00');
    expect(later(before, 2 * DAY, BERLIN)).toBe(Date.parse('2026-10-26T09:00:00+01:00'));
    expect(later(before, 48 * HOUR + HOUR, BERLIN)).toBe(Date.parse('2026-10-26T09:00:00+01:00'));
  });

  test('stand in a field as its clocks show them, and are read from it', () => {
    const moment = Date.parse('2026-12-11T16:30:00Z');
    expect(inField(moment, 'Asia/Shanghai')).toBe('2026-12-12T00:30');
    expect(ofField('2026-12-12T00:30', 'Asia/Shanghai')).toBe(moment);
  });

  test('are nothing in a field that is empty', () => {
    expect(inField(Infinity, BERLIN)).toBe('');
    expect(ofField('', BERLIN)).toBeUndefined();
  });
});
