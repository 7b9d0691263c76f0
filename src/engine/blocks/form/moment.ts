import type { Formats } from '#engine/runtime/format/formats.ts';

/** Seconds -> what a `datetime-local` control holds; '' for none. */
export const toMoment = (value: unknown, formats: Formats): string =>
  typeof value === 'number' && Number.isFinite(value) ? formats.toInput(value) : '';

/** The other way; '' where nothing, or nothing sensible, was chosen. */
export function fromMoment(text: string, formats: Formats): number | '' {
  const seconds = formats.fromInput(text);
  return Number.isNaN(seconds) ? '' : seconds;
}
