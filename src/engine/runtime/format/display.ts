import type { Formats } from './formats.ts';

/** How a value that comes without its own block is shown. */
export type DisplayKind = 'text' | 'money' | 'number' | 'date' | 'time';

/** How numbers are shown by kind: moments come as seconds. */
const NUMERIC: Record<Exclude<DisplayKind, 'text'>, (formats: Formats, value: number) => string> = {
  money: (formats, value) => formats.money(value),
  number: (formats, value) => formats.number(value),
  date: (formats, value) => formats.date(value),
  time: (formats, value) => formats.time(value),
};

/**
 * A value of an answer as text; nothing (null, undefined, an object) -> ''.
 * A date may come as seconds or as `2028-07-31`, which stays as it is.
 */
export function displayValue(value: unknown, kind: DisplayKind, formats: Formats): string {
  if (typeof value === 'number') return kind === 'text' ? String(value) : NUMERIC[kind](formats, value);
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return formats.boolean(value);
  return '';
}
