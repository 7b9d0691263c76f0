import { existsSync } from 'node:fs';
import type { Unread } from '#engine/compiler/compile.ts';
import { CommandError } from '../arguments.ts';
import { readTree } from '../files.ts';
import { readConfig } from './read-config.ts';
import { shopFolders } from './shop-folders.ts';

/** A folder that a config needs could not be read; the message is for the caller of the tool. */
export class LoadError extends CommandError {}

/** Everything that the compiler reads, and which files of the config could not be read. */
export interface LoadedProject {
  /** Path -> text: the config keyed as `config/...` wherever it lies, and the project's schemas as `schemas/...`. */
  files: Map<string, string>;
  unread: Map<string, Unread>;
}

/** Reads the config in `configDir` and the schemas. Invalid or unreadable files become offenses, and never throw. */
export async function readProject(
  configDir: string = process.env['CONFIG_DIR'] ?? 'config',
): Promise<LoadedProject> {
  const root = configDir.replaceAll('\\', '/').replace(/\/+$/, '');
  const [config, ...schemas] = await Promise.all([
    orLoadError(root, readConfig(root)),
    ...shopFolders()
      .schemas.filter((folder, index) => index === 0 || existsSync(folder))
      .map((folder) => orLoadError(folder, readTree(folder, ['.json']))),
  ]);
  return {
    files: new Map([...config.files, ...schemas.flatMap((texts) => [...texts])]),
    unread: config.unread,
  };
}

/** The texts alone. Throws `LoadError` when a file could not be read. */
export async function loadProject(configDir?: string): Promise<Map<string, string>> {
  const { files, unread } = await readProject(configDir);
  const lines = [...unread].map(([path, { zh, en }]) => `${path}: ${zh} / ${en}`);
  if (lines.length > 0) throw new LoadError(lines.join('\n'));
  return files;
}

async function orLoadError<T>(folder: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const detail = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new LoadError(`读不到 ${folder} / cannot read ${folder} (${detail})`);
  }
}
