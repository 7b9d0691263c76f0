/** A value of a table: texts, numbers as they are, nothing. */
export type SheetValue = string | number | null;

export interface SheetColumn {
  header: string;
  /** Characters. */
  width?: number;
  /** `money` is yuan with two decimals; numbers and money stand right. */
  kind?: 'text' | 'number' | 'money';
}

/** One sheet: title lines, a head, rows, and closing rows such as totals. */
export interface SheetTable {
  name: string;
  /** Lines above the table, such as the company and the month. */
  lines?: readonly string[];
  columns: readonly SheetColumn[];
  rows: readonly (readonly SheetValue[])[];
  /** Rows after the others, in bold. */
  totals?: readonly (readonly SheetValue[])[];
}
