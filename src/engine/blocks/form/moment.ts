import { fromShopTime, shopTime } from '#shop/domain/calendar.ts';

/** Seconds -> what a `datetime-local` control holds; '' for none. */
export function toMoment(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return '';
  return shopTime(value).slice(0, 16);
}

/** What such a control may hold; engines read much more than that as some date. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** The other way; '' where nothing, or nothing sensible, was chosen. */
export function fromMoment(text: string): number | '' {
  const time = MOMENT.test(text) ? fromShopTime(`${text}:00`) : Number.NaN;
  return Number.isNaN(time) ? '' : time;
}
