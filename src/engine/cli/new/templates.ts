import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { shopFolders } from '../project/shop-folders.ts';
import type { Names } from './names.ts';

/** One entry of `templates/kinds.yaml`. Names of files may hold the same words as what is in them. */
interface Kind {
  /** When the command gives none. */
  title: string;
  /** Where its pages may stand below `config/pages`: the first that the project has pages in, else the last. */
  folders?: string[];
  /** Path in the project -> file of the templates. */
  files: Record<string, string>;
  /** The same, for what is added at the end of a file that is already there. */
  append?: Record<string, string>;
  /** What to do next; `{file}` is the first file, where it was written. */
  next: string[];
}

/** What one template yields: paths relative to the project (`config/...` wherever the config lies) -> text. */
export interface Scaffold {
  files: Record<string, string>;
  append: Record<string, string>;
  next: readonly string[];
}

const read = (name: string) => readFile(fileURLToPath(new URL(`templates/${name}`, import.meta.url)), 'utf8');

export async function readKinds(): Promise<Record<string, Kind>> {
  return parse(await read('kinds.yaml')) as Record<string, Kind>;
}

/** What the templates are filled with. */
interface ScaffoldInput {
  names: Names;
  title: string | undefined;
  /** ms; an activity begins with the next day and lasts for 30. */
  now: number;
  /** Paths that the project has. */
  present: Iterable<string>;
}

/** Fills the templates of a kind in. */
export async function scaffold(kind: Kind, { names, title, now, present }: ScaffoldInput): Promise<Scaffold> {
  const { schemas: schemaFolders, blocks: blockFolders } = shopFolders();
  const words: Record<string, string> = {
    file: names.file,
    folder: folderOf(kind, names, [...present]),
    name: names.route,
    path: names.path,
    component: names.component,
    title: title ?? kind.title,
    schemas: schemaFolders.at(-1) ?? 'schemas',
    blocks: blockFolders.at(-1) ?? 'blocks',
    from: dayInShanghai(now + DAY),
    until: dayInShanghai(now + 31 * DAY),
  };
  const fill = (text: string, more: Record<string, string> = {}) =>
    text.replaceAll(/__([a-z]+)__/g, (word, name: string) => more[name] ?? words[name] ?? word);
  async function fillAll(entries: Record<string, string> = {}): Promise<Record<string, string>> {
    const filled = Object.entries(entries).map(async ([target, source]) => {
      const path = fill(target);
      return [path, fill(await read(source), { schema: editorFolder(path) })] as const;
    });
    return Object.fromEntries(await Promise.all(filled));
  }
  return {
    files: await fillAll(kind.files),
    append: await fillAll(kind.append),
    next: kind.next.map((step) => fill(step)),
  };
}

/** `config/pages/` with the folder for a new page of this kind; a name that brings a folder along needs none. */
function folderOf({ folders = [] }: Kind, { file }: Names, present: readonly string[]): string {
  const candidates = (file.includes('/') ? [] : folders).map((folder) => `config/pages/${folder}/`);
  const used = candidates.find((folder) => present.some((path) => path.startsWith(folder)));
  return (used ?? candidates.at(-1) ?? 'config/pages/').replace(/\/+$/, '/');
}

/** The way from a file to the schemas that editors read. */
const editorFolder = (path: string) => `${'../'.repeat(path.split('/').length - 1)}src/generated/editor/`;

const DAY = 86_400_000;

/** Midnight of a day at the shop, with its zone: `2026-11-01T00:00:00+08:00`. */
function dayInShanghai(time: number): string {
  return `${new Date(time + 8 * 3_600_000).toISOString().slice(0, 10)}T00:00:00+08:00`;
}
