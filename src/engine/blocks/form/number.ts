/** Digits, by thousands or not, and a fraction. Other spellings that `Number` reads are typos: `0x10`, `1e3`. */
const DECIMAL = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?$/;

/** A number as people write it, also in the full-width characters of a Chinese keyboard; NaN for anything else. */
export function readNumber(text: string): number {
  const plain = text.normalize('NFKC').trim();
  return DECIMAL.test(plain) && /\d/.test(plain) ? Number(plain.replaceAll(',', '')) : Number.NaN;
}
