import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../language.ts';
import { shopFolders } from '../project/shop-folders.ts';

/** The engine's own templates: a folder for each language, beside what is the same in all. */
export const TEMPLATES = join(import.meta.dirname, 'templates');

/** The file of the shop's own templates, else of the engine's in this language, else of those for all. */
export async function readTemplate(name: string, lang: Language): Promise<string> {
  const folders = [shopFolders().templates, join(TEMPLATES, lang), TEMPLATES];
  for (const folder of folders) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => null);
    if (text !== null) return text;
  }
  throw new Error(`no template ${name} in ${folders.join(', ')}`);
}
