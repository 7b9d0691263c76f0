import { fill } from '#engine/ui/fill.ts';

/** Both ends of `10-20`; an end that is missing is empty. */
export function endsOf(value: string): { from: string; to: string } {
  const [from = '', to = ''] = value.split('-');
  return { from, to };
}

/** The value of a range; null where it has no end at all. An end that is no amount counts as missing. */
export function rangeOf(from: string, to: string): string | null {
  const least = amountOf(from);
  const most = amountOf(to);
  if (least === null && most === null) return null;
  const [low, high] = least !== null && most !== null && least > most ? [most, least] : [least, most];
  return `${low ?? ''}-${high ?? ''}`;
}

/** A typed amount with two decimals at most, full-width digits too; null for what is none. */
function amountOf(text: string): number | null {
  const plain = text.normalize('NFKC').trim();
  return /^\d{1,7}(?:\.\d+)?$/.test(plain) ? Math.round(Number(plain) * 100) / 100 : null;
}

/** A range in words. */
export function rangeText(
  value: string,
  texts: { betweenText: string; belowText: string; aboveText: string },
): string {
  const ends = endsOf(value);
  if (ends.from === '') return fill(texts.belowText, ends);
  return fill(ends.to === '' ? texts.aboveText : texts.betweenText, ends);
}
