import { type RawBuilder, sql } from 'kysely';
import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../db/schema.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';
import { removeSizes } from './sized-pictures.ts';

/** Seconds after which an unreferenced file is removed: the form that it was uploaded for may still be open. */
const RETENTION = 7 * DAY;

/** Files examined in one run, the longest unexamined first: a run every five minutes comes round 100,000 files in a week. */
const BATCH_SIZE = 50;

/** Kinds from which staff choose again later; they stay, referenced or not. */
const LIBRARY_KINDS = ['ad'];

/** The column that holds the URL of one file for each member. */
const FACE: Column = { table: 'members', column: 'face' };

/** Text columns that may contain a file's id or URL; ids are too long to occur by chance. */
const TEXTS: readonly Column[] = [
  { table: 'articles', column: 'body' },
  { table: 'ads', column: 'image' },
  { table: 'registration_drafts', column: 'content' },
];

interface Cleaning {
  /** Seconds since 1970. */
  now: number;
  /** In which sizes of pictures may be stored. */
  widths: readonly number[];
}

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

/** The condition that no row of the table refers to the file; `match` compares its column. */
const notReferenced = ({ table, column }: Column, match: (column: Part) => Part): Part =>
  sql`NOT EXISTS (SELECT 1 FROM ${sql.table(table)} AS reference WHERE ${match(sql.ref(`reference.${column}`))})`;

/** Removes files that were uploaded a week ago and that nothing refers to: abandoned forms, pictures that were replaced. */
export async function removeUnused(db: Db, uploads: UploadStorage, { now, widths }: Cleaning): Promise<void> {
  const { keys, lists } = await columnsOf(db);
  const free = [
    ...keys.map((key) => notReferenced(key, (column) => sql`${column} = uploads.id`)),
    ...lists.map((list) => notReferenced(list, (column) => sql`${column} @> ARRAY[uploads.id]`)),
    notReferenced(FACE, (column) => sql`regexp_replace(${column}, '^.*/', '') = uploads.id`),
    ...TEXTS.map((text) => notReferenced(text, (column) => sql`position(uploads.id IN ${column}::text) > 0`)),
  ];
  const { rows: examined } = await sql<{ id: string }>`
    UPDATE uploads SET examined_at = ${now} WHERE id IN (
      SELECT id FROM uploads WHERE created_at < ${now - RETENTION} AND kind <> ALL(${LIBRARY_KINDS}::text[])
      ORDER BY examined_at, id LIMIT ${BATCH_SIZE})
    RETURNING id`.execute(db);
  const ids = examined.map(({ id }) => id);
  /* The row is deleted first: a file without a row cannot be requested, a row without its file can. */
  const { rows } = await sql<{ id: string }>`
    DELETE FROM uploads WHERE id = ANY(${ids}::text[]) AND ${sql.join(free, sql` AND `)} RETURNING id`.execute(
    db,
  );
  for (const { id } of rows) {
    await uploads.remove(id);
    await removeSizes(uploads, id, widths);
  }
}
