import { buffer } from 'node:stream/consumers';
import type { UploadStorage } from '../outside/storage/storage.ts';
import { MadePictures } from './made-pictures.ts';
import { PICTURE_FORMATS, type PictureFormat, resizePicture } from './picture-size.ts';

const keyOf = (id: string, width: number, format: PictureFormat) => `${id}-${width}-${format}`;

/** Sizes of public pictures: at most one for each width of the site's list and each format. */
export class SizedPictures {
  readonly #uploads: UploadStorage;
  readonly #made: MadePictures;

  constructor(uploads: UploadStorage) {
    this.#uploads = uploads;
    this.#made = new MadePictures(uploads);
  }

  /** The bytes at this width; null when only the upload itself can be sent. */
  get(id: string, width: number, format: PictureFormat): Promise<Uint8Array | null> {
    return this.#made.get({
      key: keyOf(id, width, format),
      // The id of an upload stands for its content, which never changes.
      edition: '',
      make: async () => resizePicture(await buffer(await this.#uploads.read(id)), width, format),
    });
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
