import { buffer } from 'node:stream/consumers';
import type { UploadStorage } from '../outside/storage/storage.ts';
import { PICTURE_FORMATS, type PictureFormat, resizePicture } from './picture-size.ts';

/** Pictures that wait to be made at most; more are sent as they were uploaded. */
const MAX_WAITING = 32;

/** The id of an upload stands for its content, which never changes: a size that was made stays valid. */
const keyOf = (id: string, width: number, format: PictureFormat) => `${id}-${width}-${format}`;

/** Sizes of public pictures, kept beside the uploads: at most one for each width of the site's list and each format. */
export class SizedPictures {
  readonly #uploads: UploadStorage;
  readonly #making = new Map<string, Promise<Uint8Array | null>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(uploads: UploadStorage) {
    this.#uploads = uploads;
  }

  /** The bytes at this width; null when only the upload itself can be sent. Requests for the same size share the work. */
  async get(id: string, width: number, format: PictureFormat): Promise<Uint8Array | null> {
    const key = keyOf(id, width, format);
    const kept = await readOrNull(this.#uploads, key);
    if (kept) return kept;
    const running = this.#making.get(key);
    if (running) return running;
    if (this.#making.size >= MAX_WAITING) return null;
    // One at a time: at most the memory of one decoded picture is used.
    const made = this.#last.then(() => this.#make(id, width, format));
    this.#last = made.catch(() => {});
    const shared = made.finally(() => this.#making.delete(key));
    this.#making.set(key, shared);
    return shared;
  }

  async #make(id: string, width: number, format: PictureFormat): Promise<Uint8Array | null> {
    const key = keyOf(id, width, format);
    const sized = await resizePicture(await buffer(await this.#uploads.read(id)), width, format);
    if (sized) await this.#uploads.put(key, sized);
    return sized;
  }
}

/** Removes the sizes of a picture. */
export async function removeSizes(
  uploads: UploadStorage,
  id: string,
  widths: readonly number[],
): Promise<void> {
  for (const width of widths)
    for (const format of PICTURE_FORMATS) await uploads.remove(keyOf(id, width, format));
}

async function readOrNull(uploads: UploadStorage, key: string): Promise<Uint8Array | null> {
  try {
    return await buffer(await uploads.read(key));
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return null;
    throw fault;
  }
}
