import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Where the bytes of uploaded files are. Several processes of one shop must reach the same place. */
export interface UploadStorage {
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Fails with `ENOENT` when there is nothing under the id. */
  read(id: string): Promise<Readable>;
  remove(id: string): Promise<void>;
}

/** In a folder, in one of 64 folders each: ids are letters, digits, `-` and `_`. */
export function folderStorage(folder: string): UploadStorage {
  const placeOf = (id: string) => join(folder, id.slice(0, 1), id);
  return {
    async put(id, bytes) {
      const place = placeOf(id);
      await mkdir(join(folder, id.slice(0, 1)), { recursive: true });
      // Whole or not at all: a process that ends meanwhile leaves no half file under the name.
      await writeFile(`${place}.part`, bytes, { flush: true });
      await rename(`${place}.part`, place);
    },
    async read(id) {
      const stream = createReadStream(placeOf(id));
      await new Promise<void>((resolve, reject) => {
        stream.once('open', () => resolve());
        stream.once('error', reject);
      });
      return stream;
    },
    async remove(id) {
      await rm(placeOf(id), { force: true });
    },
  };
}
