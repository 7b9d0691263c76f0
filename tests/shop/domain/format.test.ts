import { describe, expect, test } from 'vitest';
import { formatDate, formatDateTime, formatFen, formatYuan, splitSpan } from '#shop/domain/format.ts';

describe('money as text', () => {
  test('two decimals, floored, with separators', () => {
    expect(formatYuan(12.5)).toBe('12.50');
    expect(formatYuan(1234567.899)).toBe('1,234,567.89');
  });

  test('every amount of fen prints its own cents', () => {
    for (let fen = 0; fen < 20_000; fen += 1) {
      const cents = String(fen % 100).padStart(2, '0');
      expect(formatFen(fen).replace(',', '')).toBe(`¥${Math.floor(fen / 100)}.${cents}`);
    }
  });
});

describe('time as text', () => {
  test('shop time, whatever zone the machine is in', () => {
    expect(formatDateTime(1_793_462_400)).toBe('2026-11-01 00:00:00');
    expect(formatDate(1_793_462_399)).toBe('2026-10-31');
  });

  test('a span in clock parts', () => {
    expect(splitSpan(90_061)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 });
    expect(splitSpan(-5)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  });
});
