import type { WishedRow } from './codes.ts';

/** How sheets name the column of the good and of the number, most telling first. */
const CODE_NAMES = ['商品编码', '编码', '商品编号', '货号', '商品条码', '条码', '条形码', 'code', 'barcode'];
const NUMBER_NAMES = ['采购数量', '订货数量', '数量', '订购数', 'number', 'quantity', 'qty'];

/** A row of a sheet, and where it stood: its first row is 1. */
export interface SheetRow extends WishedRow {
  row: number;
}

/**
 * The rows to order of a sheet: by the names in its first row, or, where it has none, the first column is the code and
 * the next the number. Rows with neither are left out.
 */
export function orderRows(table: readonly (readonly string[])[]): SheetRow[] {
  const [head = []] = table;
  const names = head.map((name) => name.trim().toLowerCase());
  const code = placeOf(names, CODE_NAMES);
  const number = placeOf(names, NUMBER_NAMES);
  const headed = code >= 0 || number >= 0;
  const codeAt = code >= 0 ? code : 0;
  const numberAt = number >= 0 ? number : codeAt + 1;
  return table
    .map((row, index) => ({ row: index + 1, code: row[codeAt] ?? '', number: row[numberAt] ?? '' }))
    .filter(({ row, code: text, number: count }) => (!headed || row > 1) && (text !== '' || count !== ''));
}

function placeOf(names: readonly string[], known: readonly string[]): number {
  const found = known.find((name) => names.includes(name));
  return found === undefined ? -1 : names.indexOf(found);
}
