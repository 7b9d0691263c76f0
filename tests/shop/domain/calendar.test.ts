import { describe, expect, it } from 'vitest';
import {
  dayEnd,
  daySpan,
  dayStart,
  dayText,
  fromShopTime,
  HOUR,
  isDay,
  lastMonths,
  monthOf,
  monthSpan,
  monthsAhead,
  monthText,
  shopTime,
  startOfToday,
  yearStart,
} from '#shop/domain/calendar.ts';

const at = (iso: string) => Date.parse(iso) / 1000;

describe('the shop’s clock', () => {
  it('is Beijing’s, whatever the machine’s zone', () => {
    expect(shopTime(at('2026-10-31T16:00:00Z'))).toBe('2026-11-01T00:00:00');
    expect(fromShopTime('2026-11-01T00:00')).toBe(at('2026-10-31T16:00:00Z'));
    expect(fromShopTime('soon')).toBeNaN();
  });
});

describe('a day', () => {
  it('begins and ends at midnight in Beijing', () => {
    expect(dayStart('2026-11-01')).toBe(at('2026-10-31T16:00:00Z'));
    expect(dayEnd('2026-11-01')).toBe(at('2026-11-01T16:00:00Z'));
    const morning = at('2026-11-01T07:59:59+08:00');
    expect(startOfToday(morning)).toBe(dayStart('2026-11-01'));
    expect(startOfToday(startOfToday(morning))).toBe(dayStart('2026-11-01'));
    expect(startOfToday(startOfToday(morning) - 1)).toBe(dayStart('2026-10-31'));
  });

  it.each(['2026-02-29', '2026-13-01', '2026-2-1', '2026-02-30', '', '2026-12-31T00:00'])(
    '%j is none',
    (text) => {
      expect(isDay(text)).toBe(false);
      expect(dayStart(text)).toBeNull();
      expect(() => dayEnd(text)).toThrow(RangeError);
    },
  );

  it('exists in leap years on 29 February', () => {
    expect(isDay('2028-02-29')).toBe(true);
  });
});

describe('a day as people say it', () => {
  const now = at('2026-11-22T23:59:59+08:00');

  it.each([
    ['2026-11-22T00:00:00+08:00', '今天'],
    ['2026-11-22T23:59:59+08:00', '今天'],
    ['2026-11-23T00:00:00+08:00', '明天'],
    ['2026-11-24T12:00:00+08:00', '后天'],
    ['2026-11-21T23:59:59+08:00', '昨天'],
    ['2026-11-25T00:00:00+08:00', '周三 11-25'],
    ['2026-11-20T08:00:00+08:00', '周五 11-20'],
    ['2026-11-29T00:00:00+08:00', '周日 11-29'],
    ['2027-01-01T00:00:00+08:00', '周五 2027-01-01'],
  ])('%s is %s', (moment, text) => {
    expect(dayText(at(moment), now)).toBe(text);
  });

  it('turns at midnight in Beijing, not elsewhere', () => {
    const midnight = at('2026-11-22T16:00:00Z');
    expect(dayText(midnight, midnight - 1)).toBe('明天');
    expect(dayText(midnight, midnight)).toBe('今天');
  });
});

describe('the span between two typed days', () => {
  it('holds the whole last day, and is open where no day was typed', () => {
    const from = at('2026-11-01T00:00:00+08:00');
    expect(daySpan({ from: '2026-11-01', until: '2026-11-01' })).toEqual({ from, until: from + 24 * HOUR });
    expect(daySpan({ from: '', until: 'yesterday' })).toEqual({ from: null, until: null });
    expect(daySpan({})).toEqual({ from: null, until: null });
  });
});

describe('months', () => {
  it('begin at midnight in Beijing', () => {
    const span = { from: at('2026-11-30T16:00:00Z'), until: at('2026-12-31T16:00:00Z') };
    expect(monthSpan('2026-12')).toEqual(span);
    expect(monthOf(span.from)).toBe('2026-12');
    expect(monthOf(span.from - 1)).toBe('2026-11');
    expect(yearStart(2027)).toBe(span.until);
  });

  it('are named and counted back over the turn of the year', () => {
    expect(lastMonths(at('2027-01-15T00:00:00Z'), 3)).toEqual(['2026-11', '2026-12', '2027-01']);
    expect(monthText('2026-03')).toBe('2026年3月');
  });

  it.each(['2026-13', '2026-00', 'abcd-ef', '2026-1'])('%s is none', (month) => {
    expect(monthSpan(month)).toBeNull();
  });

  it('lie ahead by the calendar; a day that a month lacks becomes its last', () => {
    const day = at('2026-08-31T12:00:00+08:00');
    expect([0, 3, 6].map((months) => monthsAhead(day, months))).toEqual([
      '2026-08-31',
      '2026-11-30',
      '2027-02-28',
    ]);
  });
});
