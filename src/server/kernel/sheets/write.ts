import { stringify } from 'csv-stringify/sync';
import type { CellObject, Row, Sheet } from 'write-excel-file/node';
import { escapeFormula } from './escape-formula.ts';
import type { SheetColumn, SheetTable, SheetValue } from './table.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const CSV = 'text/csv; charset=utf-8';

/** Characters of a sheet's name at most, and those that Excel does not allow. */
const NAME_LIMIT = 31;
const NOT_IN_NAMES = /[\\/?*[\]:]/g;

/** Writes an .xlsx file. Texts are escaped, so that none is run as a formula. The library is loaded with the first file. */
export async function writeWorkbook(tables: readonly SheetTable[]): Promise<Uint8Array> {
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  return new Uint8Array(await writeXlsxFile(tables.map(sheetOf)).toBuffer());
}

function sheetOf(table: SheetTable): Sheet<Buffer> {
  const across = (text: string, look: Partial<CellObject> = {}): Row => [
    { value: escapeFormula(text), type: String, columnSpan: table.columns.length, ...look },
    ...table.columns.slice(1).map(() => null),
  ];
  const above = [
    ...(table.title === undefined ? [] : [across(table.title, TITLE)]),
    ...(table.lines ?? []).map((line) => across(line)),
  ];
  return {
    sheet: table.name.replaceAll(NOT_IN_NAMES, ' ').slice(0, NAME_LIMIT),
    columns: table.columns.map(({ width = 14 }) => ({ width })),
    stickyRowsCount: above.length + 1,
    ...(table.landscape && { orientation: 'landscape' as const }),
    data: [
      ...above,
      table.columns.map(headCell),
      ...table.rows.map((row) => row.map((value, at) => cell(value, table.columns[at], LINES))),
      ...(table.totals ?? []).map((row) =>
        row.map((value, at) => cell(value, table.columns[at], { ...LINES, fontWeight: 'bold' })),
      ),
      ...(table.closing ?? []).map((line) => across(line)),
    ],
  };
}

const TITLE: Partial<CellObject> = { fontWeight: 'bold', fontSize: 16, align: 'center' };

/** Every cell of the table has borders: grid lines are not printed. */
const LINES: Partial<CellObject> = { borderStyle: 'thin', borderColor: '#9aa1b1' };

function headCell({ header, kind }: SheetColumn): CellObject {
  const align = kind === 'money' || kind === 'number' ? 'right' : 'left';
  return { value: header, type: String, fontWeight: 'bold', backgroundColor: '#ebedf2', align, ...LINES };
}

function cell(value: SheetValue, column: SheetColumn | undefined, look: Partial<CellObject>): CellObject {
  if (value === null) return { value: '', type: String, ...look };
  if (typeof value === 'string') return { value: escapeFormula(value), type: String, wrap: true, ...look };
  const format = FORMATS[column?.kind ?? 'text'];
  return { value, type: Number, ...(format && { format }), ...look };
}

const FORMATS: Partial<Record<NonNullable<SheetColumn['kind']>, string>> = {
  money: '#,##0.00',
  number: '#,##0',
};

/** Writes a table as CSV in UTF-8 with the byte order mark that Excel needs. */
export function writeCsv({ columns, rows, totals = [] }: SheetTable): Uint8Array {
  const texts = [...rows, ...totals].map((row) =>
    row.map((value) => (typeof value === 'string' ? escapeFormula(value) : value)),
  );
  return new TextEncoder().encode(`\uFEFF${stringify([columns.map(({ header }) => header), ...texts])}`);
}
