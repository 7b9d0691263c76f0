import { languageFor } from '../language.ts';
import { readTemplate } from '../new/read-template.ts';
import { shopFolders } from '../project/shop-folders.ts';

/** Folder of the page that loads the catalogue, and the page. */
export const FOLDER = import.meta.dirname.replaceAll('\\', '/');
export const PAGE = `${FOLDER}/index.html`;

/** What the API declines to do: name -> the code of the answer and the words for its reader. */
export type Refusals = Readonly<Record<string, { readonly code: number; readonly message: string }>>;

/** What the catalogue is made of, as it travels to the page that shows it. */
export interface Sources {
  /** Path -> text of the config and the schemas. */
  files: Record<string, string>;
  refusals: Refusals;
  /** The page that the playground begins with, as YAML. */
  start: string;
  /** Folder of what is generated of the shop, from its project. */
  generated: string;
}

export const sourcesOf = async (
  files: ReadonlyMap<string, string>,
  refusals: Refusals,
): Promise<Sources> => ({
  files: Object.fromEntries(files),
  refusals,
  start: await readTemplate('playground.yaml', languageFor(files)),
  generated: shopFolders().generated,
});
