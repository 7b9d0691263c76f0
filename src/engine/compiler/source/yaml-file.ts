import { isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import { memo } from '../memo.ts';
import { type Correction, type Written, writtenBy } from './correction.ts';
import { applyEdit, type Edit, originOf } from './edit.ts';
import { type ParsedYaml, parseYaml } from './parse-yaml.ts';
import { type Pointer, valueAt } from './pointer.ts';
import { type Range, TextPositions } from './text-position.ts';
import type { YamlFault } from './yaml-fault.ts';

/** Which token of a place is meant: the value, or the key that holds it. */
export type Part = 'key' | 'value';

interface Reading {
  parsed?: ParsedYaml;
  corrections?: readonly Correction[];
  edit?: Edit;
}

/** One YAML file: its plain value, its faults, and the way from a place in the value back to the text. */
export class YamlFile {
  readonly path: string;
  readonly text: string;
  readonly value: unknown;
  readonly faults: readonly YamlFault[];
  /** Where the text stopped making sense; undefined when all of it could be read. */
  readonly cut: number | undefined;
  readonly positions: TextPositions;
  /** What is not as it is written, because that is certainly a slip. */
  readonly corrections: readonly Correction[];
  /** Where the parser first stumbled, which may be far behind the fault that made it. */
  readonly stumble: number | undefined;
  readonly #parsed: ParsedYaml;
  /** What was changed before the text was read, where it made no sense as it was. */
  readonly #edit: Edit | undefined;
  readonly #source: string;
  readonly #origin: (offset: number) => number;
  readonly #written: Written;

  constructor(
    path: string,
    text: string,
    { parsed = parseYaml(text), corrections = [], edit }: Reading = {},
  ) {
    this.path = path;
    this.text = text;
    this.value = parsed.value;
    this.faults = parsed.faults;
    this.cut = parsed.cut;
    this.stumble = parsed.stumble;
    this.positions = new TextPositions(text);
    this.corrections = corrections;
    this.#parsed = parsed;
    this.#written = writtenBy(corrections);
    this.#edit = edit;
    this.#source = edit === undefined ? text : applyEdit(text, edit);
    this.#origin = edit === undefined ? (offset) => offset : originOf(edit);
  }

  /** The same text, read as `value`. */
  corrected(value: unknown, corrections: readonly Correction[]): YamlFile {
    const reading = { parsed: { ...this.#parsed, value }, corrections };
    return new YamlFile(this.path, this.text, { ...reading, ...(this.#edit && { edit: this.#edit }) });
  }

  /** The same text, read with an edit of one line, of which `fault` tells; undefined when that makes no more sense. */
  repaired(edit: Edit, fault: YamlFault): YamlFile | undefined {
    const parsed = parseYaml(applyEdit(this.text, edit));
    return parsed.faults.length > 0
      ? undefined
      : new YamlFile(this.path, this.text, { parsed: { ...parsed, faults: [fault] }, edit });
  }

  at(pointer: Pointer): unknown {
    return valueAt(this.value, pointer);
  }

  /** The characters of a place; of the nearest enclosing one when the place is not in the text. */
  range(corrected: Pointer, part: Part = 'value'): Range {
    const { start, end } = this.#rangeRead(corrected, part);
    return { start: this.#origin(start), end: this.#origin(end) };
  }

  /** The characters of a place in what was read. */
  #rangeRead(corrected: Pointer, part: Part): Range {
    const pointer = this.#written(corrected);
    const { root, aliases } = this.#parsed;
    let node: Node | null = root;
    let found: Range = { start: 0, end: firstLineEnd(this.#source) };
    for (const [index, step] of pointer.entries()) {
      const pair = childOf(isAlias(node) ? (aliases.get(node) ?? null) : node, step);
      if (pair === undefined) break;
      const last = index === pointer.length - 1;
      node = pair.value;
      const keyRange = rangeOf(pair.key);
      found = (last && part === 'key' ? keyRange : rangeOf(node)) ?? keyRange ?? found;
      if (last) return found;
    }
    return pointer.length === 0
      ? found
      : { start: found.start, end: Math.min(found.end, lineEnd(this.#source, found.start)) };
  }

  /** Does a place stand between brackets, without quotes of its own? A bracket cannot be written there. */
  isBareInBrackets(corrected: Pointer): boolean {
    const pointer = this.#written(corrected);
    const { root, aliases } = this.#parsed;
    if (/['"]/.test(this.text.charAt(this.range(corrected).start))) return false;
    let node: Node | null = root;
    for (const step of pointer) {
      if (isAlias(node)) node = aliases.get(node) ?? null;
      if ((isMap(node) || isSeq(node)) && node.flow === true) return true;
      node = childOf(node, step)?.value ?? null;
    }
    return false;
  }

  /** The first occurrence of `needle` as a whole inside a place; undefined where it is written with escapes. */
  rangeWithin(pointer: Pointer, needle: string): Range | undefined {
    const whole = this.range(pointer);
    const goesOn = /[A-Za-z0-9_]$/.test(needle) ? /^(?:[A-Za-z0-9_-]|\.[A-Za-z0-9_-])/ : /^$^/;
    for (let start = whole.start; start !== -1; start = this.text.indexOf(needle, start + 1)) {
      const end = start + needle.length;
      if (end > whole.end) return undefined;
      if (this.text.startsWith(needle, start) && !goesOn.test(this.text.slice(end, end + 2)))
        return { start, end };
    }
    return undefined;
  }

  /**
   * A key with its value and whatever separates them from their neighbours, so that what is left when they are taken out is
   * whole; undefined where that is not certain.
   */
  pairRange(pointer: Pointer): Range | undefined {
    const key = this.range(pointer, 'key');
    const value = this.range(pointer);
    const lineStart = this.text.lastIndexOf('\n', key.start) + 1;
    const indent = this.text.slice(lineStart, key.start);
    const after = this.text.slice(value.end);
    if (indent.trim() === '') {
      const rest = /^[^\S\n]*(?:#[^\n]*)?(?:\n|$)/.exec(after);
      return rest === null ? undefined : { start: lineStart, end: value.end + rest[0].length };
    }
    const before = /,\s*$/.exec(this.text.slice(0, key.start));
    if (before !== null && /^\s*[,}]/.test(after)) return { start: before.index, end: value.end };
    const comma = /^\s*,\s*/.exec(after);
    return comma === null || !/\{\s*$/.test(indent)
      ? undefined
      : { start: key.start, end: value.end + comma[0].length };
  }

  /** 1-based line where a place starts. */
  line(pointer: Pointer): number {
    return this.positions.at(this.range(pointer).start).line;
  }
}

function childOf(
  node: Node | null,
  step: string | number,
): { key: Node | null; value: Node | null } | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return item === undefined || isPair(item) ? undefined : { key: null, value: item as Node };
  }
  if (!isMap(node)) return undefined;
  const pair = pairsOf(node).get(String(step));
  return pair === undefined ? undefined : { key: pair.key as Node, value: pair.value as Node | null };
}

/** The first pair of each key. Looked up again and again in the same few maps. */
const pairsOf = memo((node: YAMLMap): ReadonlyMap<string, Pair> => {
  const pairs = new Map<string, Pair>();
  for (const pair of node.items) {
    const key = isScalar(pair.key) ? String(pair.key.value) : undefined;
    if (key !== undefined && !pairs.has(key)) pairs.set(key, pair);
  }
  return pairs;
});

function rangeOf(node: Node | null): Range | undefined {
  const range = node?.range;
  if (range === undefined || range === null) return undefined;
  return range[1] > range[0] ? { start: range[0], end: range[1] } : undefined;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

const firstLineEnd = (text: string) => lineEnd(text, 0);
