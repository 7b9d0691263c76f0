import { describe, expect, it } from 'vitest';
import { addMonths, isDay, readTyped, weeksOf } from '#engine/ui/date-field/days.ts';
import { rangesAt } from '#engine/ui/date-field/ranges.ts';

describe('what is typed as a day', () => {
  it.each([
    ['2026-11-01', '2026-11-01'],
    ['20261101', '2026-11-01'],
    ['2026/1/9', '2026-01-09'],
    ['2026年11月1日', '2026-11-01'],
    ['２０２６－１１－０１', '2026-11-01'],
    ['3-5', '2026-03-05'],
  ])('reads %s', (text, day) => {
    expect(readTyped(text, '2026-11-25', false)).toBe(day);
  });

  it.each(['', '2026-02-30', '13-1', '下周一', '2026'])('leaves "%s" as it is', (text) => {
    expect(readTyped(text, '2026-11-25', false)).toBe(text);
  });

  it.each([
    ['2026-11-01 9:30', '2026-11-01T09:30'],
    ['2026-11-01T09:30', '2026-11-01T09:30'],
    ['20261101 0930', '2026-11-01T09:30'],
    ['2026-11-01', '2026-11-01T00:00'],
    ['2026-11-01 25:00', '2026-11-01 25:00'],
  ])('reads %s with its time', (text, moment) => {
    expect(readTyped(text, '2026-11-25', true)).toBe(moment);
  });
});

it('knows which days there are', () => {
  expect(['2028-02-29', '2026-02-29', '2026-11-31', '2026-1-1', ''].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

it('keeps the day of another month, or takes its last', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2026-01-15', -2)).toBe('2025-11-15');
  expect(addMonths('2027-12-31', 2)).toBe('2028-02-29');
});

it('fills the weeks of a month from Monday to Sunday', () => {
  const weeks = weeksOf('2026-11-25');
  expect(weeks.map(([monday]) => monday)).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ]);
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06');
});

it('offers ranges that end today, and the whole month before', () => {
  expect(Object.fromEntries(rangesAt('2026-03-30'))).toEqual({
    today: ['2026-03-30', '2026-03-30'],
    last7: ['2026-03-24', '2026-03-30'],
    last30: ['2026-03-01', '2026-03-30'],
    thisMonth: ['2026-03-01', '2026-03-30'],
    lastMonth: ['2026-02-01', '2026-02-28'],
  });
});
