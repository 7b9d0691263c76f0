import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayValue } from '#engine/runtime/format/display.ts';
import { fromLocalTime, localTime } from '#engine/runtime/format/zone.ts';
import { formatsFor } from '../../support/formats.ts';

describe('amounts', () => {
  it('are cut off behind the last decimal, digit by digit', () => {
    const { amount, money } = formatsFor();
    expect([amount(19.99), amount(1234.5), amount(0.129)]).toEqual(['19.99', '1,234.50', '0.12']);
    expect([money(1234.5), money(-5)]).toEqual(['¥1,234.50', '-¥5.00']);
  });

  it('may come in the smallest unit, and of another currency', () => {
    const pounds = formatsFor({ locale: 'en-GB', money: { symbol: '£', decimals: 2, unit: 'minor' } });
    expect([pounds.money(123_456), pounds.money(5), pounds.money(-199)]).toEqual([
      '£1,234.56',
      '£0.05',
      '-£1.99',
    ]);
    const yen = formatsFor({ locale: 'ja-JP', money: { symbol: '￥', decimals: 0, unit: 'minor' } });
    expect(yen.money(1980)).toBe('￥1,980');
  });
});

describe('moments', () => {
  it('are shown by the clock of the site, whatever the machine says', () => {
    const { date, time } = formatsFor();
    expect([date(1_793_498_400), time(1_793_498_400)]).toEqual(['2026-11-01', '2026-11-01 10:00:00']);
    expect(formatsFor({ timeZone: 'Europe/London' }).time(1_793_498_400)).toBe('2026-11-01 02:00:00');
  });

  it('are read back as they are shown, on both sides of summer time', () => {
    const zones = ['Asia/Shanghai', 'Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'UTC'];
    const again = (shown: string, zone: string) => localTime(fromLocalTime(shown, zone), zone);
    fc.assert(
      fc.property(
        fc.integer({ min: 946_684_800, max: 4_102_444_800 }),
        fc.constantFrom(...zones),
        (seconds, zone) => {
          const shown = localTime(seconds, zone);
          expect(again(shown, zone)).toBe(shown);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('that a clock skips are those after it, and that it shows twice are the first', () => {
    expect(localTime(fromLocalTime('2026-03-29T01:30:00', 'Europe/London'), 'Europe/London')).toBe(
      '2026-03-29T02:30:00',
    );
    expect(fromLocalTime('2026-10-25T01:30:00', 'Europe/London')).toBe(Date.UTC(2026, 9, 25, 0, 30) / 1000);
  });

  it('are nothing when they are no date and time', () => {
    const { fromInput } = formatsFor();
    expect(['', '明天', '2026-13-01T10:00', '2026'].map(fromInput)).toEqual([NaN, NaN, NaN, NaN]);
  });
});

describe('a value without a block of its own', () => {
  it('is shown by its kind', () => {
    const shown = (value: unknown, kind: Parameters<typeof displayValue>[1]) =>
      displayValue(value, kind, formatsFor());
    expect(shown(1234.5, 'money')).toBe('¥1,234.50');
    expect(shown('2028-07-31', 'date')).toBe('2028-07-31');
    expect([shown(true, 'text'), shown(false, 'text')]).toEqual(['是', '否']);
    expect([shown(null, 'text'), shown(undefined, 'money'), shown({}, 'text')]).toEqual(['', '', '']);
  });
});
