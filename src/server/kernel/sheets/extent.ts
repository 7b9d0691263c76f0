import { strFromU8, unzipSync } from 'fflate';

/** Cells of a sheet from its first to its farthest at most: a reader makes room for all of them, empty ones as well. */
const CELL_LIMIT = 1_000_000;

/** References to cells: of a row, a cell, a dimension. */
const REFERENCE = /\s(?:r|ref)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** `XFD1048576` or `1048576`; an end of `A1:XFD1048576`. */
const CELL = /^([A-Z]{0,3})(\d{1,7})$/;

/**
 * Whether the sheets of a workbook reach no farther than may be read. A few bytes can name the last cell of a sheet, which
 * is the 17 thousand millionth. Call it once the archive is known to unpack to a bounded size.
 */
export function isWithinExtent(bytes: Uint8Array): boolean {
  const sheets = unzipSync(bytes, { filter: ({ name }) => name.startsWith('xl/worksheets/') });
  return Object.values(sheets).every((sheet) => isBounded(strFromU8(sheet)));
}

function isBounded(xml: string): boolean {
  let [rows, columns] = [1, 1];
  for (const [, double, single] of xml.matchAll(REFERENCE)) {
    for (const end of (double ?? single ?? '').split(':')) {
      const [, letters = '', digits = ''] = CELL.exec(end) ?? [];
      // What this cannot read, a reader of XML might.
      if (digits === '') return false;
      rows = Math.max(rows, Number(digits));
      columns = Math.max(columns, columnOf(letters));
    }
    if (rows * columns > CELL_LIMIT) return false;
  }
  return true;
}

/** `A` is 1, `AA` 27; nothing is 0. */
const columnOf = (letters: string): number =>
  Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
