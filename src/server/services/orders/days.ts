/** Midnight of a day (YYYY-MM-DD) in the shop's zone, UTC+8, in seconds. */
export function dayStart(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00+08:00`) / 1000);
}
