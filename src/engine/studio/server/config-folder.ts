import { createHash, randomBytes } from 'node:crypto';
import { lstat, mkdir, open, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
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
    try {
      const text = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes);
      return { text, version: versionOf(bytes) };
    } catch {
      throw new FileError(path, 'encoding');
    }
  }

  /**
   * Makes ready to put whole files in the place of those before, or none for null: what there may be no room for is
   * written beside them first. Throws `FileError`, and then nothing has changed.
   */
  async stage(texts: ReadonlyMap<string, string | null>): Promise<Staged> {
    const ready: { path: string; place: string; beside: string | null; before: Buffer | null }[] = [];
    const discard = async () => {
      for (const { beside } of ready) if (beside !== null) await rm(beside, { force: true });
    };
    try {
      for (const [path, text] of texts) {
        const place = await this.#placeOf(path);
        const beside = join(dirname(place), `.${basename(place)}.${randomBytes(6).toString('hex')}.tmp`);
        const before = await readFile(place).catch(() => null);
        ready.push({ path, place, beside: text === null ? null : beside, before });
        await asFileError(path, writeBeside(path, place, text, beside));
      }
    } catch (fault) {
      await discard();
      throw fault;
    }
    const commit = async () => {
      const done: typeof ready = [];
      try {
        for (const one of ready) {
          const { path, place, beside } = one;
          await asFileError(path, beside === null ? rm(place, { force: true }) : rename(beside, place));
          done.push(one);
        }
      } catch (fault) {
        for (const { place, before } of done)
          await (before === null ? rm(place, { force: true }) : writeFile(place, before));
        throw fault;
      }
    };
    const versions = Object.fromEntries(
      [...texts].map(([path, text]) => [path, text === null ? null : versionOf(Buffer.from(text))]),
    );
    return { versions, commit, discard };
  }
}

/** Files that are ready to be put in their places; whoever reads one sees the one before or the new one. */
interface Staged {
  /** Of the files once they are there; null for one that is taken away. */
  versions: Record<string, string | null>;
  commit: () => Promise<void>;
  discard: () => Promise<void>;
}

const FAULTS: Readonly<Record<string, FileFault>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
};

async function asFileError(path: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (fault) {
    if (fault instanceof FileError) throw fault;
    throw new FileError(path, FAULTS[(fault as NodeJS.ErrnoException).code ?? ''] ?? 'disk');
  }
}

async function writeBeside(path: string, place: string, text: string | null, beside: string): Promise<void> {
  const before = await lstat(place).catch(() => null);
  const mode = (before?.mode ?? 0o644) & 0o777;
  /* A rename would not ask. */
  if ((mode & 0o222) === 0) throw new FileError(path, 'read-only');
  if (text === null) return;
  await mkdir(dirname(place), { recursive: true });
  const file = await open(beside, 'wx', mode);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
