import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** Every file below `folder` with one of the endings, as path (with `/`) -> text, in path order. */
export async function readTree(folder: string, endings: readonly string[]): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return new Map(paths.map((path, index) => [path.split(sep).join('/'), texts[index] ?? '']));
}
