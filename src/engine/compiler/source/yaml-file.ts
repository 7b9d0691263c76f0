import { isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import { memo } from '../memo.ts';
import { type Correction, type Written, writtenBy } from './correction.ts';
import { applyEdit, type Edit, originOf } from './edit.ts';
import { parseYaml, type YamlContent, type YamlNodes } from './parse-yaml.ts';
import { type Pointer, valueAt } from './pointer.ts';
import { readYaml } from './read-yaml.ts';
import { type Range, TextPositions } from './text-position.ts';
import type { YamlFault } from './yaml-fault.ts';

/** A part of the pair at a pointer: its value or its key. */
export type Part = 'key' | 'value';

interface Reading {
  content?: YamlContent;
  corrections?: readonly Correction[];
  edit?: Edit;
}

/** One YAML file: its plain value, its faults, and the mapping from pointers into the value to ranges of the text. */
export class YamlFile {
  readonly path: string;
  readonly text: string;
  readonly value: unknown;
  readonly faults: readonly YamlFault[];
  /** The offset from which the value is unreliable; undefined when the whole text could be parsed. */
  readonly brokenFrom: number | undefined;
  readonly positions: TextPositions;
  /** The typos that `value` has corrected. */
  readonly corrections: readonly Correction[];
  /** The offset of the parser's first error, which may be far after the fault that causes it. */
  readonly errorOffset: number | undefined;
  #nodes: YamlNodes | undefined;
  /** The edit that was made before the text was parsed, where it could not be parsed as written. */
  readonly #edit: Edit | undefined;
  readonly #source: string;
  readonly #origin: (offset: number) => number;
  readonly #written: Written;

  constructor(
    path: string,
    text: string,
    { content = readYaml(text), corrections = [], edit }: Reading = {},
  ) {
    this.path = path;
    this.text = text;
    this.value = content.value;
    this.faults = content.faults;
    this.brokenFrom = content.brokenFrom;
    this.errorOffset = content.errorOffset;
    this.#nodes = content.nodes;
    this.positions = new TextPositions(text);
    this.corrections = corrections;
    this.#written = writtenBy(corrections);
    this.#edit = edit;
    this.#source = edit === undefined ? text : applyEdit(text, edit);
    this.#origin = edit === undefined ? (offset) => offset : originOf(edit);
  }

  /** A file without faults, of whose text the value is known. */
  static ofValue(path: string, text: string, value: unknown): YamlFile {
    return new YamlFile(path, text, { content: { value, faults: [], brokenFrom: undefined } });
  }

  /** The same text, read as `value`. */
  corrected(value: unknown, corrections: readonly Correction[]): YamlFile {
    const { faults, brokenFrom, errorOffset } = this;
    const content = { value, faults, brokenFrom, errorOffset, ...(this.#nodes && { nodes: this.#nodes }) };
    return new YamlFile(this.path, this.text, {
      content,
      corrections,
      ...(this.#edit && { edit: this.#edit }),
    });
  }

  /** The same text parsed with an edit of one line, which `fault` reports; undefined when that does not parse either. */
  repaired(edit: Edit, fault: YamlFault): YamlFile | undefined {
    const parsed = parseYaml(applyEdit(this.text, edit));
    return parsed.faults.length > 0
      ? undefined
      : new YamlFile(this.path, this.text, { content: { ...parsed, faults: [fault] }, edit });
  }

  /**
   * The nodes of the text: those it was read with, or parsed when a first position is needed. Most files have none to
   * tell, and thousands of nodes in memory are what the garbage collector would mostly copy.
   */
  #parsed(): YamlNodes {
    this.#nodes ??= parseYaml(this.#source).nodes;
    return this.#nodes;
  }

  at(pointer: Pointer): unknown {
    return valueAt(this.value, pointer);
  }

  /** The range of the value or key at a pointer; of the nearest existing parent when the text does not have it. */
  range(corrected: Pointer, part: Part = 'value'): Range {
    const { start, end } = this.#rangeRead(corrected, part);
    return { start: this.#origin(start), end: this.#origin(end) };
  }

  /** The range in the text as it was parsed, edited. */
  #rangeRead(corrected: Pointer, part: Part): Range {
    const pointer = this.#written(corrected);
    const { root, aliases } = this.#parsed();
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

  /** Is the value at a pointer an unquoted one inside brackets? It cannot contain a bracket. */
  isBareInBrackets(corrected: Pointer): boolean {
    const pointer = this.#written(corrected);
    const { root, aliases } = this.#parsed();
    if (/['"]/.test(this.text.charAt(this.range(corrected).start))) return false;
    let node: Node | null = root;
    for (const step of pointer) {
      if (isAlias(node)) node = aliases.get(node) ?? null;
      if ((isMap(node) || isSeq(node)) && node.flow === true) return true;
      node = childOf(node, step)?.value ?? null;
    }
    return false;
  }

  /** The first whole occurrence of `needle` in the value at a pointer; undefined where it is written with escapes. */
  rangeWithin(pointer: Pointer, needle: string): Range | undefined {
    const whole = this.range(pointer);
    const goesOn = /[A-Za-z0-9_\]]$/.test(needle) ? /^(?:[A-Za-z0-9_[-]|\.[A-Za-z0-9_-])/ : /^$^/;
    for (let start = whole.start; start !== -1; start = this.text.indexOf(needle, start + 1)) {
      const end = start + needle.length;
      if (end > whole.end) return undefined;
      if (this.text.startsWith(needle, start) && !goesOn.test(this.text.slice(end, end + 2)))
        return { start, end };
    }
    return undefined;
  }

  /**
   * The range of a key, its value and the separator next to them, whose removal leaves valid YAML; undefined where that is
   * not certain.
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

  /** The 1-based line in which the value at a pointer starts. */
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

/** The first pair of each key; memoized, since the same few maps are looked up often. */
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
