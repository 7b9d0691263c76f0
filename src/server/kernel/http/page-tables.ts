import type { SiteConfig } from '#generated/schemas.ts';
import type { Db } from '../db/schema.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';
import type { SheetTable } from '../sheets/table.ts';
import type { Visitor } from './visitor.ts';

/** Who reads a table, when, and of which shop. */
export interface TableReader {
  db: Db;
  site: SiteConfig;
  uploads: UploadStorage;
  visitor: Visitor;
  /** Seconds since 1970. */
  now: number;
}

/** Everything that a table holds, not only one page of it. */
export interface WholeTable {
  sheet: SheetTable;
  /** Rows that the file has no room for. */
  leftOut: number;
}

/** The tables of the shop's pages that have a name (`table:` in config/pages). */
export interface PageTables {
  /** What a table of this name is called; null where no page has one, or its call is not for this role. */
  label: (name: string, visitor: Visitor) => string | null;
  /**
   * Reads a whole table as its page shows it: through the page's own call, page by page, with the columns of the page.
   * @param search the filters, as they stand behind the question mark of the page's address; path parameters among them
   * @param progress receives how many rows of how many are read
   * @returns a text that says why not, where a filter does not fit the call or the call refuses
   */
  read: (
    name: string,
    search: string,
    reader: TableReader,
    progress: (done: number, total: number) => Promise<void>,
  ) => Promise<WholeTable | string>;
}
