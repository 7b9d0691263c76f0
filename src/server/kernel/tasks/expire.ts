import type { Db } from '../db/schema.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';

/** At most so many a run; the next takes the rest. */
const CHUNK = 200;

/** Removes tasks that were kept long enough, with their files. */
export async function removeExpired(db: Db, uploads: UploadStorage, now: number): Promise<void> {
  const gone = await db
    .selectFrom('tasks')
    .where('expires_at', '<', now)
    .select(['id', 'file_id'])
    .limit(CHUNK)
    .execute();
  for (const { id, file_id } of gone) {
    await db.deleteFrom('tasks').where('id', '=', id).execute();
    if (file_id === null) continue;
    await db.deleteFrom('uploads').where('id', '=', file_id).execute();
    await uploads.remove(file_id);
  }
}
