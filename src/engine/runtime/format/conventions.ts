import type { Conventions, SiteConfig } from '#engine/generated/schemas.ts';
import { steadyOffset } from './zone.ts';

/** The part of `site.yaml` that conventions follow from. */
export type ConventionSettings = Pick<SiteConfig, 'locale' | 'timeZone' | 'money'>;

/**
 * How a locale writes numbers and amounts, and how far the clock of a time zone is from UTC, as data. Whoever has it needs
 * no Intl for what a page usually shows: the first use of Intl in a page costs a phone up to 200 ms.
 */
export const conventionsOf = ({ locale, timeZone, money }: ConventionSettings): Conventions => {
  const zoneOffset = steadyOffset(timeZone);
  return {
    numbers: numbersOf(locale),
    currency: currencyOf(locale, money),
    ...(zoneOffset !== undefined && { zoneOffset }),
  };
};

/** Enough figures to show how the groups before the last one are cut. */
const LONG = 12_345_678.5;

function numbersOf(locale: string): Conventions['numbers'] {
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 });
  const parts = format.formatToParts(LONG);
  const valueOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
  const [last = '', before = last] = parts
    .filter(({ type }) => type === 'integer')
    .map(({ value }) => value)
    .toReversed();
  const isGrouped = (value: number) => format.formatToParts(value).some(({ type }) => type === 'group');
  return {
    decimal: valueOf('decimal') ?? '.',
    group: valueOf('group') ?? '',
    lastGroup: last.length,
    otherGroups: before.length,
    groupedFrom: isGrouped(1234) ? 4 : 5,
    isLatin: last.startsWith('678'.slice(-last.length)),
  };
}

const isFigure = (type: string) => ['integer', 'group', 'decimal', 'fraction'].includes(type);

/** The site's own symbol stands in place of the currency's. */
function currencyOf(
  locale: string,
  { currency, symbol, decimals }: ConventionSettings['money'],
): Conventions['currency'] {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const around = (value: number) => {
    const parts = format.formatToParts(value);
    const text = (some: typeof parts) =>
      some.map((part) => (part.type === 'currency' ? (symbol ?? part.value) : part.value)).join('');
    const first = parts.findIndex(({ type }) => isFigure(type));
    const last = parts.findLastIndex(({ type }) => isFigure(type));
    return { before: text(parts.slice(0, first)), after: text(parts.slice(last + 1)) };
  };
  return {
    ...around(1),
    below: around(-1),
    decimals: decimals ?? format.resolvedOptions().maximumFractionDigits ?? 0,
  };
}
