/** What spreadsheet programs take for the beginning of a formula, in a cell that somebody else wrote. */
const FORMULA = /^[=+\-@\t\r]/;

/** A text that no spreadsheet program runs: a leading apostrophe makes it text. Plain numbers stay as they are. */
export function guarded(text: string): string {
  return FORMULA.test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** The text that was guarded. */
export function unguarded(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}
