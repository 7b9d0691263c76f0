import { type OrderSheetRow, wholeNumber } from './match-codes.ts';

/** Header names of the columns of code and quantity, the most specific first. */
const CODE_NAMES = ['商品编码', '编码', '商品编号', '货号', '商品条码', '条码', '条形码', 'code', 'barcode'];
const NUMBER_NAMES = ['采购数量', '订货数量', '数量', '订购数', 'number', 'quantity', 'qty'];

type Table = readonly (readonly string[])[];

/** Rows above the header row that may hold a title, a date, a sender. */
const MAX_ROWS_ABOVE = 10;

/**
 * Parses the rows to order of a sheet: by its header row, which may follow a title; without one, the first column is the
 * code and the quantity is the next column of whole numbers. Rows with neither are skipped.
 */
export function orderRows(table: Table): OrderSheetRow[] {
  const heads = table.slice(0, MAX_ROWS_ABOVE).map(columnsOf);
  const whole = heads.findIndex(({ code, number }) => code >= 0 && number >= 0);
  const headAt = whole >= 0 ? whole : heads.findIndex(({ code, number }) => code >= 0 || number >= 0);
  const { code = -1, number = -1 } = heads[headAt] ?? {};
  const body = table.slice(headAt + 1);
  const codeAt = Math.max(code, 0);
  const numberAt = number >= 0 ? number : numbersAfter(body, codeAt);
  return body
    .map((row, index) => ({
      row: headAt + index + 2,
      code: row[codeAt] ?? '',
      number: row[numberAt] ?? '',
    }))
    .filter(({ code: text, number: count }) => text !== '' || count !== '');
}

/** Indexes of the columns of code and quantity in a header row; -1 where there is none. */
function columnsOf(row: readonly string[]): { code: number; number: number } {
  const names = row.map((name) => name.trim().toLowerCase());
  return { code: findHeader(names, CODE_NAMES), number: findHeader(names, NUMBER_NAMES) };
}

function findHeader(names: readonly string[], known: readonly string[]): number {
  const found = known.find((name) => names.includes(name));
  return found === undefined ? -1 : names.indexOf(found);
}

/** The first column after the code with whole numbers in at least half of the rows; else the next one. */
function numbersAfter(table: Table, codeAt: number): number {
  const width = Math.max(0, ...table.map((row) => row.length));
  for (let at = codeAt + 1; at < width; at += 1) {
    const whole = table.filter((row) => wholeNumber(row[at] ?? '') !== null).length;
    if (whole * 2 >= table.length) return at;
  }
  return codeAt + 1;
}

/** Parses pasted text as a table: cells separated by tabs as a spreadsheet copies them, else by commas, else by spaces. */
export function pastedTable(text: string): string[][] {
  const fallback = /[,，]/.test(text) ? /[,，]/ : /\s+/;
  const separator = text.includes('\t') ? '\t' : fallback;
  const rows = text.split(/\r?\n/).map((line) => (separator === '\t' ? line : line.trim()).split(separator));
  return rows.map((row) => row.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
}
