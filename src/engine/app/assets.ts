import { own } from '#engine/runtime/own.ts';
import type { PageFiles } from './config-files.ts';
import type { Assets } from './document.ts';
import { blockKey, CLIENT_KEY, CLIENT_MODULE } from './entries.ts';

/** The part of Vite's manifest that is read here: source module -> what it became. */
export type Manifest = Readonly<
  Record<string, { file: string; css?: readonly string[]; imports?: readonly string[] }>
>;

/** The list of all block types. */
const BLOCKS = 'virtual:storewright/blocks';

/** In development modules are served as they are, before them what exchanges them. */
export const DEVELOPMENT: Assets = {
  scripts: ['/@vite/client', '/@id/@vitejs/plugin-react/preamble', `/@id/${CLIENT_MODULE}`],
  preloads: [],
  data: [],
  styles: [],
};

/** Addresses of the compiled config. */
export interface ConfigFiles {
  registry: string;
  /** The registry without what is for staff only. */
  shop: string;
  /** Of each page that does not come with the registry. */
  pages: PageFiles;
}

/** What a view is made of, by name. */
export interface ViewParts {
  pages: readonly string[];
  /** Block types, of the pages and of the shells. */
  types: readonly string[];
  /** Modules that only some views of these pages need. */
  late?: readonly string[];
}

const dataOf = (files: ConfigFiles, { pages }: ViewParts, registry: string): string[] => [
  registry,
  ...pages.flatMap((name) => own(files.pages, name) ?? []),
];

interface Built {
  manifest: Manifest;
  config: ConfigFiles;
  /** Block types that the entry finds without the list of all. */
  commonTypes: readonly string[];
}

/** The files of a view, with all that its modules import, each once and the entry's first. */
export function assetsOf(
  { manifest, config, commonTypes }: Built,
  parts: ViewParts,
  registry: string = config.shop,
): Assets {
  const files = new Set<string>();
  const styles = new Set<string>();
  const seen = new Set<string>();

  function add(module: string): void {
    const built = manifest[module];
    if (!built || seen.has(module)) return;
    seen.add(module);
    for (const imported of built.imports ?? []) add(imported);
    files.add(`/${built.file}`);
    for (const style of built.css ?? []) styles.add(`/${style}`);
  }

  add(CLIENT_KEY);
  if (parts.types.some((type) => !commonTypes.includes(type))) add(BLOCKS);
  for (const type of parts.types) add(blockKey(type));
  for (const module of parts.late ?? []) add(module);
  const entry = `/${manifest[CLIENT_KEY]?.file ?? ''}`;
  return {
    scripts: [entry],
    preloads: [...files].filter((file) => file !== entry),
    data: dataOf(config, parts, registry),
    styles: [...styles],
  };
}
