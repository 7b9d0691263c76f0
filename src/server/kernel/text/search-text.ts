const NOT_SEARCHED = /[^\p{L}\p{N}.%]+/gu;

/**
 * Normalises search texts and stored texts: full width to half, lower case, no spaces or punctuation. Empty for a text
 * without letters and digits, such as `!!`, `%` or an emoji.
 */
export function normalise(text: string): string {
  const kept = text.normalize('NFKC').toLowerCase().replace(NOT_SEARCHED, '');
  return /[\p{L}\p{N}]/u.test(kept) ? kept : '';
}

/** Splits a search text into the words that must all be found. */
export function wordsOf(keywords: string): string[] {
  return keywords
    .split(/\s+/)
    .map(normalise)
    .filter((word) => word !== '')
    .slice(0, 6);
}

/** The distinct pairs of neighbouring characters. */
export function bigrams(normalised: string): string[] {
  const characters = Array.from(normalised);
  return [...new Set(characters.slice(1).map((character, index) => `${characters[index]}${character}`))];
}

/** Bigrams and single characters: for terms, of which there are few. */
export function grams(normalised: string): string[] {
  return [...new Set(Array.from(normalised).concat(bigrams(normalised)))];
}

/** The `LIKE` pattern that finds `text` anywhere, or with `start` at the beginning. */
export function likePattern(text: string, start = false): string {
  const escaped = text.replace(/[\\%_]/g, '\\$&');
  return start ? `${escaped}%` : `%${escaped}%`;
}

/** Whether a word may be pinyin or pinyin initials. */
export function isLetters(word: string): boolean {
  return /^[a-z]+$/.test(word);
}
