/** Most of one good that a row may order. */
export const MAX_QUANTITY = 999_999;

/** `20`, `20.0` and `1,200` are numbers; `2.5`, `-1`, `1e3`, `1,2` and nothing are not. */
export function wholeNumber(text: string): number | null {
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.0+)?$/.test(text)) return null;
  const value = Number(text.replaceAll(',', ''));
  return value >= 1 && value <= MAX_QUANTITY ? value : null;
}

/** Full-width letters and digits as plain ones. */
export const narrow = (text: string): string => text.normalize('NFKC').trim();
