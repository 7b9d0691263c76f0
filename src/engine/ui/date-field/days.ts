/** Days as `2026-11-01`, which sort as texts. Counted in UTC: a calendar's day is the same day everywhere. */
const DAY_MS = 86_400_000;

const DAY = /^\d{4}-\d\d-\d\d$/;

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Is the text a day that exists? Engines read 2026-02-30 as a day of March. */
export function isDay(text: string): boolean {
  const ms = DAY.test(text) ? msOf(text) : Number.NaN;
  return !Number.isNaN(ms) && dayOf(ms) === text;
}

export const addDays = (day: string, days: number): string => dayOf(msOf(day) + days * DAY_MS);

/** The same day of another month, or that month's last. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return dayOf(last.getTime());
}

export const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

export const lastOfMonth = (day: string): string => addDays(addMonths(firstOfMonth(day), 1), -1);

/** 0 for Monday. */
export const weekdayOf = (day: string): number => (new Date(msOf(day)).getUTCDay() + 6) % 7;

/** The weeks of a month, with the days of its neighbours that fill the first and the last. */
export function weeksOf(day: string): readonly (readonly string[])[] {
  const first = firstOfMonth(day);
  const start = addDays(first, -weekdayOf(first));
  const last = lastOfMonth(day);
  const weeks: string[][] = [];
  for (let from = start; from <= last; from = addDays(from, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, i) => addDays(from, i)));
  }
  return weeks;
}

const TYPED = /^(?:(\d{4})[-/.年]?)?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[T\s]+(\d{1,2})[:：]?(\d\d))?$/;

/**
 * What was typed as a day, with a time where one is asked for: `20261101`, `2026/11/1`, `11-1` (of this year), `2026年11月1日`.
 * A text that is none stays as it is, for the form to complain of.
 */
export function readTyped(text: string, today: string, timed: boolean): string {
  const found = TYPED.exec(text.normalize('NFKC').trim());
  if (!found) return text;
  const [, year = today.slice(0, 4), month = '', date = '', hour = '0', minute = '00'] = found;
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  if (!isDay(day)) return text;
  if (!timed) return day;
  return Number(hour) < 24 && Number(minute) < 60 ? `${day}T${hour.padStart(2, '0')}:${minute}` : text;
}
