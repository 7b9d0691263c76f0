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

  it('may come in the smallest unit', () => {
    const money = { currency: 'GBP', unit: 'minor' } as const;
    const pounds = formatsFor({ locale: 'en-GB', money });
    expect([123_456, 5, -199].map(pounds.money)).toEqual(['£1,234.56', '£0.05', '-£1.99']);
    const yen = formatsFor({ locale: 'ja-JP', money: { currency: 'JPY', unit: 'minor' } });
    expect(yen.money(1980)).toBe('￥1,980');
  });

  it('have symbol, groups and decimals where the locale has them', () => {
    const inLocale = (locale: string, currency: string) =>
      formatsFor({ locale, money: { currency, unit: 'major' } });
    expect([1234.5, -5].map(inLocale('en-US', 'USD').money)).toEqual(['$1,234.50', '-$5.00']);
    expect([1234.5, -5].map(inLocale('de-DE', 'EUR').money)).toEqual(['1.234,50\u00A0€', '-5,00\u00A0€']);
    expect(inLocale('de-DE', 'EUR').currency).toEqual({
      before: '',
      after: '\u00A0€',
      decimal: ',',
    });
    expect(inLocale('de-DE', 'EUR').number(1234.5)).toBe('1.234,5');
  });

  it('have the symbol and the decimals of the site, where it names some', () => {
    const money = { currency: 'USD', symbol: 'US$', decimals: 3, unit: 'major' } as const;
    expect(formatsFor({ locale: 'en-CA', money }).money(2)).toBe('US$2.000');
    expect(formatsFor({ locale: 'fr-CA', money }).money(2)).toBe('2,000\u00A0US$');
  });
});

describe('moments', () => {
  it('are shown by the clock of the site, whatever the machine says', () => {
    const { date, time } = formatsFor();
    expect([date(1_793_498_400), time(1_793_498_400)]).toEqual(['2026-11-01', '2026-11-01 10:00:00']);
    expect(formatsFor({ timeZone: 'Europe/London' }).time(1_793_498_400)).toBe('2026-11-01 02:00:00');
  });

  it('are written as the locale writes them, where the site asks for that', () => {
    const london = { locale: 'en-GB', timeZone: 'Europe/London' };
    const { date, dayOfYear, time, minute } = formatsFor({ ...london, dates: 'medium' });
    expect([date, dayOfYear, time, minute].map((write) => write(1_793_498_400))).toEqual([
      '1 Nov 2026',
      '1 Nov',
      '1 Nov 2026, 02:00:00',
      '1 Nov 2026, 02:00',
    ]);
    expect(formatsFor({ ...london, dates: 'short' }).date(1_793_498_400)).toBe('01/11/2026');
    expect(formatsFor({ locale: 'de-DE', dates: 'long' }).date(1_793_498_400)).toBe('1. November 2026');
    const american = formatsFor({ locale: 'en-US', timeZone: 'America/New_York', dates: 'medium' });
    expect(american.minute(1_793_498_400)).toBe('Oct 31, 2026, 10:00 PM');
  });

  it('that come as a day or a month are the same day in every zone', () => {
    const { calendar } = formatsFor({ locale: 'en-GB', timeZone: 'America/New_York', dates: 'medium' });
    expect(['2028-07-31', '2028-07', 'soon', '2028-13-01'].map(calendar)).toEqual([
      '31 Jul 2028',
      'Jul 2028',
      'soon',
      '2028-13-01',
    ]);
    expect(formatsFor().calendar('2028-07')).toBe('2028-07');
  });

  it('have a form for machines that no locale changes', () => {
    expect(formatsFor({ locale: 'en-GB', dates: 'long' }).isoDate(1_793_498_400)).toBe('2026-11-01');
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
    expect(shown(1_793_498_400, 'time')).toBe('2026-11-01 10:00:00');
    expect([shown(true, 'text'), shown(false, 'text')]).toEqual(['是', '否']);
    expect([shown(null, 'text'), shown(undefined, 'money'), shown({}, 'text')]).toEqual(['', '', '']);
  });

  it('is the same moment in ISO 8601, by the clock of the site', () => {
    const american = formatsFor({ locale: 'en-US', timeZone: 'America/New_York', dates: 'medium' });
    const shown = (value: string, kind: 'date' | 'time' | 'text') => displayValue(value, kind, american);
    expect(shown('2026-11-01T02:00:00.25Z', 'date')).toBe('Oct 31, 2026');
    expect(shown('2026-11-01T10:00:00+08:00', 'time')).toBe('Oct 31, 2026, 10:00:00 PM');
    expect(shown('2026-11-01T02:00:00Z', 'text')).toBe('2026-11-01T02:00:00Z');
    expect(['2026-13-01T02:00:00Z', '2026-11-01T02:00:00'].map((text) => shown(text, 'time'))).toEqual([
      '2026-13-01T02:00:00Z',
      '2026-11-01T02:00:00',
    ]);
  });
});

describe('names in a line', () => {
  it('are parted and followed by the marks of the language', () => {
    expect([formatsFor().list(['甲', '乙']), formatsFor().labelled('数量', '3')]).toEqual([
      '甲、乙',
      '数量：3',
    ]);
    const texts = { yes: 'Yes', no: 'No', marks: { list: ', ', colon: ': ', space: ' ' } };
    const { list, labelled } = formatsFor({ texts });
    expect([list(['a', 'b']), labelled('Quantity', '3')]).toEqual(['a, b', 'Quantity: 3']);
  });
});
