import { asList, asObject } from '../json.ts';
import { keyMeant } from '../meant.ts';
import { memo } from '../memo.ts';
import { everMore, type Window, windowOf, within } from '../schedule/window.ts';
import type { Pointer } from '../source/pointer.ts';
import type { ConfigFile } from './config-file.ts';
import type { Place } from './project.ts';

/** A page as other files see it: everything but its data and blocks. */
export interface DeclaredPage extends Place {
  name: string | undefined;
  path: string | undefined;
  alias: readonly string[];
  redirect: string | undefined;
  isLayout: boolean;
  /** When it and the pages around it are open. */
  open: Window;
}

/** A page around others is shown only through them, unless it redirects. */
export function isReachable({ isLayout, redirect }: DeclaredPage): boolean {
  return !isLayout || redirect !== undefined;
}

/** The pages of one file, its children after it; none for other kinds of files. */
export const pagesIn: (file: ConfigFile) => readonly DeclaredPage[] = memo(({ kind, yaml }) =>
  kind === 'page' ? gather(yaml.path, yaml.value, [], everMore) : [],
);

/** What of a file's pages concerns others, as a text to compare. */
export const pagesKey: (file: ConfigFile) => string = memo((file) => JSON.stringify(pagesIn(file)));

/** All that a page may say (schemas/config/page.schema.json). */
export const PAGE_KEYS = [
  'name',
  'path',
  'alias',
  'title',
  'meta',
  'access',
  'schedule',
  'remember',
  'redirect',
  'data',
  'blocks',
  'children',
] as const;

/** As `page.schema.json` has it; a longer one is an offense there, and no address. */
const LONGEST_PATH = 200;

const isPath = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST_PATH;

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function gather(file: string, value: unknown, pointer: Pointer, around: Window): DeclaredPage[] {
  const page = asObject(value);
  const path = page[keyMeant(page, 'path', PAGE_KEYS)];
  const children = asList(page['children']);
  const open = within(around, windowOf(page['schedule']));
  const own: DeclaredPage = {
    file,
    pointer,
    name: textOf(page['name']),
    path: isPath(path) ? path : undefined,
    alias: asList(page['alias']).filter(isPath),
    redirect: textOf(page['redirect']),
    isLayout: children.length > 0,
    open,
  };
  const inner = children.flatMap((child, index) =>
    gather(file, child, [...pointer, 'children', index], open),
  );
  return [own, ...inner];
}
