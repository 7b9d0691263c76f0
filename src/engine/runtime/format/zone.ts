/** Formats of a time zone, made once: they are costly. Swedish writes dates as ISO 8601 does. */
const known = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const format =
    known.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  known.set(zone, format);
  return format;
}

/** 10-digit seconds -> what a clock in this time zone (`Asia/Shanghai`) shows: `2026-11-01T09:30:00`. */
export const localTime = (seconds: number, zone: string): string =>
  formatOf(zone)
    .format(seconds * 1000)
    .replace(' ', 'T');

/** The same text taken as if it were UTC; NaN for what is no date and time. */
const asUtc = (text: string): number => Date.parse(`${text}Z`) / 1000;

/** Seconds by which the clock of a zone is ahead of UTC at a moment. */
const offsetAt = (seconds: number, zone: string): number => asUtc(localTime(seconds, zone)) - seconds;

/**
 * The other way; NaN for what is no date and time. A time that a change to summer time leaves out becomes the one after
 * it, and of a time that comes twice in autumn the first is meant.
 */
export function fromLocalTime(text: string, zone: string): number {
  const localSeconds = asUtc(text);
  if (Number.isNaN(localSeconds)) return Number.NaN;
  const earlier = localSeconds - offsetAt(localSeconds - DAY, zone);
  const later = localSeconds - offsetAt(localSeconds + DAY, zone);
  const isShown = (seconds: number) => localTime(seconds, zone) === text;
  return isShown(earlier) || !isShown(later) ? earlier : later;
}

/** Seconds; no two changes of a zone's offset lie closer together. */
const DAY = 86_400;

/** Seconds. Before 2000 many clocks were moved that stand still since, and what is announced does not reach past 2040. */
const [SINCE, UNTIL] = [Date.UTC(2000, 0) / 1000, Date.UTC(2040, 0) / 1000];

/** Seconds. No change is taken back sooner: the shortest known lasts for a Ramadan. */
const STEP = 10 * DAY;

/** Seconds by which the clock of a zone is ahead of UTC, if it is so all the time. */
export function steadyOffset(zone: string): number | undefined {
  const offset = offsetAt(SINCE, zone);
  for (let seconds = SINCE; seconds < UNTIL; seconds += STEP)
    if (offsetAt(seconds, zone) !== offset) return undefined;
  return offset;
}

/** What a clock shows that is always so many seconds ahead of UTC; undefined for moments that only its zone knows about. */
export function steadyTime(seconds: number, offset: number): string | undefined {
  if (!(seconds >= SINCE && seconds < UNTIL)) return undefined;
  return new Date((seconds + offset) * 1000).toISOString().slice(0, 19);
}
