import { atom } from 'jotai/vanilla';
import type { Conventions, SiteConfig } from '#engine/generated/schemas.ts';
import { conventionsOf } from './conventions.ts';
import { type Clock, createDates, type Dates } from './dates.ts';
import { createNumbers, type Numbers } from './numbers.ts';
import { fromLocalTime, localTime, steadyTime } from './zone.ts';

/** What stands around the figures of an amount, and between its whole part and its decimals. */
export interface Currency {
  /** `¥`, or nothing where the locale writes the symbol behind: `1.234,50 €`. */
  before: string;
  after: string;
  /** `.` or `,` */
  decimal: string;
}

/** How this site writes amounts, numbers, moments and lists, as `site.yaml` declares. Moments are 10-digit seconds. */
export interface Formats extends Dates, Numbers {
  /** What stands around such an amount. */
  currency: Currency;
  /** An amount with its symbol: `¥1,234.50`, `-¥5.00`. */
  money: (value: number) => string;
  /** The site's words for yes and no. */
  boolean: (value: boolean) => string;
  /** Several things in one line: `a、b`, `a, b`. */
  list: (items: readonly string[]) => string;
  /** A name before what it names: `a：b`, `a: b`. */
  labelled: (label: string, text: string) => string;
  /** A day for machines, whatever readers see: `2026-11-01`. */
  isoDate: (seconds: number) => string;
  /** What a control for a date and time holds: `2026-11-01T09:30`. */
  toInput: (seconds: number) => string;
  /** The other way; NaN for what is no date and time. */
  fromInput: (text: string) => number;
}

/** The part of `site.yaml` that formats follow from. */
export type FormatSettings = Pick<SiteConfig, 'locale' | 'timeZone' | 'dates' | 'money'> & {
  texts: Pick<SiteConfig['texts'], 'yes' | 'no' | 'marks'>;
};

function createFormats(settings: FormatSettings, conventions: Conventions): Formats {
  const { locale, timeZone, money, texts } = settings;
  const { marks } = texts;
  const { before, after, below, decimals } = conventions.currency;
  const { number, amount } = createNumbers(locale, conventions.numbers, { decimals, unit: money.unit });
  const clock = clockOf(timeZone, conventions.zoneOffset);
  return {
    amount,
    currency: { before, after, decimal: conventions.numbers.decimal },
    money: (value) =>
      value < 0 ? below.before + amount(-value) + below.after : before + amount(value) + after,
    number,
    boolean: (value) => (value ? texts.yes : texts.no),
    list: (items) => items.join(marks.list),
    labelled: (label, text) => label + marks.colon + text,
    ...createDates(settings, clock),
    isoDate: (seconds) => clock(seconds).slice(0, 10),
    toInput: (seconds) => clock(seconds).slice(0, 16),
    fromInput: (text) => (INPUT.test(text) ? fromLocalTime(`${text}:00`, timeZone) : Number.NaN),
  };
}

/** What the clock of a zone shows at a moment: `2026-11-01T09:30:00`. */
const clockOf =
  (zone: string, offset: number | undefined): Clock =>
  (seconds) =>
    (offset === undefined ? undefined : steadyTime(seconds, offset)) ?? localTime(seconds, zone);

/** What a control for a date and time may hold; engines read much more than that as some date. */
const INPUT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** By the part that stays the same object when what a reader remembers makes a new site of the old. */
const made = new WeakMap<FormatSettings['money'], Formats>();

/**
 * The formats of a site; made once for each.
 * @param conventions where they are known; they are learnt from Intl otherwise
 */
export function formatsOf(settings: FormatSettings, conventions?: Conventions): Formats {
  const formats = made.get(settings.money) ?? createFormats(settings, conventions ?? conventionsOf(settings));
  made.set(settings.money, formats);
  return formats;
}

const currentAtom = atom<Formats | null>(null);

/** The formats of the session's site, for blocks; written once, when the session is made. */
export const formatsAtom = atom(
  (get): Formats => {
    const formats = get(currentAtom);
    if (formats === null) throw new Error('no session has said how this site writes amounts');
    return formats;
  },
  (_, set, formats: Formats) => set(currentAtom, formats),
);
