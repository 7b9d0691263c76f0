import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conventionsOf } from '#engine/runtime/format/conventions.ts';
import { createNumbers } from '#engine/runtime/format/numbers.ts';
import { localTime, steadyTime } from '#engine/runtime/format/zone.ts';

const LOCALES = [
  'zh-CN',
  'en-US',
  'en-IN',
  'de-DE',
  'de-CH',
  'fr-FR',
  'es-ES',
  'pl-PL',
  'pt-PT',
  'ja-JP',
  'ar-EG',
];

const settingsFor = (locale: string, timeZone = 'Asia/Shanghai') =>
  ({ locale, timeZone, money: { currency: 'CNY', unit: 'major' } }) as const;

const conventionsIn = (locale: string) => conventionsOf(settingsFor(locale));

const numbersIn = (locale: string, decimals: number, unit: 'major' | 'minor') =>
  createNumbers(locale, conventionsIn(locale).numbers, { decimals, unit });

const anyLocale = fc.constantFrom(...LOCALES);

/** Whole numbers, prices, and whatever else a number can be, but for the zero that Intl writes as `-0`. */
const anyNumber = fc.oneof(
  fc.nat({ max: 3_000_000_000 }),
  fc.nat({ max: 100_000_000 }).map((fen) => fen / 100),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
);

describe('conventions say how a locale writes', () => {
  it('its groups and decimals', () => {
    expect(conventionsIn('zh-CN').numbers).toEqual({
      decimal: '.',
      group: ',',
      lastGroup: 3,
      otherGroups: 3,
      groupedFrom: 4,
      isLatin: true,
    });
    expect(conventionsIn('en-IN').numbers).toMatchObject({ lastGroup: 3, otherGroups: 2 });
    expect(conventionsIn('es-ES').numbers).toMatchObject({ decimal: ',', group: '.', groupedFrom: 5 });
    expect(conventionsIn('ar-EG').numbers.isLatin).toBe(false);
  });

  it('numbers, as Intl would', () => {
    fc.assert(
      fc.property(anyLocale, anyNumber, (locale, value) => {
        expect(numbersIn(locale, 2, 'major').number(value)).toBe(new Intl.NumberFormat(locale).format(value));
      }),
      { numRuns: 500 },
    );
  });

  it('no zero below zero', () => {
    expect(numbersIn('zh-CN', 2, 'major').number(-0)).toBe('0');
  });

  it('amounts, as Intl would, in either unit and with any decimals', () => {
    const unit = fc.constantFrom('major' as const, 'minor' as const);
    fc.assert(
      fc.property(anyLocale, anyNumber, fc.nat({ max: 3 }), unit, (locale, value, decimals, unitOf) => {
        const format = new Intl.NumberFormat(locale, {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
          roundingMode: 'floor',
        });
        const text = unitOf === 'minor' ? `${value}E-${decimals}` : `${value}`;
        expect(numbersIn(locale, decimals, unitOf).amount(value)).toBe(
          format.format(text as Intl.StringNumericLiteral),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('the time of a zone whose clock is never moved, and of no other', () => {
    const offsetOf = (zone: string) => conventionsOf(settingsFor('en', zone)).zoneOffset;
    expect(['Asia/Shanghai', 'Asia/Kolkata', 'America/Phoenix', 'UTC'].map(offsetOf)).toEqual([
      28_800, 19_800, -25_200, 0,
    ]);
    const moved = ['Europe/London', 'America/New_York', 'Africa/Casablanca', 'Australia/Lord_Howe'];
    expect(moved.map(offsetOf)).toEqual(moved.map(() => undefined));
    fc.assert(
      fc.property(fc.integer({ min: 946_684_800, max: 2_208_988_799 }), (seconds) => {
        expect(steadyTime(seconds, 28_800)).toBe(localTime(seconds, 'Asia/Shanghai'));
      }),
    );
    expect([steadyTime(946_684_799, 28_800), steadyTime(NaN, 28_800)]).toEqual([undefined, undefined]);
  });
});
