import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../db/schema.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';

/** Random bytes of an id: it cannot be guessed. */
const ID_BYTES = 16;

/** A file whose content is known to be what it says. */
export interface FileToKeep {
  kind: string;
  isPublic: boolean;
  owner: { memberId: number; companyId: number };
  name: string;
  /** Media type. */
  type: string;
  bytes: Uint8Array;
}

/** Puts a file into the storage and its row beside it; answers its id. The bytes come first: a row never lacks them. */
export async function keepFile(
  db: Db,
  uploads: UploadStorage,
  file: FileToKeep,
  now: number,
): Promise<string> {
  const id = await putBytes(uploads, file.bytes);
  await recordFile(db, id, file, now);
  return id;
}

/** Puts bytes into the storage under a new id. No transaction should wait for it: the storage may be far away. */
export async function putBytes(uploads: UploadStorage, bytes: Uint8Array): Promise<string> {
  const id = randomBytes(ID_BYTES).toString('base64url');
  await uploads.put(id, bytes);
  return id;
}

/** The row of a file whose bytes are in the storage. */
export async function recordFile(db: Db, id: string, file: FileToKeep, now: number): Promise<void> {
  const { kind, isPublic, owner, name, type, bytes } = file;
  await db
    .insertInto('uploads')
    .values({
      id,
      kind,
      is_public: isPublic,
      member_id: owner.memberId,
      company_id: owner.companyId,
      name,
      type,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: now,
    })
    .execute();
}
