/** The shop's clock is Beijing's, whatever zone the browser is in. */
const OFFSET = 8 * 3600;

/** Seconds -> what a `datetime-local` control holds; '' for none. */
export function toMoment(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '';
  return new Date((value + OFFSET) * 1000).toISOString().slice(0, 16);
}

/** What such a control may hold; engines read much more than that as some date. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** The other way; '' where nothing, or nothing sensible, was chosen. */
export function fromMoment(text: string): number | '' {
  const time = MOMENT.test(text) ? Date.parse(`${text}:00Z`) : Number.NaN;
  return Number.isNaN(time) ? '' : time / 1000 - OFFSET;
}
