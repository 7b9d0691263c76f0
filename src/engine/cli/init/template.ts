import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listTree } from '../files.ts';
import type { Language } from '../language.ts';
import { ENGINE } from '../project/shop-folders.ts';
import { engineRequirement } from './engine-requirement.ts';

const TEMPLATE = join(import.meta.dirname, 'template').replaceAll('\\', '/');

/** What differs between the languages stands side by side in the template: `⟦中文|English⟧`. */
const SAID = /⟦([^|⟧]*)\|([^⟧]*)⟧/g;

/** A name in the template, `__shop__`, for which a value is put. */
const NAME = /__([a-z-]+)__/g;

/** Names that a package cannot hold, or that would be taken for the package's own. */
const pathOf = (path: string): string => path.replace(/\.txt$/, '').replace(/^gitignore$/, '.gitignore');

const inLanguage = (text: string, lang: Language): string =>
  text.replaceAll(SAID, (_, zh: string, en: string) => (lang === 'zh' ? zh : en));

/** What the shop in this folder needs: this engine, and the packages that it is made for. */
async function versions(shop: string): Promise<Record<string, string>> {
  const { version, peerDependencies } = JSON.parse(await readFile(`${ENGINE}/package.json`, 'utf8')) as {
    version: string;
    peerDependencies: Record<string, string>;
  };
  return { storewright: await engineRequirement(ENGINE, shop, version), ...peerDependencies };
}

/** How the new shop is called: by its readers, and as a package. */
export interface ShopNames {
  shop: string;
  package: string;
}

/**
 * The files of the small shop, path -> text, in one language. Throws for a name that nothing is known for.
 * @param folder in which it will lie
 */
export async function readShop(
  folder: string,
  lang: Language,
  names: ShopNames,
): Promise<Map<string, string>> {
  const values: Record<string, string> = { ...(await versions(folder)), ...names };
  const files = new Map<string, string>();
  for (const file of await listTree(TEMPLATE)) {
    const text = inLanguage(await readFile(file, 'utf8'), lang);
    const filled = text.replaceAll(NAME, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`${file}: there is no value for __${name}__`);
      return value;
    });
    files.set(pathOf(file.slice(TEMPLATE.length + 1)), filled);
  }
  return files;
}
