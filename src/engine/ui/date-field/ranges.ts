import type { UiTexts } from '../texts.ts';
import { addDays, addMonths, firstOfMonth, lastOfMonth } from './days.ts';

/** Both days belong to it. */
export type DayRange = readonly [from: string, until: string];

type RangeName = Extract<keyof UiTexts['dates'], 'today' | 'last7' | 'last30' | 'thisMonth' | 'lastMonth'>;

/** The ranges that are chosen with one press. */
export function rangesAt(today: string): readonly (readonly [name: RangeName, range: DayRange])[] {
  const lastMonth = addMonths(firstOfMonth(today), -1);
  return [
    ['today', [today, today]],
    ['last7', [addDays(today, -6), today]],
    ['last30', [addDays(today, -29), today]],
    ['thisMonth', [firstOfMonth(today), today]],
    ['lastMonth', [lastMonth, lastOfMonth(lastMonth)]],
  ];
}
