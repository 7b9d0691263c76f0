import type { PageWeight } from '../budget/weight.ts';
import type { FileFacts } from '../facts/facts.ts';
import type { Fix, Severity, Text } from '../offense.ts';
import type { ConfigFile } from '../project/config-file.ts';
import type { Project } from '../project/project.ts';
import type { Routes } from '../project/routes.ts';
import type { SchemaFault } from '../project/schema-library.ts';
import type { Pointer } from '../source/pointer.ts';
import type { Range } from '../source/text-position.ts';
import type { Part } from '../source/yaml-file.ts';
import type { Visitor } from '../walk/nodes.ts';

/** What the reports, `site.yaml` and the documentation know a check by. */
export interface CheckMeta {
  /** Permanent; never reused for something else. */
  code: string;
  /** Unless `site.yaml` says otherwise. */
  severity: Severity;
  /** Emitting relies on it: `site.yaml` cannot turn it down. */
  essential?: boolean;
  title: Text;
  /** Why it matters, for the generated documentation. */
  description: Text;
  /** What it finds, and how that is written instead; a test holds both to it. Absent where no text can show it. */
  example?: CheckExample;
}

/** YAML of a page below its name and path, or of the file that is named. */
export interface CheckExample {
  file?: string;
  /** Where the good one belongs, when the place itself is what was wrong. */
  goodFile?: string;
  /** Path -> text of what must stand beside it. */
  beside?: Readonly<Record<string, string>>;
  bad: string;
  good: string;
}

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

export interface FileContext extends ConfigFile {
  project: Project;
  report: (finding: Finding) => void;
}

/** What the files say together: asked once, after all of them. */
export interface WholeContext {
  project: Project;
  files: readonly ConfigFile[];
  /** What each file has noted, in the order of `files`. */
  facts: readonly FileFacts[];
  routes: Routes;
  /** Paths under `config/` that are none of the places the shop reads. */
  strays: readonly string[];
  schemaFaults: readonly SchemaFault[];
  /** Files that could not be read, and why. */
  unread: ReadonlyMap<string, Text>;
  /** Page name -> what it costs as built; empty where nothing was built. */
  weights: ReadonlyMap<string, PageWeight>;
  /** Codes of all checks. */
  codes: readonly string[];
  /** A file that is not parsed (or does not exist) is reported at its beginning. */
  report: (file: string, finding: Finding) => void;
}

/** The files together, seen from a moment on. */
export interface TimeContext extends WholeContext {
  /** ms since 1970. What lies before it is past, and no longer matters. */
  at: number;
}

/**
 * A check is one file that exports this. A file check sees one file and what the others declare, so that its findings
 * can be kept until either changes; a whole check compares files with each other; a time check looks from a moment on
 * at all that opens and closes, and runs only where that moment is given.
 */
export type Check =
  | { meta: CheckMeta; scope: 'file'; create: (context: FileContext) => Visitor }
  | { meta: CheckMeta; scope: 'whole'; run: (context: WholeContext) => void }
  | { meta: CheckMeta; scope: 'time'; run: (context: TimeContext) => void };

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
