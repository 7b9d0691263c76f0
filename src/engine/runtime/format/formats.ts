import { atom } from 'jotai/vanilla';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { fromLocalTime, localTime } from './zone.ts';

/** How this site writes amounts, numbers and moments, as `site.yaml` declares. Moments are 10-digit seconds. */
export interface Formats {
  /** An amount without its symbol, cut off behind the last decimal rather than rounded: `1,234.50`. */
  amount: (value: number) => string;
  /** An amount with its symbol: `¥1,234.50`, `-¥5.00`. */
  money: (value: number) => string;
  /** A number with separators, and at most three decimals. */
  number: (value: number) => string;
  /** `是` or `否`. */
  boolean: (value: boolean) => string;
  /** `2026-11-01` */
  date: (seconds: number) => string;
  /** `2026-11-01 09:30:00` */
  time: (seconds: number) => string;
  /** What a control for a date and time holds: `2026-11-01T09:30`. */
  toInput: (seconds: number) => string;
  /** The other way; NaN for what is no date and time. */
  fromInput: (text: string) => number;
}

/** The part of `site.yaml` that formats follow from. */
export type FormatSettings = Pick<SiteConfig, 'locale' | 'timeZone' | 'money'> & {
  texts: Pick<SiteConfig['texts'], 'yes' | 'no'>;
};

function createFormats({ locale, timeZone, money, texts }: FormatSettings): Formats {
  const { symbol, decimals, unit } = money;
  const amounts = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    roundingMode: 'floor',
  });
  const numbers = new Intl.NumberFormat(locale);
  // As text a number is taken digit by digit; as a number its binary neighbour could be cut off.
  const amount = (value: number) => {
    const text = unit === 'minor' ? `${value}E-${decimals}` : `${value}`;
    return amounts.format(text as Intl.StringNumericLiteral);
  };
  return {
    amount,
    money: (value) => (value < 0 ? `-${symbol}${amount(-value)}` : `${symbol}${amount(value)}`),
    number: (value) => numbers.format(value),
    boolean: (value) => (value ? texts.yes : texts.no),
    date: (seconds) => localTime(seconds, timeZone).slice(0, 10),
    time: (seconds) => localTime(seconds, timeZone).replace('T', ' '),
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
