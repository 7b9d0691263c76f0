const NOT_SEARCHED = /[^\p{L}\p{N}.%]+/gu;

/**
 * One form for what is typed and what is stored: full width to half, lower case, no spaces or punctuation. Empty for what
 * has no letter and no digit, such as `!!`, `%` or an emoji.
 */
export function normalise(text: string): string {
  const kept = text.normalize('NFKC').toLowerCase().replace(NOT_SEARCHED, '');
  return /[\p{L}\p{N}]/u.test(kept) ? kept : '';
}

/** What was typed, as the words that must all be found. */
export function wordsOf(keywords: string): string[] {
  return keywords
    .split(/\s+/)
    .map(normalise)
    .filter((word) => word !== '')
    .slice(0, 6);
}

/** Every two neighbouring characters, once. */
export function bigrams(normalised: string): string[] {
  const characters = Array.from(normalised);
  return [...new Set(characters.slice(1).map((character, index) => `${characters[index]}${character}`))];
}

/** Bigrams, and single characters too: for terms, of which there are few. */
export function grams(normalised: string): string[] {
  return [...new Set(Array.from(normalised).concat(bigrams(normalised)))];
}

/** The pattern that finds `text` anywhere, or with `start` at the beginning. */
export function likePattern(text: string, start = false): string {
  const escaped = text.replace(/[\\%_]/g, '\\$&');
  return start ? `${escaped}%` : `%${escaped}%`;
}

/** Could this be pinyin initials, or pinyin? */
export function isLetters(word: string): boolean {
  return /^[a-z]+$/.test(word);
}
