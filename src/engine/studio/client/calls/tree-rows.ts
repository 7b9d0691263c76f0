import { isObject } from '#engine/compiler/json.ts';

/** Keys of objects and positions in lists, from the outside in. */
export type Path = readonly (string | number)[];

/** One line of an answer that is shown as a tree. */
export interface TreeRow {
  /** Of its value; the list's own in a line that tells how many items are left out. */
  path: Path;
  kind: 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null' | 'more';
  /** The key or position; empty for the answer itself. */
  label: string;
  /** The value in one line. */
  shown: string;
  depth: number;
  /** Undefined for what holds nothing. */
  isOpen: boolean | undefined;
}

/** Lines of what is deeper are folded at first. */
const OPEN_DEPTH = 2;
/** Items of a list at first, and how many come with each wish for more. */
export const ITEMS = 20;
/** Longest text in a line, characters. */
const LENGTH = 120;

/** What has been folded, unfolded and lengthened by hand; by `keyOf` the path. */
export interface TreeState {
  toggled: ReadonlySet<string>;
  lengths: ReadonlyMap<string, number>;
}

export const keyOf = (path: Path): string => JSON.stringify(path);

function kindOf(value: unknown): TreeRow['kind'] {
  if (Array.isArray(value)) return 'list';
  if (isObject(value)) return 'object';
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'text';
}

function show(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} 项`;
  if (isObject(value)) return `${Object.keys(value).length} 个字段`;
  if (value === null || value === undefined) return '（没有）';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text;
}

/** The lines of a value that are not folded. */
export function treeRows(value: unknown, state: TreeState, path: Path = []): TreeRow[] {
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item])
    : isObject(value)
      ? Object.entries(value)
      : [];
  const depth = path.length;
  const last = path.at(-1);
  const isOpen = depth < OPEN_DEPTH !== state.toggled.has(keyOf(path));
  const own: TreeRow = {
    path,
    kind: kindOf(value),
    label: typeof last === 'number' ? `[${last}]` : (last ?? ''),
    shown: show(value),
    depth,
    isOpen: entries.length > 0 ? isOpen : undefined,
  };
  if (entries.length === 0 || !isOpen) return [own];
  const length = Array.isArray(value) ? (state.lengths.get(keyOf(path)) ?? ITEMS) : entries.length;
  const rest = entries.length - length;
  return [
    own,
    ...entries.slice(0, length).flatMap(([step, inner]) => treeRows(inner, state, [...path, step])),
    ...(rest > 0
      ? [
          {
            path,
            kind: 'more' as const,
            label: '',
            shown: `还有 ${rest} 项`,
            depth: depth + 1,
            isOpen: undefined,
          },
        ]
      : []),
  ];
}
