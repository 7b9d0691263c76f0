import { type ColumnRole, guessColumns, type Table } from './columns.ts';
import type { OrderSheetRow } from './match-codes.ts';
import { narrow } from './numbers.ts';

/** An order sheet: what its columns are taken for, and the rows to order. */
export interface OrderSheet {
  roles: ColumnRole[];
  /** The header names of the columns; empty where there is no header row. */
  heads: readonly string[];
  rows: OrderSheetRow[];
}

/** Reads a sheet by the roles of its columns: those given, else those guessed. Rows with nothing in them are skipped. */
export function readOrderSheet(table: Table, given?: readonly ColumnRole[]): OrderSheet {
  const { headAt, roles: guessed } = guessColumns(table);
  const roles = guessed.map((role, at) => given?.[at] ?? role);
  const rows = table.slice(headAt + 1).map((row, index): OrderSheetRow => {
    const cell = (role: ColumnRole) => row[roles.indexOf(role)] ?? '';
    return {
      row: headAt + index + 2,
      cells: row,
      code: narrow(cell('code')) || narrow(cell('barcode')),
      number: narrow(cell('number')),
      name: cell('name'),
      spec: cell('spec'),
      maker: cell('maker'),
    };
  });
  return {
    roles,
    heads: table[headAt] ?? [],
    rows: rows.filter(({ code, number, name }) => code !== '' || number !== '' || name !== ''),
  };
}

/**
 * Parses pasted text as a table: cells separated by tabs as a spreadsheet copies them, else by commas, else by several
 * spaces, else by one.
 */
export function pastedTable(text: string): string[][] {
  const lines = text.split(/\r?\n/);
  const bySpaces = lines.some((line) => /\S(?: {2,}|\u3000+)\S/.test(line)) ? / {2,}|\u3000+/ : /\s+/;
  const fallback = /[,，]/.test(text) ? /[,，]/ : bySpaces;
  const separator = text.includes('\t') ? '\t' : fallback;
  const rows = lines.map((line) => (separator === '\t' ? line : line.trim()).split(separator));
  return rows.map((row) => row.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
}
