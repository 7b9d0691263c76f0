import { formatDate } from '#domain/format.ts';

/** `YYYY-MM-DD` so many calendar months after today in shop time; a day that the month lacks becomes its last. */
export function monthsAhead(now: number, months: number): string {
  const [year = 0, month = 1, day = 1] = formatDate(now).split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}
