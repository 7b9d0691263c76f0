import { readFileSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** Every file below `folder`, with `/`, in path order. */
export async function listTree(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).split(sep).join('/'))
    .sort();
}

/**
 * Every file below `folder` with one of the endings, as path (with `/`) -> text, in path order. Read synchronously: for
 * hundreds of small files the promises cost several times what the reading does.
 */
export async function readTree(folder: string, endings: readonly string[]): Promise<Map<string, string>> {
  const paths = (await listTree(folder)).filter((path) => endings.some((ending) => path.endsWith(ending)));
  return new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** Writes a text unless the file holds it already: whoever watches the file sees no change where there is none. */
export async function writeChanged(path: string, text: string): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => null);
  if (before !== text) await writeFile(path, text);
}

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
