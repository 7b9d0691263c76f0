import { asObject } from '../json.ts';

/** A stretch of time in ms since 1970; the end is exclusive. Empty when it does not end after it begins. */
export interface Window {
  from: number;
  until: number;
}

/** Always open. */
export const everMore: Window = { from: -Infinity, until: Infinity };

/** `schedule:` as it stands in a file -> when it is open; what is absent or unreadable does not bound it. */
export function windowOf(schedule: unknown): Window {
  const { from, until } = asObject(schedule);
  return { from: momentOf(from) ?? -Infinity, until: momentOf(until) ?? Infinity };
}

/** The moment that an ISO time names, in ms. */
function momentOf(text: unknown): number | undefined {
  const moment = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** The time that all of them share. */
export function within(...windows: readonly Window[]): Window {
  return {
    from: Math.max(...windows.map(({ from }) => from)),
    until: Math.min(...windows.map(({ until }) => until)),
  };
}

/**
 * The moment (ms) nearest to `now` at which things with these schedules can all be seen: `now` itself when they can, else when
 * they begin to, or just before they end. `now` when they never can be.
 */
export function showableAt(schedules: readonly unknown[], now: number): number {
  const shared = within(everMore, ...schedules.map(windowOf));
  if (isEmpty(shared)) return now;
  return now < shared.from ? shared.from : now >= shared.until ? shared.until - 1000 : now;
}

export const isEmpty = ({ from, until }: Window): boolean => from >= until;

export const isBounded = ({ from, until }: Window): boolean => from !== -Infinity || until !== Infinity;

/** The stretches of `whole` in which none of `parts` is open, in order. */
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

/** The same stretches in order, with those that meet or overlap made one. */
export function joined(stretches: readonly Window[]): Window[] {
  const found: Window[] = [];
  for (const { from, until } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last.until) last.until = Math.max(last.until, until);
    else found.push({ from, until });
  }
  return found;
}
