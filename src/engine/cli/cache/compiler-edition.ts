import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { readTree } from '../files.ts';
import { ENGINE } from '../project/shop-folders.ts';

/** The packages that the compiler reads texts and schemas with. */
export const PACKAGES = ['ajv', 'ajv-formats', 'graphql', 'js-yaml', 'yaml'];

/** Another one for each state of the compiler's code and of what it imports: only the same makes the same of the same files. */
export async function compilerEdition(): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const [path, text] of await readTree(join(ENGINE, 'compiler'), ['.ts', '.js']))
    hash.update(JSON.stringify([path, text]));
  for (const name of PACKAGES) {
    const file = findPackageJSON(name, import.meta.url);
    hash.update(file === undefined ? name : await readFile(file));
  }
  return hash.digest('hex');
}
