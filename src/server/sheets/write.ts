import { stringify } from 'csv-stringify/sync';
import writeXlsxFile, { type CellObject, type Row, type Sheet } from 'write-excel-file/node';
import { guarded } from './guard.ts';
import type { SheetColumn, SheetTable, SheetValue } from './table.ts';

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Most characters that Excel keeps of a sheet's name, and what it allows none of. */
const NAME_LIMIT = 31;
const NOT_IN_NAMES = /[\\/?*[\]:]/g;

/** A workbook as an .xlsx file: every text a text, whatever it begins with. */
export async function writeWorkbook(tables: readonly SheetTable[]): Promise<Uint8Array> {
  const sheets = tables.map((table): Sheet<Buffer> => {
    const lines = (table.lines ?? []).map((line): Row => [{ value: guarded(line), type: String }]);
    return {
      sheet: table.name.replaceAll(NOT_IN_NAMES, ' ').slice(0, NAME_LIMIT),
      columns: table.columns.map(({ width = 14 }) => ({ width })),
      stickyRowsCount: lines.length + 1,
      data: [
        ...lines,
        table.columns.map(headCell),
        ...table.rows.map((row) => row.map((value, at) => cell(value, table.columns[at]))),
        ...(table.totals ?? []).map((row) =>
          row.map((value, at) => ({ ...cell(value, table.columns[at]), fontWeight: 'bold' as const })),
        ),
      ],
    };
  });
  return new Uint8Array(await writeXlsxFile(sheets).toBuffer());
}

function headCell({ header, kind }: SheetColumn): CellObject {
  const align = kind === 'money' || kind === 'number' ? 'right' : 'left';
  return { value: header, type: String, fontWeight: 'bold', backgroundColor: '#ebedf2', align };
}

function cell(value: SheetValue, column: SheetColumn | undefined): CellObject {
  if (value === null) return { value: '', type: String };
  if (typeof value === 'string') return { value: guarded(value), type: String, wrap: true };
  const format = column?.kind === 'money' ? '#,##0.00' : 'General';
  return { value, type: Number, ...(format !== 'General' && { format }) };
}

/** The first table as CSV in UTF-8 with the mark by which Excel knows it. */
export function writeCsv({ columns, rows, totals = [] }: SheetTable): Uint8Array {
  const texts = [...rows, ...totals].map((row) =>
    row.map((value) => (typeof value === 'string' ? guarded(value) : value)),
  );
  return new TextEncoder().encode(`\uFEFF${stringify([columns.map(({ header }) => header), ...texts])}`);
}
