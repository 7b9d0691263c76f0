/** One text in both languages of the report. */
export interface Text {
  zh: string;
  en: string;
}

export type Severity = 'error' | 'warning';

/** An edit that certainly repairs the offense: replaces the characters of `[start, end)` of the file by `text`. */
export interface Fix {
  start: number;
  end: number;
  text: string;
}

/** One problem found by the compiler. Lines and columns are 1-based; the end is exclusive. */
export interface Offense {
  /** Permanent name of the check that found it, e.g. `block-props`. */
  code: string;
  severity: Severity;
  /** Path relative to the project, `config/...` or `schemas/...`. */
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  /** What is wrong and why. */
  message: Text;
  /** What to write instead. */
  hint: Text;
  fix?: Fix;
}

/** The order in which reports list offenses: by file, then by position. */
export function compareOffenses(a: Offense, b: Offense): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
}
