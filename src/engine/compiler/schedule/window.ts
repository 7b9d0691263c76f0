import { asObject } from '../json.ts';

/** A period in ms since 1970; the end is exclusive. Empty when `until` is not after `from`. */
export interface Window {
  from: number;
  until: number;
}

/** Always open. */
export const ALWAYS: Window = { from: -Infinity, until: Infinity };

/** `schedule:` of a file -> when it is open; a missing or invalid bound is open. */
export function windowOf(schedule: unknown): Window {
  const { from, until } = asObject(schedule);
  return { from: momentOf(from) ?? -Infinity, until: momentOf(until) ?? Infinity };
}

/** The moment that an ISO time names, in ms. */
function momentOf(text: unknown): number | undefined {
  const moment = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** The intersection of periods. */
export function intersection(...windows: readonly Window[]): Window {
  let { from, until } = ALWAYS;
  for (const window of windows) {
    from = Math.max(from, window.from);
    until = Math.min(until, window.until);
  }
  return { from, until };
}

/**
 * The moment (ms) nearest to `now` at which all these schedules are open: `now` itself when they are, else the start, or just
 * before the end, of the time at which they are. `now` when they never are.
 */
export function showableAt(schedules: readonly unknown[], now: number): number {
  const shared = intersection(ALWAYS, ...schedules.map(windowOf));
  if (isEmpty(shared)) return now;
  return now < shared.from ? shared.from : now >= shared.until ? shared.until - 1000 : now;
}

export const isEmpty = ({ from, until }: Window): boolean => from >= until;

export const isBounded = ({ from, until }: Window): boolean => from !== -Infinity || until !== Infinity;

/** The periods of `whole` in which none of `parts` is open, in order. */
export function gaps(whole: Window, parts: readonly Window[]): Window[] {
  const found: Window[] = [];
  let at = whole.from;
  for (const part of parts.toSorted((a, b) => a.from - b.from)) {
    if (part.from > at) found.push({ from: at, until: Math.min(part.from, whole.until) });
    at = Math.max(at, part.until);
  }
  found.push({ from: at, until: whole.until });
  return found.filter((gap) => !isEmpty(gap));
}

/** The same periods in order; those that touch or overlap are merged. */
export function mergeWindows(windows: readonly Window[]): Window[] {
  const found: Window[] = [];
  for (const { from, until } of windows.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last.until) last.until = Math.max(last.until, until);
    else found.push({ from, until });
  }
  return found;
}
