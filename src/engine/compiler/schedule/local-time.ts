/** Formats of a time zone, made once: they are costly. Swedish writes dates as ISO 8601 does. */
const known = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    known.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  known.set(timeZone, format);
  return format;
}

/** A moment (ms) as a clock in this zone shows it: `2026-11-01 09:30:00`. */
export const localTime = (moment: number, timeZone: string): string => formatOf(timeZone).format(moment);

const two = (value: number) => String(value).padStart(2, '0');

/** A moment (ms) as YAML writes it, with the zone's distance from UTC: `2026-11-01T09:30:00+08:00`. */
export function writeMoment(moment: number, timeZone: string): string {
  const shown = localTime(moment, timeZone).replace(' ', 'T');
  const minutes = Math.round((Date.parse(`${shown}Z`) - moment) / 60_000);
  const size = Math.abs(minutes);
  return `${shown}${minutes < 0 ? '-' : '+'}${two(Math.trunc(size / 60))}:${two(size % 60)}`;
}
