import { existsSync } from 'node:fs';
import type { Unread } from '#engine/compiler/compile.ts';
import { CommandError } from '../arguments.ts';
import { readTree } from '../files.ts';
import { readConfig } from './read-config.ts';
import { ENGINE_SCHEMAS, shopFolders } from './shop-folders.ts';

/** A folder that a config needs could not be read; the message is for the caller of the tool. */
export class LoadError extends CommandError {}

/** Everything that the compiler reads, and which files of the config could not be read. */
export interface LoadedProject {
  /** Path -> text: the config keyed as `config/...` wherever it lies, and the project's schemas as `schemas/...`. */
  files: Map<string, string>;
  unread: Map<string, Unread>;
}

/** Reads the config in `configDir` and the schemas. Invalid or unreadable files become offenses, and never throw. */
export async function readProject(configDir: string = shopFolders().config): Promise<LoadedProject> {
  const root = configDir.replaceAll('\\', '/').replace(/\/+$/, '');
  const [config, schemas] = await Promise.all([orLoadError(root, readConfig(root)), readSchemaFiles()]);
  return { files: new Map([...config.files, ...schemas]), unread: config.unread };
}

/** `"$ref": "entity:link"` in a schema of the shop's: an entity by its name, whoever declares it. */
const BY_NAME = /("\$ref":\s*)"entity:([\w-]+)"/g;

/** A schema with the files of the entities that it names; `own` are the shop's, `folder` is where they lie. */
export function withFiles(text: string, own: ReadonlyMap<string, string>, folder: string): string {
  return text.replaceAll(BY_NAME, (_, key: string, name: string) => {
    const file = `${folder}/entities/${name}.schema.json`;
    return `${key}"/${own.has(file) ? file : `schemas/engine/entities/${name}.schema.json`}"`;
  });
}

/** The schemas of the engine, as `schemas/engine/...` wherever it is installed, and those of the shop after them. */
export async function readSchemaFiles(): Promise<Map<string, string>> {
  const { schemas } = shopFolders();
  const [engine, shop] = await Promise.all([
    orLoadError(ENGINE_SCHEMAS, readTree(ENGINE_SCHEMAS, ['.json'])),
    existsSync(schemas) ? orLoadError(schemas, readTree(schemas, ['.json'])) : new Map<string, string>(),
  ]);
  const named = [...engine].map(
    ([path, text]) => [`schemas/engine${path.slice(ENGINE_SCHEMAS.length)}`, text] as const,
  );
  const own = [...shop].map(([path, text]) => [path, withFiles(text, shop, schemas)] as const);
  return new Map([...named, ...own]);
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
