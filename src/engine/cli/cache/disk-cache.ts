import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** All that a value follows from, and the code that makes it. */
export type Key = readonly string[];

/** Values that are costly to make, kept in the files of a folder for other processes. */
export interface DiskCache {
  /** undefined where there is none, or none that could be read. */
  read(key: Key): Promise<unknown>;
  /** A folder that cannot be written to is no fault: the value is made anew the next time. */
  write(key: Key, value: unknown): Promise<void>;
}

/** Limits of the whole folder; the file of 2,000 pages has about 10 MB, the others are small. */
const MOST = { bytes: 64 * 1024 * 1024, files: 200 };

function nameOf(key: Key): string {
  const hash = createHash('sha256');
  for (const part of key) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const DIGEST = 32;

/**
 * A file holds the digest of its content before the content: one that is damaged is taken as absent. It is written aside
 * and renamed, so that no other process reads a half of it. The files that were used least recently are removed.
 */
export function diskCache(folder: string, most = MOST): DiskCache {
  const fileOf = (key: Key) => join(folder, nameOf(key));
  return {
    async read(key) {
      const file = fileOf(key);
      try {
        const bytes = await readFile(file);
        const content = bytes.subarray(DIGEST);
        if (!digestOf(content).equals(bytes.subarray(0, DIGEST))) return undefined;
        const now = new Date();
        await utimes(file, now, now);
        return deserialize(content);
      } catch {
        return undefined;
      }
    },
    async write(key, value) {
      const content = serialize(value);
      const file = fileOf(key);
      const aside = `${file}.${randomUUID()}`;
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(aside, [digestOf(content), content]);
        await rename(aside, file);
        await removeOldest(folder, most);
      } catch {
        await rm(aside, { force: true }).catch(() => {});
      }
    },
  };
}

async function removeOldest(folder: string, most: typeof MOST): Promise<void> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(path);
      return { path, size, mtimeMs };
    }),
  );
  let total = 0;
  for (const [index, { path, size }] of files.toSorted((a, b) => b.mtimeMs - a.mtimeMs).entries()) {
    total += size;
    if (total > most.bytes || index >= most.files) await rm(path, { force: true });
  }
}
