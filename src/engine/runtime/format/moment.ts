/** `2026-11-01T09:30:00Z`, with the seconds and their parts left out or not; a time without its zone is no moment. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/i;

/** Seconds since 1970 of a moment, which an answer gives as such or in ISO 8601; null for anything else. */
export function secondsOf(moment: unknown): number | null {
  if (typeof moment === 'number') return moment;
  if (typeof moment !== 'string' || !MOMENT.test(moment)) return null;
  const milliseconds = Date.parse(moment);
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000);
}
