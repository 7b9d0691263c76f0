import type { Actor } from '../audit/audit.ts';
import type { Db } from '../db/schema.ts';
import type { Cells, Columns } from '../sheets/columns.ts';

/** What became of one row: what it is about, and what was done or why nothing was. */
export interface RowOutcome {
  label: string;
  ok: boolean;
  text: string;
}

/** Something that staff change by a sheet, each row for itself: one that is wrong says why and changes nothing. */
export interface SheetImport<Name extends string> {
  columns: Columns<Name>;
  /** Whether these columns are enough to go on, and what is told when they are not. */
  enough: (found: ReadonlySet<string>) => boolean;
  wanted: string;
  /** What changes by one row after another in `db`, a transaction; `about` is the thing that the sheet is for. */
  open: (
    db: Db,
    actor: Actor,
    about: number,
  ) => Promise<((cells: Cells<Name>) => Promise<RowOutcome>) | null>;
}

/** A sheet import, whatever its columns. */
export type AnySheetImport = Omit<SheetImport<string>, 'open'> & {
  open: (
    db: Db,
    actor: Actor,
    about: number,
  ) => Promise<((cells: Cells<string>) => Promise<RowOutcome>) | null>;
};

/** Name -> import; a module adds its own when it is loaded. */
const sheets = new Map<string, AnySheetImport>();

/** Makes a sheet known by a name, which is stored with the task of a long one. */
export function defineSheetImport<Name extends string>(name: string, sheet: SheetImport<Name>): string {
  sheets.set(name, sheet);
  return name;
}

export function sheetNamed(name: string): AnySheetImport {
  const sheet = sheets.get(name);
  if (!sheet) throw new Error(`no sheet import is named ${name}`);
  return sheet;
}
