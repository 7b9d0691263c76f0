import { corrected } from '../correct/correct.ts';
import type { FileKind } from '../schema/file-kind.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import type { Edit } from '../source/edit.ts';
import type { Pointer } from '../source/pointer.ts';
import type { YamlFault } from '../source/yaml-fault.ts';
import type { YamlFile } from '../source/yaml-file.ts';
import { errorsIn } from '../validate/file-errors.ts';
import { unknownKeyOf } from '../validate/union.ts';
import { type Candidate, colons, dashes, indents, marks } from './candidates.ts';
import { type Line, linesOf, suspects } from './lines.ts';

interface Written {
  kind: FileKind;
  yaml: YamlFile;
}

/** Most characters that are parsed to repair one text; a file of the shop has about 10,000. */
const BUDGET = 2_000_000;

/** Most characters of a text that is repaired: larger ones are not written by hand. */
const LARGEST = 50_000;

/** Most edits of one text that are tried. */
const MOST = 120;

/**
 * A file with one wrongly laid out line, parsed as if that line were right, so that only the line is reported and none of its
 * consequences; the file itself where the edit of a single line does not repair it.
 */
export function repaired(library: SchemaLibrary): (file: Written) => YamlFile {
  return (file) => {
    const { kind, yaml } = file;
    const [first] = yaml.faults;
    if (first !== undefined && first.code !== 'yaml-syntax' && first.code !== 'yaml-duplicate-key')
      return yaml;
    if (yaml.brokenFrom === 0 || yaml.faults.length > MOST || yaml.text.length > LARGEST) return yaml;
    if (first !== undefined) return repairedSyntax(file, first, library) ?? yaml;
    const errors = errorsIn({ kind, yaml: corrected(library)(file) }, library);
    const unknownKeys = errors.flatMap(({ error, at }) => {
      const key = error && unknownKeyOf(error);
      return key === undefined ? [] : [[...at, key]];
    });
    return unknownKeys.length === 0
      ? yaml
      : (repairedIndent(file, errors.length, unknownKeys, library) ?? yaml);
  };
}

/** Repairs a text that does not parse, or that has a duplicate key. */
function repairedSyntax(
  { kind, yaml }: Written,
  first: YamlFault,
  library: SchemaLibrary,
): YamlFile | undefined {
  const lines = linesOf(yaml.text);
  const isTwice = yaml.faults.every(({ code }) => code === 'yaml-duplicate-key');
  const starts = yaml.faults.map(({ range }) => range.start).sort((a, b) => a - b);
  const offsets = yaml.errorOffset === undefined ? starts : [...starts, yaml.errorOffset];
  const tries = isTwice ? dashesAt(lines, suspects(lines, starts).near.slice(0, 1)) : edits(lines, offsets);
  let best: { file: YamlFile; count: number } | undefined;
  for (const { edit, fault } of withinBudget(tries, yaml.text.length)) {
    const file = yaml.repaired(edit, fault ?? inLineOf(edit, first, yaml.text));
    if (file === undefined) continue;
    const count = countIn(kind, file, library);
    if (count === 0) return file;
    if (!isTwice && (best === undefined || count < best.count)) best = { file, count };
  }
  return best?.file;
}

/** The fault that the parser found, in the edited line. */
function inLineOf({ start }: Edit, fault: YamlFault, text: string): YamlFault {
  const lineOf = (offset: number) => text.lastIndexOf('\n', offset - 1);
  return lineOf(start) === lineOf(fault.range.start) ? fault : { ...fault, range: { start, end: start + 1 } };
}

const countIn = (kind: FileKind, yaml: YamlFile, library: SchemaLibrary): number =>
  errorsIn({ kind, yaml: corrected(library)({ kind, yaml }) }, library).length;

/** Repairs a text that parses, but has an unknown key because of a wrong indentation. */
function repairedIndent(
  { kind, yaml }: Written,
  count: number,
  unknownKeys: readonly Pointer[],
  library: SchemaLibrary,
): YamlFile | undefined {
  const lines = linesOf(yaml.text);
  const offsets = unknownKeys
    .flatMap((pointer) => [pointer, pointer.slice(0, -1)])
    .filter((pointer) => pointer.length > 0)
    .map((pointer) => yaml.range(pointer, 'key').start)
    .sort((a, b) => a - b);
  const indexes = [...new Set(offsets)]
    .slice(0, 4)
    .flatMap((offset) => suspects(lines, [offset]).near.slice(0, 2));
  for (const index of new Set(indexes)) {
    if (lines[index]?.isItem === true) continue;
    for (const { edit, fault } of withinBudget(indents(lines, index), yaml.text.length)) {
      const file = fault && yaml.repaired(edit, fault);
      if (fault === undefined || file === undefined || countIn(kind, file, library) >= Math.min(count, 1))
        continue;
      // Where any key is allowed, that this one is allowed proves nothing.
      const named = yaml.repaired({ ...edit, text: `${edit.text}zz_` }, fault);
      if (named === undefined || countIn(kind, named, library) > 0) return file;
    }
  }
  return undefined;
}

function* edits(lines: readonly Line[], offsets: readonly number[]): Generator<Candidate> {
  const { near, openers, firsts } = suspects(lines, offsets);
  for (const index of near) yield* marksAt(lines, index);
  yield* dashesAt(lines, [...near, ...firsts]);
  for (const index of near) yield* colonsAt(lines, index);
  for (const index of [...near, ...openers.slice(0, 4)]) yield* indents(lines, index);
}

function* marksAt(lines: readonly Line[], index: number): Generator<Candidate> {
  const line = lines[index];
  if (line !== undefined) yield* marks(line);
}

function* dashesAt(lines: readonly Line[], indexes: Iterable<number>): Generator<Candidate> {
  for (const index of new Set(indexes)) {
    const line = lines[index];
    if (line !== undefined) yield* dashes(line);
  }
}

function* colonsAt(lines: readonly Line[], index: number): Generator<Candidate> {
  const line = lines[index];
  if (line !== undefined) yield* colons(line);
}

function* withinBudget<T>(tries: Iterable<T>, length: number): Generator<T> {
  let left = Math.min(MOST, Math.floor(BUDGET / Math.max(1, length)));
  for (const one of tries) {
    if (left === 0) return;
    left -= 1;
    yield one;
  }
}
