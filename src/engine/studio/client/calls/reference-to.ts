import type { Path } from './tree-rows.ts';

/** What a position in a list becomes: that item, every item, or the one that a block shows for each. */
export type ListStep = 'one' | 'every' | 'item';

/** The keys that the language can name. */
const KEY = /^[A-Za-z0-9_-]+$/;

/** The reference to a value of an answer: `$data.products.list[].name`; undefined where the language cannot name it. */
export function referenceTo(name: string, path: Path, step: ListStep): string | undefined {
  if (path.some((key) => typeof key === 'string' && !KEY.test(key))) return undefined;
  const inner = step === 'item' ? path.slice(path.findLastIndex((key) => typeof key === 'number') + 1) : path;
  const isItem = inner.length < path.length;
  const steps = inner.map((key) => {
    if (typeof key === 'string') return `.${key}`;
    return step === 'every' ? '[]' : `[${key}]`;
  });
  return `${isItem ? '$item' : `$data.${name}`}${steps.join('')}`;
}

/** A name for the data of a call that the page does not have yet: `goods.hot` -> `hot`, `hot2`. */
export function nameFor(call: string, taken: ReadonlySet<string>): string {
  const words = call.split(/[^A-Za-z0-9]+/);
  const last = words.at(-1) ?? '';
  const isVerb = /^(?:list|one|show|get|detail|index|base)$/.test(last);
  const base = (isVerb && words.length > 1 ? words.at(-2) : last) ?? '';
  const name = /^[a-z]/.test(base) ? base : `data${base}`;
  if (!taken.has(name)) return name;
  let count = 2;
  while (taken.has(`${name}${count}`)) count += 1;
  return `${name}${count}`;
}
