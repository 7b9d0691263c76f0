import { readTree } from './files.ts';

/** A folder that a config needs could not be read; the message is for whoever called the tool. */
export class LoadError extends Error {}

/**
 * Everything that the compiler reads, as path -> text: `configDir` keyed as `config/...` wherever it lies,
 * and the project's schemas keyed as `schemas/...`.
 */
export async function loadProject(
  configDir: string = process.env['CONFIG_DIR'] ?? 'config',
): Promise<Map<string, string>> {
  const [config, schemas] = await Promise.all([
    read(configDir, ['.yaml', '.yml']),
    read('schemas', ['.json']),
  ]);
  const root = configDir.replaceAll('\\', '/').replace(/\/+$/, '').replace(/^\.\//, '');
  const entries = [...config].map(([path, text]): [string, string] => [
    `config${path.slice(root.length)}`,
    text,
  ]);
  return new Map([...entries, ...schemas]);
}

async function read(folder: string, endings: readonly string[]): Promise<Map<string, string>> {
  try {
    return await readTree(folder, endings);
  } catch (error) {
    const detail = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new LoadError(`读不到 ${folder} / cannot read ${folder} (${detail})`);
  }
}
