import { buffer } from 'node:stream/consumers';
import type { UploadStorage } from '../outside/storage/storage.ts';

/** Pictures that wait to be made at most; for more the reader is sent what they are made of. */
const MAX_WAITING = 32;

/** A picture that is made when it is first asked for. */
export interface MadePicture {
  /** Letters, digits, `-` and `_`: what it is kept under. */
  key: string;
  /** Of what it is made of, the same length for all of a key; what was made of another one is made anew. */
  edition: string;
  /** Null when it cannot be made. */
  make: () => Promise<Uint8Array | null>;
}

/** Pictures that were made, kept beside the uploads, each with its edition before it. */
export class MadePictures {
  readonly #storage: UploadStorage;
  readonly #making = new Map<string, Promise<Uint8Array | null>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(storage: UploadStorage) {
    this.#storage = storage;
  }

  /** Its bytes; null when it cannot be made, or not now. Requests for the same picture share the work. */
  async get(picture: MadePicture): Promise<Uint8Array | null> {
    const { key, edition } = picture;
    const kept = await this.#read(key);
    const mark = Buffer.from(edition);
    if (kept?.subarray(0, mark.length).equals(mark)) return kept.subarray(mark.length);
    const name = `${key} ${edition}`;
    const running = this.#making.get(name);
    if (running) return running;
    if (this.#making.size >= MAX_WAITING) return null;
    // One at a time: at most the memory of one decoded picture is used.
    const made = this.#last.then(() => this.#make(picture));
    this.#last = made.catch(() => {});
    const shared = made.finally(() => this.#making.delete(name));
    this.#making.set(name, shared);
    return shared;
  }

  async #make({ key, edition, make }: MadePicture): Promise<Uint8Array | null> {
    const made = await make();
    if (made) await this.#storage.put(key, Buffer.concat([Buffer.from(edition), made]));
    return made;
  }

  async #read(key: string): Promise<Buffer | null> {
    try {
      return await buffer(await this.#storage.read(key));
    } catch (fault) {
      if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return null;
      throw fault;
    }
  }
}
