/**
 * A moment as people write it on the command line -> seconds since 1970: `2026-11-11`, `2026-11-11 00:00`, or an ISO time.
 * Without a zone the shop's is meant. undefined when it is none.
 */
export function readMoment(text: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(text.trim());
  const parsed = Date.parse(match ? `${match[1]}T${match[2] ?? '00:00'}+08:00` : text);
  return Number.isNaN(parsed) ? undefined : Math.floor(parsed / 1000);
}
