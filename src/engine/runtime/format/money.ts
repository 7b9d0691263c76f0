import type { SiteConfig } from '#engine/generated/schemas.ts';

type Money = SiteConfig['money'];

/** What stands around the figures of an amount, and between its whole part and its decimals. */
export interface Currency {
  /** `¥`, or nothing where the locale writes the symbol behind: `1.234,50 €`. */
  before: string;
  after: string;
  /** `.` or `,` */
  decimal: string;
}

interface MoneyFormat extends Currency {
  decimals: number;
  /** The same around an amount below zero, with its sign. */
  below: Pick<Currency, 'before' | 'after'>;
}

const isFigure = (type: string) => ['integer', 'group', 'decimal', 'fraction'].includes(type);

/** How a locale writes amounts of this currency; the site's own symbol stands in place of the currency's. */
export function moneyFormatOf(locale: string, { currency, symbol, decimals }: Money): MoneyFormat {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const around = (value: number) => {
    const parts = format.formatToParts(value);
    const text = (some: typeof parts) =>
      some.map((part) => (part.type === 'currency' ? (symbol ?? part.value) : part.value)).join('');
    return {
      before: text(
        parts.slice(
          0,
          parts.findIndex(({ type }) => isFigure(type)),
        ),
      ),
      after: text(parts.slice(parts.findLastIndex(({ type }) => isFigure(type)) + 1)),
    };
  };
  const tenth = new Intl.NumberFormat(locale).formatToParts(0.1);
  return {
    ...around(1),
    below: around(-1),
    decimal: tenth.find(({ type }) => type === 'decimal')?.value ?? '.',
    decimals: decimals ?? format.resolvedOptions().maximumFractionDigits ?? 0,
  };
}
