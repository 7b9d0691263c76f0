import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Db } from '../db/schema.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';
import type { Manifest } from './archive.ts';
import { writeBackup } from './write.ts';

/**
 * Writes a backup as `writeBackup` does, and keeps for the back office how it went.
 * @param now seconds, by the clock
 */
export async function writeRecordedBackup(
  db: Db,
  uploads: UploadStorage,
  { file, now }: { file: string; now: () => number },
): Promise<Manifest> {
  const startedAt = now();
  const record = (counts: { row_count: number; upload_count: number; bytes: number; fault?: string }) =>
    db
      .insertInto('backups')
      // Its folder is nobody's business.
      .values({ file: basename(file), started_at: startedAt, ended_at: now(), ...counts })
      .execute();
  try {
    const manifest = await writeBackup(db, uploads, { file, now: startedAt });
    const { size: bytes } = await stat(file);
    const row_count = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
    await record({ row_count, upload_count: manifest.uploads, bytes });
    return manifest;
  } catch (fault) {
    // Where the database is what failed, the fault itself is all that is told.
    await record({ row_count: 0, upload_count: 0, bytes: 0, fault: String(fault) }).catch(() => {});
    throw fault;
  }
}
