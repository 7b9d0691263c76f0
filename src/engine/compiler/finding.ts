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
  /** The text that certainly repairs the underlined one; may be a function of it. */
  replacement?: string | ((written: string) => string) | undefined;
  /** Set where a name is not found: the names among which it was looked up. */
  lookup?: Lookup | undefined;
  /** The object in which something is missing; it may be in a part of the file that could not be parsed. */
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

/** A name that was looked up, and the names of its kind that are declared in its scope. */
export interface Lookup {
  name: string;
  declared: () => readonly Declared[];
  /** The file in which it would be declared, where that is known. */
  file?: string | undefined;
}

/** Most findings of one check in one file; further ones appear once the first ones are repaired. */
export const MAX_FINDINGS = 200;

/** A finding with the characters that it underlines; its severity is determined later. */
export interface Located {
  code: string;
  file: string;
  range: Range;
  message: Text;
  hint: Text;
  fix?: Fix;
  lookup?: Lookup;
}

/** Determines the characters of the file that a finding underlines. */
export function locate(finding: Finding, code: string, { yaml }: Pick<ConfigFile, 'yaml'>): Located {
  const { at, message, hint, replacement, lookup } = finding;
  const { range, exact } = rangeOf(at, yaml);
  const written = yaml.text.slice(range.start, range.end);
  const text = typeof replacement === 'function' ? replacement(written) : replacement;
  const fix = text === undefined || !exact ? undefined : { ...range, text };
  return { code, file: yaml.path, range, message, hint, ...(fix && { fix }), ...(lookup && { lookup }) };
}

/** `exact` is false where the whole value is underlined, since the wanted part of it is written with escapes. */
function rangeOf(at: Spot | Range, yaml: ConfigFile['yaml']): { range: Range; exact: boolean } {
  if ('start' in at) return { range: at, exact: true };
  if (at.within === undefined) return { range: yaml.range(at.pointer, at.part), exact: true };
  const found = yaml.rangeWithin(at.pointer, at.within);
  if (found === undefined) return { range: yaml.range(at.pointer), exact: false };
  const [start, end] = at.piece ?? [0, at.within.length];
  return { range: { start: found.start + start, end: found.start + end }, exact: true };
}
