import type { Fix, Text } from './offense.ts';
import type { ConfigFile } from './schema/config-file.ts';
import type { Pointer } from './source/pointer.ts';
import type { Range } from './source/text-position.ts';
import type { Part } from './source/yaml-file.ts';

/** Which characters are underlined. */
export interface Spot {
  pointer: Pointer;
  /** Default: the value. */
  part?: Part;
  /** Only this text inside the value. */
  within?: string;
  /** Only these characters of `within`; the end is exclusive. */
  piece?: readonly [start: number, end: number];
}

export interface Finding {
  at: Spot | Range;
  message: Text;
  hint: Text;
  /** What to write instead of the underlined text, when that is certain; may be made of how that is written. */
  replacement?: string | ((written: string) => string) | undefined;
  /** Set where a name is not found: what it was looked for among. */
  lookup?: Lookup | undefined;
  /** What lacks something, when that is what is wrong: it may stand in a part of the file that could not be read. */
  lacking?: Pointer;
}

/** A name that is declared somewhere in the config. */
export interface Declared {
  name: string;
  file: string;
  pointer: Pointer;
  /** Default: the key. */
  part?: Part;
}

/** A name that was looked for, and what is declared of its kind where it could have been found. */
export interface Lookup {
  name: string;
  declared: () => readonly Declared[];
  /** The file that would declare it, where that is known. */
  file?: string | undefined;
}

/** Findings of one check in one file; who has so many repairs the first ones and looks again. */
export const MOST = 200;

/** A finding with its place worked out; its severity is settled later. */
export interface Located {
  code: string;
  file: string;
  range: Range;
  message: Text;
  hint: Text;
  fix?: Fix;
  lookup?: Lookup;
}

/** Finding -> characters of the file. */
export function locate(finding: Finding, code: string, { yaml }: Pick<ConfigFile, 'yaml'>): Located {
  const { at, message, hint, replacement, lookup } = finding;
  const { range, exact } = rangeOf(at, yaml);
  const written = yaml.text.slice(range.start, range.end);
  const text = typeof replacement === 'function' ? replacement(written) : replacement;
  const fix = text === undefined || !exact ? undefined : { ...range, text };
  return { code, file: yaml.path, range, message, hint, ...(fix && { fix }), ...(lookup && { lookup }) };
}

/** `exact`: it is what was asked for, and not all of the value because that is written with escapes. */
function rangeOf(at: Spot | Range, yaml: ConfigFile['yaml']): { range: Range; exact: boolean } {
  if ('start' in at) return { range: at, exact: true };
  if (at.within === undefined) return { range: yaml.range(at.pointer, at.part), exact: true };
  const found = yaml.rangeWithin(at.pointer, at.within);
  if (found === undefined) return { range: yaml.range(at.pointer), exact: false };
  const [start, end] = at.piece ?? [0, at.within.length];
  return { range: { start: found.start + start, end: found.start + end }, exact: true };
}
