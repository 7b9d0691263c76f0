import { sql } from 'kysely';
import { StartFault } from '#engine/host/process/start-fault.ts';
import { migrate, migrationChecksums } from '../db/migrate.ts';
import type { Db } from '../db/schema.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';
import { entriesOf, type Manifest, verifyArchive } from './archive.ts';
import { keptTables } from './kept-tables.ts';

/** Why a backup cannot be restored here. */
export class RestoreRefused extends StartFault {}

/**
 * Restores a backup into an empty database and storage: the schema as it was then, all rows, all files, and then the
 * migrations since.
 * @throws DamagedArchive, RestoreRefused when the database is not empty, or the backup is of another version of the shop
 */
export async function restoreBackup(db: Db, uploads: UploadStorage, file: string): Promise<Manifest> {
  const manifest = await verifyArchive(file);
  await requireEmpty(db);
  await requireKnown(manifest);
  await migrate(db, Object.keys(manifest.migrations).at(-1));
  await db.transaction().execute((trx) => restoreRows(trx, manifest, file));
  for await (const { name, content } of entriesOf(file)) {
    const [, id] = /^uploads\/(.+)$/.exec(name) ?? [];
    if (id !== undefined) await uploads.put(id, content);
  }
  await migrate(db);
  await sql`ANALYZE`.execute(db);
  return manifest;
}

async function requireEmpty(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' LIMIT 1`.execute(
    db,
  );
  if (rows.length > 0)
    throw new RestoreRefused('数据库不是空的,备份只恢复到空的地方 / the database is not empty');
}

async function requireKnown({ migrations }: Manifest): Promise<void> {
  const known = await migrationChecksums();
  const strange = Object.entries(migrations).find(([name, checksum]) => known.get(name) !== checksum);
  if (strange)
    throw new RestoreRefused(
      `备份来自另一版本的商店:这里没有迁移 ${strange[0]} / the backup is of another version, which has the migration ${strange[0]}`,
    );
}

/** A constraint that looks at other tables than its own, whose rows may come later. */
interface ForeignKey {
  owner: string;
  name: string;
  definition: string;
}

/** Rows come in the order of the archive: what refers to others is checked when all are there, and triggers did their work then. */
async function restoreRows(db: Db, manifest: Manifest, file: string): Promise<void> {
  const tables = new Map((await keptTables(db)).map(({ name, columns }) => [name, columns]));
  const names = sql.join([...tables.keys()].map((name) => sql.table(name)));
  const { rows: keys } = await sql<ForeignKey>`
    SELECT conrelid::regclass::text AS owner, conname AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`.execute(db);
  for (const { owner, name } of keys)
    await sql`ALTER TABLE ${sql.table(owner)} DROP CONSTRAINT ${sql.ref(name)}`.execute(db);
  for (const name of tables.keys())
    await sql`ALTER TABLE ${sql.table(name)} DISABLE TRIGGER USER`.execute(db);
  // Migrations have written some rows of their own.
  await sql`TRUNCATE ${names}`.execute(db);
  for await (const { name: entry, content } of entriesOf(file)) {
    const [, name = ''] = /^tables\/([^/]+)\//.exec(entry) ?? [];
    const columns = tables.get(name);
    if (columns) await insertRows(db, { name, columns }, content.toString());
  }
  await requireCounts(db, manifest);
  for (const name of tables.keys()) await sql`ALTER TABLE ${sql.table(name)} ENABLE TRIGGER USER`.execute(db);
  for (const { owner, name, definition } of keys)
    await sql`ALTER TABLE ${sql.table(owner)} ADD CONSTRAINT ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      db,
    );
  for (const { name, value, used } of manifest.sequences)
    await sql`SELECT setval(${name}::regclass, ${value}::bigint, ${used})`.execute(db);
}

async function insertRows(
  db: Db,
  { name, columns }: { name: string; columns: readonly string[] },
  rows: string,
): Promise<void> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`INSERT INTO ${sql.table(name)} (${list}) OVERRIDING SYSTEM VALUE
    SELECT ${list} FROM json_populate_recordset(NULL::${sql.table(name)}, ${rows}::json)`.execute(db);
}

/** @throws where fewer or more rows have arrived than were kept */
async function requireCounts(db: Db, { tables }: Manifest): Promise<void> {
  for (const [name, count] of Object.entries(tables)) {
    const { rows } = await sql<{
      count: string;
    }>`SELECT count(*)::text AS count FROM ${sql.table(name)}`.execute(db);
    if (Number(rows[0]?.count) !== count)
      throw new Error(`${name} has ${rows[0]?.count} rows after the restore, not ${count}`);
  }
}
