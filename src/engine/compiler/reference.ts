/** The roots that a reference may start with (schemas/engine/config/reference.schema.json). */
export const ROOTS = ['route', 'query', 'data', 'user', 'site', 'item', 'form', 'event', 'now'] as const;

export type Root = (typeof ROOTS)[number];

/** How a value inside a text may be shown, `{$data.order.payable|money}`, and the types of value that each is for. */
export const FORMATS: Readonly<Record<string, readonly string[]>> = {
  money: ['number', 'integer'],
  number: ['number', 'integer'],
  date: ['integer', 'number', 'string'],
  time: ['integer', 'number', 'string'],
};

/** One `$root.path` inside a string. */
export interface Reference {
  root: Root;
  /** Names, positions in lists, and {@link EACH}. */
  path: readonly string[];
  /** As written, e.g. `$data.groups.total`. */
  text: string;
  /** Part of a longer text (`{$…}`), so that its value is shown as text. */
  inTemplate: boolean;
  /** The word after `|` in a template, known or not. */
  format?: string;
  /** A path of a mapping: of `$item`, which is not written. */
  bare?: true;
}

/** The step of a path that stands for every item of a list: `images[].url`. */
export const EACH = '[]';

/** A string that looks like a reference but is none. */
export interface BadReference {
  text: string;
  inTemplate: boolean;
}

/** Longest reference, in characters; the longest of the shop has about 60. */
const LONGEST = 200;

/** References in one text; the text of the shop with the most has 6. */
export const MOST = 100;

/** Everything behind the root: `.groups.total`, `.images[0].url`, `.images[].url`. */
const STEPS = '(?:\\.[A-Za-z0-9_-]+|\\[\\d*\\])*';

const WHOLE = new RegExp(`^\\$([A-Za-z]+)(${STEPS})$`);

/** One step of a path: a name, a position, or {@link EACH}. */
const STEP = /[A-Za-z0-9_-]+|\[\]/g;

/** `images[0].url` -> `images`, `0`, `url`. */
export const stepsOf = (path: string): string[] => path.match(STEP) ?? [];

/** The characters of one step in a reference as it is written. */
export function stepRange({ root, text, bare }: Reference, at: number): [start: number, end: number] {
  const before = bare ? 0 : 1 + root.length;
  const { 0: step = '', index = 0 } = [...text.slice(before).matchAll(STEP)][at] ?? {};
  return [before + index, before + index + step.length];
}

/** The end of a reference in a template that says how its value is shown. */
export const FORMAT = / ?\| ?([A-Za-z]+)$/;

/** Is this string evaluated when the page runs: a reference or a template? */
export function isDynamic(value: unknown): value is string {
  return typeof value === 'string' && (isReferenceLike(value) || value.includes('{$'));
}

function isReferenceLike(text: string): boolean {
  return text.startsWith('$') && !text.startsWith('$$') && /^\$[A-Za-z]/.test(text);
}

/**
 * The references of one string: the whole string, or the `{$…}` parts of a template (`{{` is a brace).
 * A string that starts with `$$` is the literal after its first `$`.
 */
export function parseReferences(text: string): Parsed {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (parsed.size >= REMEMBERED) parsed.clear();
  const fresh = parse(text);
  parsed.set(text, fresh);
  return fresh;
}

/** The references of a text, and what looks like one. */
export interface Parsed {
  good: readonly Reference[];
  bad: readonly BadReference[];
}

/** A dozen checks parse each text, and many pages hold the same texts. */
const parsed = new Map<string, Parsed>();
const REMEMBERED = 20_000;

function parse(text: string): Parsed {
  const good: Reference[] = [];
  const bad: BadReference[] = [];
  const take = (written: string, inTemplate: boolean) => {
    const format = inTemplate ? FORMAT.exec(written) : null;
    const part = format === null ? written : written.slice(0, format.index);
    const match = WHOLE.exec(part);
    const root = ROOTS.find((name) => name === match?.[1]);
    if (match === null || root === undefined) bad.push({ text: part, inTemplate });
    else {
      const path = stepsOf(match[2] ?? '');
      good.push({ root, path, text: part, inTemplate, ...(format?.[1] && { format: format[1] }) });
    }
  };
  if (isReferenceLike(text)) take(text, false);
  else for (const part of templateParts(text)) take(part, true);
  return { good, bad };
}

function templateParts(text: string): string[] {
  const parts: string[] = [];
  for (let at = text.indexOf('{'); at !== -1 && parts.length < MOST; at = text.indexOf('{', at + 1)) {
    if (text[at + 1] === '{') at += 1;
    else if (text[at + 1] === '$') {
      const end = text.slice(at, at + LONGEST).indexOf('}');
      parts.push(text.slice(at + 1, end === -1 ? at + LONGEST : at + end));
    }
  }
  return parts;
}

/** Every string in `value`. */
export function strings(value: unknown): string[] {
  const found: string[] = [];
  const visit = (part: unknown): void => {
    if (typeof part === 'string') found.push(part);
    else if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) visit(inner);
  };
  visit(value);
  return found;
}

/** The data entries that the values refer to (`$data.<name>…`), in order of appearance. */
export function dataNames(...values: unknown[]): string[] {
  const names = new Set<string>();
  for (const text of strings(values)) {
    if (!text.includes('$data.')) continue;
    for (const { root, path } of parseReferences(text).good)
      if (root === 'data' && path[0] !== undefined) names.add(path[0]);
  }
  return [...names];
}
