/** What no file of a config may hold. */
const UNPRINTABLE = /[\p{Cs}\u{FFFD}\u{FFFE}\u{FFFF}]|(?![\t\n\r])\p{Cc}/u;

/** Keys that YAML of this language cannot have. */
const UNSAFE = new Set(['constructor', 'prototype', '__proto__']);

/** Can a field of a call have this name? */
export const isFieldName = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !UNSAFE.has(name);

/** A text of the document as a config may hold it. */
export const printable = (text: string): string =>
  text.replaceAll(new RegExp(UNPRINTABLE, 'gu'), '').replaceAll('\r\n', '\n').trim();

/** May a config hold this value as it is? */
export function isPrintable(value: unknown): boolean {
  if (typeof value === 'string') return !UNPRINTABLE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(
    ([key, inner]) => isPrintable(key) && !UNSAFE.has(key) && isPrintable(inner),
  );
}
