import type { Actor } from '../audit/audit.ts';
import type { Db } from '../db/schema.ts';
import type { Cells, Columns } from '../sheets/columns.ts';

/** The result of one row: its label, and what was done or why it failed. */
export interface RowOutcome {
  label: string;
  ok: boolean;
  text: string;
}

/** An import by spreadsheet. Each row is applied on its own: an invalid one changes nothing and reports why. */
export interface SheetImport<Name extends string> {
  columns: Columns<Name>;
  /** Whether the sheet has the columns that are needed. */
  hasRequired: (found: ReadonlySet<string>) => boolean;
  /** Message for a sheet that lacks them. */
  missingColumns: string;
  /** Prepares an import in `db`, a transaction; returns the function that applies one row, or null when the subject `about` does not exist. */
  open: (
    db: Db,
    actor: Actor,
    about: number,
  ) => Promise<((cells: Cells<Name>) => Promise<RowOutcome>) | null>;
}

/** A sheet import with any columns. */
export type AnySheetImport = Omit<SheetImport<string>, 'open'> & {
  open: (
    db: Db,
    actor: Actor,
    about: number,
  ) => Promise<((cells: Cells<string>) => Promise<RowOutcome>) | null>;
};

/** Name -> import; a module registers its own at load. */
const sheets = new Map<string, AnySheetImport>();

/** Registers a sheet import under a name, which is stored with the task of a long import. */
export function defineSheetImport<Name extends string>(name: string, sheet: SheetImport<Name>): string {
  sheets.set(name, sheet);
  return name;
}

export function sheetNamed(name: string): AnySheetImport {
  const sheet = sheets.get(name);
  if (!sheet) throw new Error(`no sheet import is named ${name}`);
  return sheet;
}
