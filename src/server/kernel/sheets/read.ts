import { parse } from 'csv-parse/sync';
import { unescapeFormula } from './escape-formula.ts';
import { isWithinExtent } from './extent.ts';
import { UNPACKED_LIMIT, unpacksWithin } from './unpacked.ts';

/** Rows of an uploaded table at most; more are a mistake. */
export const ROW_LIMIT = 5000;
const COLUMN_LIMIT = 60;

export type ReadSheet = { rows: string[][] } | { problem: string };

/** The first bytes of a ZIP archive, which an .xlsx is, and of the older .xls. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

/** Whether all cells of a row are empty. */
export const isBlank = (row: readonly string[]): boolean => row.every((text) => text === '');

/**
 * The first sheet of an Excel file (.xlsx) or a CSV (UTF-8 or GB 18030, comma, semicolon or tab), as texts, up to the last
 * row that is not blank: the index of a row is its number in the file less one. The format is detected by the content.
 * `problem`: a message for the user.
 */
export async function readSheet(bytes: Uint8Array): Promise<ReadSheet> {
  if (begins(bytes, OLE)) return { problem: '不支持旧版 .xls，请另存为 .xlsx 或 CSV 再导入' };
  const rows = begins(bytes, ZIP) ? await readWorkbook(bytes) : readCsv(bytes);
  if ('problem' in rows) return rows;
  const filled = rows.rows.filter((row) => !isBlank(row));
  if (filled.length > ROW_LIMIT + 1) return { problem: `一次最多 ${ROW_LIMIT} 行，请分开导入` };
  return { rows: rows.rows.slice(0, rows.rows.findLastIndex((row) => !isBlank(row)) + 1) };
}

const begins = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte);

async function readWorkbook(bytes: Uint8Array): Promise<ReadSheet> {
  try {
    if (!unpacksWithin(bytes, UNPACKED_LIMIT)) return { problem: '文件解压后过大，请只保留要导入的行' };
    if (!isWithinExtent(bytes)) return { problem: '表格的范围过大，请只保留要导入的行和列' };
    const { default: readXlsxFile } = await import('read-excel-file/node');
    // Numbers stay texts: a barcode of 13 digits must keep its form.
    const sheets = await readXlsxFile(Buffer.from(bytes), { parseNumber: (text) => text });
    const [sheet] = sheets;
    return { rows: (sheet?.data ?? []).map((row) => row.slice(0, COLUMN_LIMIT).map(textOf)) };
  } catch {
    return { problem: '文件已损坏，或不是 Excel 工作簿' };
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return tidy(value);
  return typeof value === 'boolean' ? String(value) : '';
}

function readCsv(bytes: Uint8Array): ReadSheet {
  const text = decode(bytes);
  if (text === null || text.includes('\0')) return { problem: '只能导入 Excel（.xlsx）或 CSV 文件' };
  const options = {
    bom: true,
    delimiter: [',', '\t', ';'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: 100_000,
    // Twice the limit, since blank rows do not count.
    to: 2 * (ROW_LIMIT + 2),
  };
  try {
    const rows: string[][] = parse(text, options);
    return { rows: rows.map((row) => row.slice(0, COLUMN_LIMIT).map(tidy)) };
  } catch {
    return { problem: 'CSV 的引号或分隔不完整，请检查后再导入' };
  }
}

const tidy = (text: string) => unescapeFormula(text.trim());

/** Excel on Chinese Windows writes GB 18030 unless it is told otherwise. */
function decode(bytes: Uint8Array): string | null {
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Not in this encoding.
    }
  }
  return null;
}
