/** A cell: text, number or empty. */
export type SheetValue = string | number | null;

export interface SheetColumn {
  header: string;
  /** Characters. */
  width?: number;
  /** `money` is yuan with two decimals; numbers and money are right-aligned. */
  kind?: 'text' | 'number' | 'money';
}

/** One sheet, to be read and printed on A4: title, lines, header row, rows, totals, closing lines. */
export interface SheetTable {
  name: string;
  /** At the top, centred. */
  title?: string;
  /** Printed in landscape. */
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
