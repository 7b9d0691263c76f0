import type { Conventions, SiteConfig } from '#engine/generated/schemas.ts';

/** How a site writes numbers. */
export interface Numbers {
  /** With separators, and at most three decimals. */
  number: (value: number) => string;
  /** An amount without its symbol, cut off behind the last decimal rather than rounded: `1,234.50`. */
  amount: (value: number) => string;
}

/** How many decimals amounts have, and what an amount of 1 means: a dollar or a cent. */
export interface AmountSettings {
  decimals: number;
  unit: SiteConfig['money']['unit'];
}

/** Writes what is usual by the conventions, and all else with Intl, which is not made before. */
export function createNumbers(
  locale: string,
  numbers: Conventions['numbers'],
  { decimals, unit }: AmountSettings,
): Numbers {
  const others = lazy(() => new Intl.NumberFormat(locale));
  const otherAmounts = lazy(
    () =>
      new Intl.NumberFormat(locale, {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        roundingMode: 'floor',
      }),
  );
  return {
    number: (value) =>
      numbers.isLatin && Number.isSafeInteger(value) && value >= 0
        ? grouped(`${value}`, numbers)
        : others().format(value),
    amount(value) {
      // As text a number is taken digit by digit; as a number its binary neighbour could be cut off.
      const text = `${value}`;
      const parts = numbers.isLatin ? partsOf(text, unit === 'minor' ? decimals : 0) : null;
      if (!parts)
        return otherAmounts().format(
          (unit === 'minor' ? `${text}E-${decimals}` : text) as Intl.StringNumericLiteral,
        );
      const whole = grouped(parts.whole, numbers);
      return decimals === 0
        ? whole
        : whole + numbers.decimal + parts.decimals.slice(0, decimals).padEnd(decimals, '0');
    },
  };
}

const DIGITS = /^(\d+)(?:\.(\d+))?$/;

/** The parts of a number's text before and behind the point, which is moved so far to the left; null for what has others. */
function partsOf(text: string, shift: number): { whole: string; decimals: string } | null {
  const [, whole, decimals = ''] = DIGITS.exec(text) ?? [];
  if (whole === undefined) return null;
  if (shift === 0) return { whole, decimals };
  const padded = whole.padStart(shift + 1, '0');
  return { whole: padded.slice(0, -shift), decimals: padded.slice(-shift) + decimals };
}

function grouped(
  figures: string,
  { group, lastGroup, otherGroups, groupedFrom }: Conventions['numbers'],
): string {
  if (figures.length < groupedFrom) return figures;
  let start = figures.length - lastGroup;
  let text = figures.slice(start);
  while (start > 0) {
    text = figures.slice(Math.max(0, start - otherGroups), start) + group + text;
    start -= otherGroups;
  }
  return text;
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
