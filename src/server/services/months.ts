import { formatDate } from '#domain/format.ts';

/** Midnight in Beijing of a day `YYYY-MM-DD`, in seconds; null for what is no such day. */
export function dayStart(day: string): number | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const at = Date.UTC(year, month - 1, date) / 1000 - 8 * 3600;
  return Number.isFinite(at) && formatDate(at) === day ? at : null;
}

/** The month `YYYY-MM` of a moment, in shop time. */
export const monthOf = (seconds: number) => formatDate(seconds).slice(0, 7);

/** A month's first moment and the next month's; null for what is no month. */
export function monthSpan(month: string): { from: number; until: number } | null {
  const from = dayStart(`${month}-01`);
  const until = from === null ? null : dayStart(`${monthAfter(month)}-01`);
  return from === null || until === null ? null : { from, until };
}

/** `2026-12` -> `2027-01`; `by` -1 goes back. */
function monthAfter(month: string, by = 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The last `count` months up to the one of `now`, oldest first. */
export function lastMonths(now: number, count: number): string[] {
  const last = monthOf(now);
  return Array.from({ length: count }, (_, index) => monthAfter(last, index + 1 - count));
}

/** `2026-11` -> `2026年11月` */
export const monthText = (month: string) => `${month.slice(0, 4)}年${Number(month.slice(5))}月`;
