import { type RawBuilder, sql } from 'kysely';
import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../db/schema.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';

/** Seconds that a file may wait for the form it was sent for. */
const PATIENCE = 7 * DAY;

/** At most so many a run; the next takes the rest. */
const CHUNK = 200;

/** Staff choose from these as from a shelf, whether they are shown now or not. */
const SHELVES = ['ad'];

/** Texts in which a file stands by its id or its address; ids are too long to stand there by chance. */
const TEXTS: readonly Column[] = [
  { table: 'articles', column: 'body' },
  { table: 'ads', column: 'image' },
  { table: 'members', column: 'face' },
  { table: 'registration_drafts', column: 'content' },
];

interface Column {
  table: string;
  column: string;
}

/** Columns that refer to files: by a foreign key, or as a list named `files`. */
async function columnsOf(db: Db): Promise<{ keys: Column[]; lists: Column[] }> {
  const keys = await sql<Column>`
    SELECT conrelid::regclass::text AS "table", attname::text AS "column" FROM pg_constraint
    JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confrelid = 'uploads'::regclass`.execute(db);
  const lists = await sql<Column>`
    SELECT table_name::text AS "table", column_name::text AS "column" FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name = 'files' AND data_type = 'ARRAY'`.execute(db);
  return { keys: keys.rows, lists: lists.rows };
}

type Part = RawBuilder<unknown>;

/** No row of that table holds the file in the way that `match` says of its column. */
const unheld = ({ table, column }: Column, match: (column: Part) => Part): Part =>
  sql`NOT EXISTS (SELECT 1 FROM ${sql.table(table)} AS holder WHERE ${match(sql.ref(`holder.${column}`))})`;

/** Removes files that were sent a week ago and that nothing refers to: forms that were never finished, pictures taken out again. */
export async function removeUnused(db: Db, uploads: UploadStorage, now: number): Promise<void> {
  const { keys, lists } = await columnsOf(db);
  const free = [
    ...keys.map((key) => unheld(key, (column) => sql`${column} = uploads.id`)),
    ...lists.map((list) => unheld(list, (column) => sql`${column} @> ARRAY[uploads.id]`)),
    ...TEXTS.map((text) => unheld(text, (column) => sql`position(uploads.id IN ${column}::text) > 0`)),
  ];
  /* The row goes first: a row without its file could be asked for, a file without a row cannot. */
  const { rows } = await sql<{ id: string }>`
    DELETE FROM uploads WHERE id IN (
      SELECT id FROM uploads WHERE created_at < ${now - PATIENCE} AND kind <> ALL(${SHELVES}::text[])
      AND ${sql.join(free, sql` AND `)} ORDER BY created_at LIMIT ${CHUNK})
    RETURNING id`.execute(db);
  for (const { id } of rows) await uploads.remove(id);
}
