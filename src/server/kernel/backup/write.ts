import { rename, rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';
import { type Manifest, verifyArchive, writeArchive } from './archive.ts';
import { type KeptTable, keptTables, sequenceStates } from './kept-tables.ts';

/** Rows of one entry: some MB at most, and one statement when they are restored. */
const ROWS = 1000;

type Archive = ReturnType<typeof writeArchive>;

/**
 * Writes all rows as they were at one moment, while the shop goes on, and the files that they name. The file has its name
 * only once it is whole and was read again.
 * @param now seconds
 */
export async function writeBackup(
  db: Db,
  uploads: UploadStorage,
  { file, now }: { file: string; now: number },
): Promise<Manifest> {
  const part = `${file}.part`;
  try {
    const archive = writeArchive(part);
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((trx) => writeAll(trx, uploads, archive, now));
    const manifest = await verifyArchive(part);
    await rename(part, file);
    return manifest;
  } catch (fault) {
    await rm(part, { force: true });
    throw fault;
  }
}

async function writeAll(db: Db, uploads: UploadStorage, archive: Archive, now: number): Promise<void> {
  const tables: Record<string, number> = {};
  for (const table of await keptTables(db)) tables[table.name] = await writeTable(db, table, archive);
  await archive.end({
    at: now,
    migrations: await migrationsRun(db),
    tables,
    sequences: await sequenceStates(db),
    uploads: await writeUploads(db, uploads, archive),
  });
}

/** Each row as the JSON that PostgreSQL makes of it: no value passes through a number of this process. */
async function writeTable(db: Db, { name, columns }: KeptTable, archive: Archive): Promise<number> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`DECLARE kept CURSOR FOR SELECT row_to_json(kept)::text AS row FROM (SELECT ${list} FROM ${sql.table(name)}) AS kept`.execute(
    db,
  );
  let count = 0;
  for (;;) {
    const { rows } = await sql<{ row: string }>`FETCH ${sql.raw(String(ROWS))} FROM kept`.execute(db);
    if (rows.length === 0) break;
    const content = Buffer.from(`[${rows.map(({ row }) => row).join(',\n')}]`);
    await archive.add(`tables/${name}/${String(count).padStart(10, '0')}.json`, content);
    count += rows.length;
  }
  await sql`CLOSE kept`.execute(db);
  return count;
}

async function writeUploads(db: Db, uploads: UploadStorage, archive: Archive): Promise<number> {
  const files = await db.selectFrom('uploads').select('id').orderBy('id').execute();
  let count = 0;
  for (const { id } of files) {
    const content = await uploads.read(id).then(buffer, (fault: { code?: string }) => {
      // Removed since the moment of the backup.
      if (fault.code === 'ENOENT') return null;
      throw fault;
    });
    if (content === null) continue;
    await archive.add(`uploads/${id}`, content);
    count += 1;
  }
  return count;
}

async function migrationsRun(db: Db): Promise<Record<string, string>> {
  const rows = await db.selectFrom('migration_checksums').selectAll().orderBy('name').execute();
  return Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]));
}
