import { fromLocalTime, localTime } from '#engine/runtime/format/zone.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A moment (ms) as the clocks of a zone show it, counted as if they showed UTC. */
export const toWall = (moment: number, zone: string): number =>
  Date.parse(`${localTime(Math.floor(moment / 1000), zone)}Z`);

/** The other way. */
export const fromWall = (wall: number, zone: string): number =>
  fromLocalTime(new Date(wall).toISOString().slice(0, 19), zone) * 1000;

/** A moment so much later. Whole days keep the time of day where the clocks change in between. */
export const later = (moment: number, by: number, zone: string): number =>
  by % DAY === 0 ? fromWall(toWall(moment, zone) + by, zone) : moment + by;

/** What a field for a date and time holds: `2026-12-12T00:00`. */
export const inField = (moment: number, zone: string): string =>
  Number.isFinite(moment) ? new Date(toWall(moment, zone)).toISOString().slice(0, 16) : '';

/** The moment (ms) of such a field; undefined where it is not filled in. */
export function ofField(text: string, zone: string): number | undefined {
  const wall = Date.parse(`${text}Z`);
  return Number.isNaN(wall) ? undefined : fromWall(wall, zone);
}
