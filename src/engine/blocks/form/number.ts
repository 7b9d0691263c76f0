/** Digits, by thousands or not, and a fraction. Other spellings that `Number` reads are typos: `0x10`, `1e3`. */
const DECIMAL = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?$/;

/**
 * A number as people write it where this is the decimal mark, also in the full-width characters of a Chinese keyboard;
 * NaN for anything else.
 */
export function readNumber(text: string, decimal = '.'): number {
  const written = text.normalize('NFKC').trim();
  const plain = decimal === ',' ? written.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ',')) : written;
  return DECIMAL.test(plain) && /\d/.test(plain) ? Number(plain.replaceAll(',', '')) : Number.NaN;
}

/** The other way, as it stands in a field: without thousands. */
export const writeNumber = (value: number, decimal: string): string => String(value).replace('.', decimal);
