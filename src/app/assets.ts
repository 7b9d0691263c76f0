import type { Parts } from '#renderer/code.ts';
import type { Assets } from './document.ts';

/** The part of Vite's manifest that is read here: source module -> what it became. */
export type Manifest = Readonly<
  Record<string, { file: string; css?: readonly string[]; imports?: readonly string[] }>
>;

const ENTRY = 'src/app/entry-client.tsx';

/** In development modules are served as they are, before them what exchanges them. */
export const DEVELOPMENT: Assets = {
  scripts: ['/@vite/client', '/@id/@vitejs/plugin-react/preamble', `/${ENTRY}`],
  preloads: [],
  styles: [],
};

const modulesOf = ({ pages, shells, blocks }: Parts): string[] => [
  ENTRY,
  ...pages.map((name) => `virtual:storewright/page/${name}`),
  ...shells.map((name) => `virtual:storewright/shell/${name}`),
  ...blocks.map((type) => `src/blocks/${type}/${type}.tsx`),
];

/** The scripts and styles of a view, with all that these import, each once and the entry's first. */
export function assetsOf(manifest: Manifest, parts: Parts): Assets {
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

  for (const module of modulesOf(parts)) add(module);
  const entry = `/${manifest[ENTRY]?.file ?? ''}`;
  return { scripts: [entry], preloads: [...files].filter((file) => file !== entry), styles: [...styles] };
}
