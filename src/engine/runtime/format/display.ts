import type { Formats } from './formats.ts';
import { secondsOf } from './moment.ts';

/** How a value that comes without its own block is shown. */
export type DisplayKind = 'text' | 'money' | 'number' | 'date' | 'time';

const NUMERIC: Record<Exclude<DisplayKind, 'text'>, (formats: Formats, value: number) => string> = {
  money: (formats, value) => formats.money(value),
  number: (formats, value) => formats.number(value),
  date: (formats, value) => formats.date(value),
  time: (formats, value) => formats.time(value),
};

export const isDisplayKind = (word: string): word is keyof typeof NUMERIC => Object.hasOwn(NUMERIC, word);

/**
 * A value of an answer as text; nothing (null, undefined, an object) -> ''.
 * A moment may come as seconds or as `2028-07-31T09:30:00Z`, a date as `2028-07-31` as well.
 */
export function displayValue(value: unknown, kind: DisplayKind, formats: Formats): string {
  if (typeof value === 'number') return kind === 'text' ? String(value) : NUMERIC[kind](formats, value);
  if (typeof value === 'string') {
    const seconds = kind === 'date' || kind === 'time' ? secondsOf(value) : null;
    if (seconds !== null) return formats[kind === 'time' ? 'time' : 'date'](seconds);
    return kind === 'date' ? formats.calendar(value) : value;
  }
  if (typeof value === 'boolean') return formats.boolean(value);
  return '';
}
