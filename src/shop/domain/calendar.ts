/** Seconds. */
export const HOUR = 3600;
export const DAY = 24 * HOUR;

/** The shop's clock is Beijing's all year. Server and browser must agree, whatever zone the machine is in. */
const OFFSET = 8 * HOUR;

/** 10-digit seconds → what the shop's clock shows: `2026-11-01T09:30:00`. */
export const shopTime = (seconds: number): string =>
  new Date((seconds + OFFSET) * 1000).toISOString().slice(0, 19);

/** The other way; NaN for what is no date and time. */
export const fromShopTime = (text: string): number => Date.parse(`${text}Z`) / 1000 - OFFSET;

/** The first second of a day `YYYY-MM-DD`; null for what is no day of the calendar. */
export function dayStart(day: string): number | null {
  const at = fromShopTime(`${day}T00:00:00`);
  return Number.isFinite(at) && shopTime(at).startsWith(`${day}T`) ? at : null;
}

/** Is this text a day of the calendar, such as `2028-02-29`? */
export const isDay = (text: string): boolean => dayStart(text) !== null;

/** The first second after a day, which must be one. */
export function dayEnd(day: string): number {
  const start = dayStart(day);
  if (start === null) throw new RangeError(`${day} is no day`);
  return start + DAY;
}

/**
 * The span between two typed days, the last one included: from the first second up to, not including, `until`. A bound
 * is null where nothing, or no day, was typed.
 */
export function daySpan(days: { from?: string | undefined; until?: string | undefined }): {
  from: number | null;
  until: number | null;
} {
  const last = dayStart(days.until ?? '');
  return { from: dayStart(days.from ?? ''), until: last === null ? null : last + DAY };
}

/** The first second of the day of a moment. */
export const startOfToday = (now: number): number => now - ((now + OFFSET) % DAY);

/** The day of a moment by the shop's clock, as a number since 1970. */
export const dayIndex = (seconds: number): number => Math.floor((seconds + OFFSET) / DAY);

/** The first second of a year, such as 2026. */
export const yearStart = (year: number): number => Date.UTC(year, 0, 1) / 1000 - OFFSET;

/** The day so many calendar months after today; a day that the month lacks becomes its last. */
export function monthsAhead(now: number, months: number): string {
  const [year = 0, month = 1, day = 1] = shopTime(now).slice(0, 10).split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** The month `YYYY-MM` of a moment. */
export const monthOf = (seconds: number): string => shopTime(seconds).slice(0, 7);

/** A month's first moment and the next month's; null for what is no month. */
export function monthSpan(month: string): { from: number; until: number } | null {
  const from = dayStart(`${month}-01`);
  const until = from === null ? null : dayStart(`${monthAfter(month, 1)}-01`);
  return from === null || until === null ? null : { from, until };
}

/** `2026-12`, 1 → `2027-01`; a negative number goes back. */
function monthAfter(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The last `count` months up to the one of `now`, oldest first. */
export function lastMonths(now: number, count: number): string[] {
  const last = monthOf(now);
  return Array.from({ length: count }, (_, index) => monthAfter(last, index + 1 - count));
}

/** The next `count` months from the one of `now` on. */
export function nextMonths(now: number, count: number): string[] {
  const first = monthOf(now);
  return Array.from({ length: count }, (_, index) => monthAfter(first, index));
}

/** `2026-11` → `2026年11月` */
export const monthText = (month: string): string => `${month.slice(0, 4)}年${Number(month.slice(5))}月`;

const WEEKDAYS = '日一二三四五六';

/** Days away that have a name of their own. */
const NEAR_DAYS: Readonly<Record<number, string>> = { [-1]: '昨天', 0: '今天', 1: '明天', 2: '后天' };

/** A moment's day as people say it at `now`: `今天`, `明天`, `周三 11-25`; of another year `周五 2027-01-01`. */
export function dayText(seconds: number, now: number): string {
  const start = startOfToday(seconds);
  const near = NEAR_DAYS[(start - startOfToday(now)) / DAY];
  if (near !== undefined) return near;
  const day = shopTime(start).slice(0, 10);
  // 1 January 1970 was a Thursday.
  const weekday = WEEKDAYS[(dayIndex(start) + 4) % 7];
  return `周${weekday} ${day.startsWith(shopTime(now).slice(0, 5)) ? day.slice(5) : day}`;
}
