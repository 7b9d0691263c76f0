import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../db/schema.ts';
import type { UploadStorage } from '../outside/storage/storage.ts';

/** Random bytes of an id, so that it cannot be guessed. */
const ID_BYTES = 16;

/** A file to store, whose content was inspected or generated. */
export interface NewFile {
  kind: string;
  isPublic: boolean;
  owner: { memberId: number; companyId: number };
  name: string;
  /** Media type. */
  type: string;
  bytes: Uint8Array;
}

/** Stores a file and inserts its row; returns its id. The bytes are stored first, so that no row lacks them. */
export async function storeFile(db: Db, uploads: UploadStorage, file: NewFile, now: number): Promise<string> {
  const id = await putBytes(uploads, file.bytes);
  await recordFile(db, id, file, now);
  return id;
}

/** Stores bytes under a new id. Call it outside a transaction: the storage may be slow. */
export async function putBytes(uploads: UploadStorage, bytes: Uint8Array): Promise<string> {
  const id = randomBytes(ID_BYTES).toString('base64url');
  await uploads.put(id, bytes);
  return id;
}

/** Inserts the row of a file whose bytes are stored. */
export async function recordFile(db: Db, id: string, file: NewFile, now: number): Promise<void> {
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
