import { textOf } from './parts.ts';
import type { Words } from './vocabulary.ts';
import { brief, change } from './words.ts';

type Named = Readonly<Record<string, unknown>>;

const isTable = (value: unknown): value is Named => typeof value === 'object' && value !== null;

const SKIPPED = new Set(['source', 'key', 'schedule']);

/** What differs inside two values, by its way from the root: `texts.empty`. */
export function valueLines(before: unknown, after: unknown, way: string, words: Words): string[] {
  if (textOf(before) === textOf(after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return listLines(before, after, way, words);
  if (!isTable(before) || !isTable(after) || Array.isArray(before) || Array.isArray(after))
    return [`- ${way}${words.colon}${change(before, after, words)}`];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !SKIPPED.has(key))
    .flatMap((key) => valueLines(before[key], after[key], way === '' ? key : `${way}.${key}`, words));
}

/** The keys by which one item of a list is known from another. */
const NAMES = ['id', 'key', 'name', 'value', 'to', 'label', 'text', 'title'] as const;

/** Is it the same item, changed? Things are by a name of theirs; a text or a number has none. */
function isSame(a: unknown, b: unknown): boolean {
  if (!isTable(a) || !isTable(b)) return false;
  return NAMES.some((name) => a[name] !== undefined && typeof a[name] !== 'object' && a[name] === b[name]);
}

/** What a list has lost and gained; items that stay are found as the longest run that both have. Counted from 1. */
function listLines(
  before: readonly unknown[],
  after: readonly unknown[],
  way: string,
  words: Words,
): string[] {
  const line = (what: string, item: unknown) => `- ${way}${words.colon}${what} ${brief(item, words)}`;
  const kept = commonRun(before.map(textOf), after.map(textOf));
  const gone = [...before.keys()].filter((index) => !kept.some(([at]) => at === index));
  const come = [...after.keys()].filter((index) => !kept.some(([, at]) => at === index));
  const moved = come.flatMap((at) => {
    const from = gone.find((index) => textOf(before[index]) === textOf(after[at]));
    if (from !== undefined) gone.splice(gone.indexOf(from), 1);
    return from === undefined ? [] : [{ at, from }];
  });
  const added = come.filter((at) => !moved.some((one) => one.at === at));
  const lines = moved.map(({ at, from }) => line(words.moved(from + 1, at + 1), after[at]));
  for (const at of added) {
    const item = after[at];
    const twin =
      gone.find((index) => isSame(before[index], item)) ??
      (gone.length === added.length && isTable(item) ? gone[0] : undefined);
    if (twin === undefined) {
      lines.push(line(words.addedItem(at + 1), item));
      continue;
    }
    gone.splice(gone.indexOf(twin), 1);
    lines.push(...valueLines(before[twin], item, `${way}.${at + 1}`, words));
  }
  return [...lines, ...gone.map((index) => line(words.removedItem(index + 1), before[index]))];
}

/** Longest common subsequence, as pairs of positions. Pages have tens of blocks, so the table is small. */
export function commonRun(a: readonly string[], b: readonly string[]): [number, number][] {
  const lengths = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  const length = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row)
        row[j] = a[i] === b[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (length(i + 1, j) >= length(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
