/** A value of a table: texts, numbers as they are, nothing. */
export type SheetValue = string | number | null;

export interface SheetColumn {
  header: string;
  /** Characters. */
  width?: number;
  /** `money` is yuan with two decimals; numbers and money stand right. */
  kind?: 'text' | 'number' | 'money';
}

/** One sheet, to be read and to be printed on A4: a title, lines, a head, rows, closing rows such as totals, last lines. */
export interface SheetTable {
  name: string;
  /** Above all, in the middle of the page. */
  title?: string;
  /** Printed across. */
  landscape?: boolean;
  /** Lines above the table, such as the company and the month. */
  lines?: readonly string[];
  columns: readonly SheetColumn[];
  rows: readonly (readonly SheetValue[])[];
  /** Rows after the others, in bold. */
  totals?: readonly (readonly SheetValue[])[];
  /** Lines below the table, such as the sum in words and the places to sign. */
  closing?: readonly string[];
}
