import type { Window } from '#engine/compiler/schedule/window.ts';
import { weekdayOf } from './say-time.ts';
import { DAY, fromWall, HOUR, later, MINUTE, toWall } from './wall-time.ts';

/** A unit of the scale; what it takes and gives are wall times, as `toWall` counts them. */
interface Unit {
  floor: (wall: Date) => number;
  next: (wall: Date) => number;
  label: (wall: Date) => string;
}

const dayOf = (wall: Date, add = 0) =>
  Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + add);
const monthOf = (wall: Date, add = 0) => Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + add);
const shortDay = (wall: Date) => `${wall.getUTCMonth() + 1}月${wall.getUTCDate()}日`;

const MONTHS: Unit = {
  floor: monthOf,
  next: (wall) => monthOf(wall, 1),
  label: (wall) => `${wall.getUTCFullYear()}年${wall.getUTCMonth() + 1}月`,
};
const WEEKS: Unit = {
  floor: (wall) => dayOf(wall, -((wall.getUTCDay() + 6) % 7)),
  next: (wall) => dayOf(wall, 7),
  label: shortDay,
};
const DAYS: Unit = {
  floor: dayOf,
  next: (wall) => dayOf(wall, 1),
  label: (wall) => String(wall.getUTCDate()),
};
const NAMED_DAYS: Unit = {
  ...DAYS,
  label: (wall) => `${shortDay(wall)} ${weekdayOf(wall.getTime())}`,
};
const QUARTER_DAYS: Unit = {
  floor: (wall) => Math.floor(wall.getTime() / (6 * HOUR)) * 6 * HOUR,
  next: (wall) => wall.getTime() + 6 * HOUR,
  label: (wall) => `${wall.getUTCHours()}时`,
};

/** How much of the time is seen at once. `step` is that of a key, `snap` that of the pointer, ms. */
export const ZOOMS = {
  week: { label: '周', days: 7, step: HOUR, snap: 15 * MINUTE, units: [NAMED_DAYS, QUARTER_DAYS] },
  month: { label: '月', days: 31, step: DAY, snap: HOUR, units: [MONTHS, DAYS] },
  quarter: { label: '季', days: 92, step: DAY, snap: 6 * HOUR, units: [MONTHS, WEEKS] },
} as const satisfies Record<string, { units: readonly [Unit, Unit] } & Record<string, unknown>>;

export type Zoom = keyof typeof ZOOMS;

/** What is seen: whole days from the one of a moment on. */
export function viewFrom(moment: number, zoom: Zoom, zone: string): Window {
  const wall = dayOf(new Date(toWall(moment, zone)));
  return { from: fromWall(wall, zone), until: fromWall(wall + ZOOMS[zoom].days * DAY, zone) };
}

/** What is seen when a moment is to stand in it with some days before it. */
export const viewAround = (moment: number, zoom: Zoom, zone: string): Window =>
  viewFrom(later(moment, -Math.floor(ZOOMS[zoom].days / 7) * DAY, zone), zoom, zone);

/** One part of the scale. */
export interface Span extends Window {
  label: string;
}

function spansIn({ from, until }: Window, { floor, next, label }: Unit, zone: string): Span[] {
  const spans: Span[] = [];
  let wall = floor(new Date(toWall(from, zone)));
  while (fromWall(wall, zone) < until) {
    const end = next(new Date(wall));
    spans.push({ from: fromWall(wall, zone), until: fromWall(end, zone), label: label(new Date(wall)) });
    wall = end;
  }
  return spans;
}

/** The two lines of the scale: months over days or weeks, days over hours. */
export function scaleOf(view: Window, zoom: Zoom, zone: string): { upper: Span[]; lower: Span[] } {
  const [upper, lower] = ZOOMS[zoom].units;
  return { upper: spansIn(view, upper, zone), lower: spansIn(view, lower, zone) };
}

/** Where a period stands, in percent of the width. */
export interface Placed {
  left: number;
  width: number;
  /** It has no end on that side, and goes on beyond the view. */
  opens: boolean;
  closes: boolean;
}

/** Where a moment stands, in percent of the width; beyond 0 and 100 it is not seen. */
export const placeOf = (moment: number, { from, until }: Window): number =>
  ((moment - from) / (until - from)) * 100;

/** Where a period stands; on which side of the view where nothing of it is seen. */
export function place(window: Window, view: Window): Placed | 'before' | 'after' {
  if (window.until <= view.from) return 'before';
  if (window.from >= view.until) return 'after';
  const left = Math.max(0, placeOf(Math.max(window.from, view.from), view));
  const right = Math.min(100, placeOf(Math.min(window.until, view.until), view));
  return { left, width: right - left, opens: window.from === -Infinity, closes: window.until === Infinity };
}

/** The moment at a place of the width (0 to 1), to the minute. */
export const momentAt = (share: number, { from, until }: Window): number =>
  Math.round((from + share * (until - from)) / MINUTE) * MINUTE;
