import { createHash } from 'node:crypto';
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
    const { lost, ...content } = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((trx) => writeAll(trx, uploads, archive));
    await archive.end({ at: now, ...content, lost: await stillThere(db, lost) });
    const manifest = await verifyArchive(part);
    await rename(part, file);
    return manifest;
  } catch (fault) {
    await rm(part, { force: true });
    throw fault;
  }
}

async function writeAll(db: Db, storage: UploadStorage, archive: Archive) {
  const tables: Record<string, number> = {};
  for (const table of await keptTables(db)) tables[table.name] = await writeTable(db, table, archive);
  return {
    migrations: await migrationsRun(db),
    tables,
    sequences: await sequenceStates(db),
    ...(await writeUploads(db, storage, archive)),
  };
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

interface WrittenUploads {
  uploads: number;
  lost: string[];
}

/** Each file that the storage has; what it lacks, or has with other content than was stored, is named beside them. */
async function writeUploads(db: Db, storage: UploadStorage, archive: Archive): Promise<WrittenUploads> {
  const files = await db.selectFrom('uploads').select(['id', 'sha256']).orderBy('id').execute();
  const lost: string[] = [];
  let uploads = 0;
  for (const { id, sha256 } of files) {
    const content = await storage.read(id).then(buffer, (fault: { code?: string }) => {
      if (fault.code === 'ENOENT') return null;
      throw fault;
    });
    if (content === null || createHash('sha256').update(content).digest('hex') !== sha256) lost.push(id);
    if (content === null) continue;
    await archive.add(`uploads/${id}`, content);
    uploads += 1;
  }
  return { uploads, lost };
}

/** Those that were not removed by the shop since the moment of the backup. */
async function stillThere(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('uploads').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

async function migrationsRun(db: Db): Promise<Record<string, string>> {
  const rows = await db.selectFrom('migration_checksums').selectAll().orderBy('name').execute();
  return Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]));
}
