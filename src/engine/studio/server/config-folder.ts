import { createHash, randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FileFault, StudioFile } from '../protocol.ts';

/** A file that cannot be read or written there. */
export class FileError extends Error {
  readonly path: string;
  readonly detail: FileFault;

  constructor(path: string, detail: FileFault) {
    super(`${path}: ${detail}`);
    this.name = 'FileError';
    this.path = path;
    this.detail = detail;
  }
}

/** YAML below `config/`; nothing hidden, no step up, and not the guide, which is for people. */
const PLACE = /^config\/(?!guide\/)(?:[\p{L}\p{N}_-]+\/)*[\p{L}\p{N}_-]+\.ya?ml$/u;

/** May the studio write a file of this name? */
export const isConfigFile = (path: string): boolean => PLACE.test(path);

const versionOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

/** Only the studio's writing goes through here: every file lies in the folder of the config itself, and not behind a link. */
export class ConfigFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The real path of a file's place. Throws `FileError` where it is outside, or reached by a link. */
  async #placeOf(path: string): Promise<string> {
    if (!isConfigFile(path)) throw new FileError(path, 'place');
    const root = await realpath(this.#folder);
    const place = join(root, path.slice('config/'.length));
    for (let folder = dirname(place); folder !== root; folder = dirname(folder)) {
      const real = await realpath(folder).catch(() => folder);
      if (real !== folder) throw new FileError(path, 'link');
    }
    const entry = await lstat(place).catch(() => null);
    if (entry !== null && !entry.isFile()) throw new FileError(path, 'link');
    return place;
  }

  /** The file with its bytes as text, a mark of byte order included; null where there is none. */
  async read(path: string): Promise<StudioFile | null> {
    const bytes = await readFile(await this.#placeOf(path)).catch((fault: NodeJS.ErrnoException) => {
      if (fault.code === 'ENOENT') return null;
      throw new FileError(path, 'disk');
    });
    if (bytes === null) return null;
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), version: versionOf(bytes) };
  }

  /** Puts a whole file in the place of the one before, or none; whoever reads sees the one or the other. */
  async write(path: string, text: string | null): Promise<string | null> {
    const place = await this.#placeOf(path);
    try {
      if (text === null) {
        await rm(place, { force: true });
        return null;
      }
      await this.#replace(path, place, text);
      return versionOf(Buffer.from(text));
    } catch (fault) {
      if (fault instanceof FileError) throw fault;
      const { code } = fault as NodeJS.ErrnoException;
      const full = code === 'ENOSPC' || code === 'EDQUOT';
      throw new FileError(path, full ? 'disk-full' : code === 'EACCES' ? 'read-only' : 'disk');
    }
  }

  async #replace(path: string, place: string, text: string): Promise<void> {
    const before = await lstat(place).catch(() => null);
    const mode = (before?.mode ?? 0o644) & 0o777;
    /* A rename would not ask. */
    if ((mode & 0o222) === 0) throw new FileError(path, 'read-only');
    await mkdir(dirname(place), { recursive: true });
    const beside = join(dirname(place), `.${basename(place)}.${randomBytes(6).toString('hex')}.tmp`);
    try {
      const file = await open(beside, 'wx', mode);
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(beside, place);
    } catch (fault) {
      await rm(beside, { force: true });
      throw fault;
    }
  }
}
