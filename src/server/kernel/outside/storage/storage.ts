import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** How a file is to be sent by the store itself. */
export interface Sending {
  /** Its media type. */
  type: string;
  /** `content-disposition` */
  disposition: string;
  /** Seconds since 1970. */
  now: number;
}

/** The storage of uploads cannot be reached, or cannot do its work at present; it may be asked again. */
export class StorageOutage extends Error {
  override name = 'StorageOutage';
}

/** Stores the bytes of uploaded files. All processes of one shop must use the same storage. */
export interface UploadStorage {
  put(id: string, bytes: Uint8Array): Promise<void>;
  /** Fails with `ENOENT` when there is nothing under the id. */
  read(id: string): Promise<Readable>;
  remove(id: string): Promise<void>;
  /**
   * An address at which whoever has it gets the file, for a minute and of this file alone; absent where the store sends
   * nothing by itself.
   */
  signedUrl?(id: string, sending: Sending): Promise<string>;
}

/** Stores files in a folder, spread over 64 subfolders: ids are letters, digits, `-` and `_`. */
export function folderStorage(folder: string): UploadStorage {
  const pathOf = (id: string) => join(folder, id.slice(0, 1), id);
  return {
    async put(id, bytes) {
      const path = pathOf(id);
      await mkdir(join(folder, id.slice(0, 1)), { recursive: true });
      // Atomic: a process that ends meanwhile leaves no partial file under the name. Two may write the same.
      const part = `${path}.${process.pid}.part`;
      await writeFile(part, bytes, { flush: true });
      await rename(part, path);
    },
    async read(id) {
      const stream = createReadStream(pathOf(id));
      await new Promise<void>((resolve, reject) => {
        stream.once('open', () => resolve());
        stream.once('error', reject);
      });
      return stream;
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
    },
  };
}
