/**
 * Characters at which spreadsheet programs take the text of a cell as a formula; in East Asian versions those of full width
 * too (OWASP, CSV Injection).
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

/** Prevents formula injection: a leading apostrophe makes a cell text. Plain numbers stay as they are. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** Reverses `escapeFormula`. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}
