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
export const asUtc = (text: string): number => Date.parse(`${text}Z`) / 1000;

/**
 * The other way; NaN for what is no date and time. A time that a change to summer time leaves out becomes the one after
 * it, and of a time that comes twice in autumn the first is meant.
 */
export function fromLocalTime(text: string, zone: string): number {
  const localSeconds = asUtc(text);
  if (Number.isNaN(localSeconds)) return Number.NaN;
  const offsetAt = (seconds: number) => asUtc(localTime(seconds, zone)) - seconds;
  const earlier = localSeconds - offsetAt(localSeconds - DAY);
  const later = localSeconds - offsetAt(localSeconds + DAY);
  const isShown = (seconds: number) => localTime(seconds, zone) === text;
  return isShown(earlier) || !isShown(later) ? earlier : later;
}

/** Seconds; no two changes of a zone's offset lie closer together. */
export const DAY = 86_400;
