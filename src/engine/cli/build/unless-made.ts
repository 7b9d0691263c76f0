import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listTree } from '../files.ts';

/** The files in these folders and of these paths, by path, size and time; those that are not there are left out. */
async function fingerprint(sources: readonly string[], ignored: RegExp | undefined): Promise<string> {
  const found = await Promise.all(
    sources
      .filter((path) => existsSync(path))
      .map(async (path) => ((await stat(path)).isDirectory() ? listTree(path) : [path])),
  );
  const files = found.flat().filter((path) => ignored === undefined || !ignored.test(path));
  const facts = await Promise.all(
    files.map(async (path) => {
      const { size, mtimeMs } = await stat(path);
      return [path, size, mtimeMs];
    }),
  );
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

const stampOf = (folder: string) => join(folder, '.fingerprint');

/**
 * Works, and marks `folder` as made of the sources as they were before.
 * @param ignored paths below the sources that follow from the rest
 */
export async function markMade(
  folder: string,
  sources: readonly string[],
  work: () => Promise<void>,
  ignored?: RegExp,
): Promise<void> {
  const current = await fingerprint(sources, ignored);
  await work();
  await writeFile(stampOf(folder), current);
}

/** The same, unless `folder` is marked as made of the sources as they are. */
export async function unlessMade(
  folder: string,
  sources: readonly string[],
  work: () => Promise<void>,
  ignored?: RegExp,
): Promise<void> {
  const made = await readFile(stampOf(folder), 'utf8').catch(() => '');
  if (made !== (await fingerprint(sources, ignored))) await markMade(folder, sources, work, ignored);
}
