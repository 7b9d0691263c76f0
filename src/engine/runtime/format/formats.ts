import { atom } from 'jotai/vanilla';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { createDates, type Dates } from './dates.ts';
import { type Currency, moneyFormatOf } from './money.ts';
import { fromLocalTime, localTime } from './zone.ts';

/** How this site writes amounts, numbers, moments and lists, as `site.yaml` declares. Moments are 10-digit seconds. */
export interface Formats extends Dates {
  /** An amount without its symbol, cut off behind the last decimal rather than rounded: `1,234.50`. */
  amount: (value: number) => string;
  /** What stands around such an amount. */
  currency: Currency;
  /** An amount with its symbol: `¥1,234.50`, `-¥5.00`. */
  money: (value: number) => string;
  /** A number with separators, and at most three decimals. */
  number: (value: number) => string;
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

function createFormats(settings: FormatSettings): Formats {
  const { locale, timeZone, money, texts } = settings;
  const { before, after, decimal, below, decimals } = moneyFormatOf(locale, money);
  const { marks } = texts;
  const amounts = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    roundingMode: 'floor',
  });
  const numbers = new Intl.NumberFormat(locale);
  // As text a number is taken digit by digit; as a number its binary neighbour could be cut off.
  const amount = (value: number) => {
    const text = money.unit === 'minor' ? `${value}E-${decimals}` : `${value}`;
    return amounts.format(text as Intl.StringNumericLiteral);
  };
  return {
    amount,
    currency: { before, after, decimal },
    money: (value) =>
      value < 0 ? below.before + amount(-value) + below.after : before + amount(value) + after,
    number: (value) => numbers.format(value),
    boolean: (value) => (value ? texts.yes : texts.no),
    list: (items) => items.join(marks.list),
    labelled: (label, text) => label + marks.colon + text,
    ...createDates(settings),
    isoDate: (seconds) => localTime(seconds, timeZone).slice(0, 10),
    toInput: (seconds) => localTime(seconds, timeZone).slice(0, 16),
    fromInput: (text) => (INPUT.test(text) ? fromLocalTime(`${text}:00`, timeZone) : Number.NaN),
  };
}

/** What a control for a date and time may hold; engines read much more than that as some date. */
const INPUT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** By the part that stays the same object when what a reader remembers makes a new site of the old. */
const made = new WeakMap<FormatSettings['money'], Formats>();

/** The formats of a site; made once for each. */
export function formatsOf(settings: FormatSettings): Formats {
  const formats = made.get(settings.money) ?? createFormats(settings);
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
