/** A Latin text as lower-case words: `getPetById` -> get, pet, by, id. Letters of other scripts are no words. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** get, pet, by, id -> `getPetById`. */
export const camelCase = ([first = '', ...rest]: readonly string[]): string =>
  first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');

/** Longest name of a file or a call, without its number. */
const LONGEST = 60;

/** get, pet, by, id -> `get-pet-by-id`, of whole words as far as a name may be long. */
export function kebabCase(words: readonly string[]): string {
  let name = words[0]?.slice(0, LONGEST) ?? '';
  for (const word of words.slice(1)) {
    if (name.length + word.length >= LONGEST) break;
    name += `-${word}`;
  }
  return name;
}

/** `name`, or with the first number that makes it free: `name-2`. */
export function freeName(name: string, isTaken: (name: string) => boolean, between = '-'): string {
  if (!isTaken(name)) return name;
  for (let number = 2; ; number += 1) {
    const numbered = `${name}${between}${number}`;
    if (!isTaken(numbered)) return numbered;
  }
}
