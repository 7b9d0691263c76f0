import { isCollection, isScalar, isSeq, type Node } from 'yaml';
import type { Edit } from '#engine/compiler/source/edit.ts';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import type { Range } from '#engine/compiler/source/text-position.ts';
import { CannotEdit } from './cannot-edit.ts';
import type { Entry, Holder, SourceText } from './source-text.ts';
import { type WriteContext, writeAfterKey, writeItem, writeScalar, writeValue } from './write-value.ts';

/** Keys of a block that come after its props. */
const LAST_KEYS: ReadonlySet<string> = new Set(['when', 'schedule', 'on', 'blocks', 'children']);

function holderAt(source: SourceText, pointer: Pointer): Holder {
  const node = source.find(pointer)?.node ?? null;
  if (!isCollection(node)) throw new CannotEdit('missing');
  return node;
}

function contextBelow(source: SourceText, entry: Entry | undefined, pointer: Pointer): WriteContext {
  return {
    indent: entry === undefined ? 0 : source.columnOf(entry.start) + 2,
    inBrackets: source.isInBrackets(pointer),
    newline: source.newline,
  };
}

const isBlockOf = (node: Node | null): boolean =>
  isCollection(node) && node.flow !== true && node.items.length > 0;

/** The end of a value without the line end that a literal block holds. */
function trimmedEnd(source: SourceText, node: Node, otherwise: number): number {
  const end = source.contentEnd(node, otherwise);
  return end - (/[\r\n]*$/.exec(source.text.slice(otherwise, end))?.[0].length ?? 0);
}

/**
 * Aliases outside of what is taken away keep their value: the first one is written out in its place.
 * @param replaced a value that gives way to another one behind its anchor: its aliases stand for that one
 */
function keepAliases(source: SourceText, removed: Range, replaced?: Node): Edit[] {
  const orphans = source.orphansOf(removed).filter(({ value }) => value !== replaced);
  return orphans.map(({ alias, anchor, value }) => {
    const pointer = source.pointerTo(alias) ?? [];
    const context = contextBelow(source, source.find(pointer)?.entry, pointer);
    const [start, end] = alias.range ?? [0, 0];
    const written = writeAfterKey(value.toJS(source.document), context);
    return { start, end, text: `&${anchor}${written}` };
  });
}

/** The value at a pointer is replaced as a whole. */
export function replaceValue(source: SourceText, pointer: Pointer, value: unknown): Edit[] {
  const located = source.find(pointer);
  const { entry, node } = located ?? {};
  if (entry === undefined) throw new CannotEdit('missing');
  const context = contextBelow(source, entry, pointer);
  const isList = isSeq(entry.holder) && entry.holder.flow !== true;
  const written = isList ? ` ${writeItem(value, context)}` : writeAfterKey(value, context);
  const [from = entry.lead, to = from] = node?.range ?? [];
  if (!node || from >= to) return [{ start: entry.lead, end: entry.lead, text: written }];
  if (!isBlockOf(node)) {
    const end = trimmedEnd(source, node, from);
    const kept = keepAliases(source, { start: from, end }, node);
    if (!/^\s*\n/.test(written)) {
      const isLine = typeof value !== 'object' && !written.includes('\n');
      const style = isScalar(node) ? node.type : undefined;
      const text = isLine ? writeScalar(value, context.inBrackets, style) : written.slice(1);
      return [{ start: from, end, text }, ...kept];
    }
    const start = from - (/ *$/.exec(source.text.slice(entry.lead, from))?.[0].length ?? 0);
    return [{ start, end, text: written }, ...kept];
  }
  const end = trimmedEnd(source, node, from);
  const kept = keepAliases(source, { start: from, end }, node);
  if (isList && source.lineStart(from) === source.lineStart(entry.start))
    return [{ start: from, end, text: written.slice(1) }, ...kept];
  if (/^\s*\n/.test(written))
    return [
      { start: from, end, text: writeValue(value, { ...context, indent: source.columnOf(from) }) },
      ...kept,
    ];
  const anchor = /^ *(?:&\S+)?/.exec(source.text.slice(entry.lead))?.[0].length ?? 0;
  const line = source.lineStart(from);
  return [
    { start: entry.lead + anchor, end: entry.lead + anchor, text: written },
    { start: line, end: source.text.charAt(end) === '' ? end : source.nextLine(end), text: '' },
    ...kept,
  ];
}

/** Lines that are put between others: each ends with a line end, but for the last one of a text without. */
function linesAt(source: SourceText, offset: number, lines: string): Edit {
  const isEnd = offset === source.text.length && offset > 0 && !source.text.endsWith('\n');
  return isEnd
    ? { start: offset, end: offset, text: source.newline + lines.replace(/\r?\n$/, '') }
    : { start: offset, end: offset, text: lines };
}

/** Offset at which the lines of a new entry of a block begin. */
function lineFor(source: SourceText, entries: readonly Entry[], index: number): number {
  const next = entries[index];
  const last = entries.at(-1);
  if (last === undefined) throw new CannotEdit('form');
  if (next === undefined) return source.linesOf(last).end;
  if (!source.beginsLine(next.start)) throw new CannotEdit('form');
  return source.linesOf(next).start;
}

/** A new entry inside brackets. */
function inBrackets(source: SourceText, holder: Holder, index: number, text: string): Edit {
  const entries = source.entries(holder);
  const next = entries[index];
  if (next) return { start: next.start, end: next.start, text: `${text}, ` };
  const last = entries.at(-1);
  if (last) {
    const end = source.contentEnd(last.value, last.lead);
    return { start: end, end, text: `, ${text}` };
  }
  const [start, end] = holder.range ?? [0, 0];
  return { start, end, text: isSeq(holder) ? `[${text}]` : `{ ${text} }` };
}

/** A new item of a list that has some. */
export function insertItem(source: SourceText, list: Pointer, index: number, value: unknown): Edit[] {
  const holder = holderAt(source, list);
  const entries = source.entries(holder);
  const [first] = entries;
  if (!isSeq(holder)) throw new CannotEdit('missing');
  if (holder.flow === true || first === undefined) {
    const context = { indent: 0, inBrackets: true, newline: source.newline };
    return [inBrackets(source, holder, index, writeValue(value, context))];
  }
  const indent = source.columnOf(first.start);
  const written = writeItem(value, { indent: indent + 2, inBrackets: false, newline: source.newline });
  const line = `${' '.repeat(indent)}- ${written}${source.newline}`;
  return [linesAt(source, lineFor(source, entries, index), line)];
}

/** A new key of a map that has some; a prop of a block comes before what the block holds. */
export function addKey(source: SourceText, map: Pointer, key: string, value: unknown): Edit[] {
  const holder = holderAt(source, map);
  const entries = source.entries(holder);
  const [first] = entries;
  const name = writeScalar(key, holder.flow === true);
  if (isSeq(holder)) throw new CannotEdit('missing');
  if (holder.flow === true || first === undefined) {
    const context = { indent: 0, inBrackets: true, newline: source.newline };
    return [inBrackets(source, holder, entries.length, `${name}:${writeAfterKey(value, context)}`)];
  }
  const indent = source.columnOf(first.start);
  const context = { indent: indent + 2, inBrackets: false, newline: source.newline };
  const line = `${' '.repeat(indent)}${name}:${writeAfterKey(value, context)}${source.newline}`;
  const keys = holder.items.map((pair) => (isScalar(pair.key) ? String(pair.key.value) : ''));
  const after = LAST_KEYS.has(key) ? -1 : keys.findIndex((one, index) => index > 0 && LAST_KEYS.has(one));
  return [linesAt(source, lineFor(source, entries, after === -1 ? entries.length : after), line)];
}

/** An entry is taken out, with its comments, from a map or list that keeps others. */
export function removeEntry(source: SourceText, pointer: Pointer): Edit[] {
  const entry = source.find(pointer)?.entry;
  if (entry === undefined) throw new CannotEdit('missing');
  const entries = source.entries(entry.holder);
  const range = removedRange(source, entry, entries);
  return [{ ...range, text: '' }, ...keepAliases(source, range)];
}

function removedRange(source: SourceText, entry: Entry, entries: readonly Entry[]): Range {
  const next = entries[entry.index + 1];
  const previous = entries[entry.index - 1];
  const end = source.contentEnd(entry.value, entry.lead);
  if (entry.holder.flow === true) {
    if (next) return { start: entry.start, end: next.start };
    return { start: previous ? source.contentEnd(previous.value, previous.lead) : entry.start, end };
  }
  if (!source.beginsLine(entry.start)) {
    const line = source.nextLine(end);
    const space = /^ */.exec(source.text.slice(line))?.[0].length ?? 0;
    return { start: entry.start, end: line + space };
  }
  const lines = source.linesOf(entry);
  const isLast = lines.end === source.text.length && !source.text.endsWith('\n');
  return isLast ? { start: lines.start - source.newline.length, end: lines.end } : lines;
}

/** The lines of an item, as they stand in a list whose dashes are in this column. */
function linesOfItem(source: SourceText, pointer: Pointer, column: number): string {
  const entry = source.find(pointer)?.entry;
  if (entry === undefined || !source.beginsLine(entry.start) || !isSeq(entry.holder))
    throw new CannotEdit('form');
  const { start, end } = source.linesOf(entry);
  const shift = column - source.columnOf(entry.start);
  const text = source.text.slice(start, end);
  const lines = (text.endsWith('\n') ? text : text + source.newline).split('\n');
  return lines
    .map((line) => {
      if (line.trim() === '') return line;
      return shift >= 0 ? ' '.repeat(shift) + line : line.slice(-shift);
    })
    .join('\n');
}

/** Lines of an item, put into a list of blocks. */
export function insertLines(source: SourceText, list: Pointer, index: number, pointer: Pointer): Edit[] {
  const entries = source.entries(holderAt(source, list));
  const column = source.columnOf(entries[0]?.start ?? 0);
  return [linesAt(source, lineFor(source, entries, index), linesOfItem(source, pointer, column))];
}

/** Does a list stand in lines, so that whole lines can be put into it? */
export const isInLines = (source: SourceText, list: Pointer): boolean =>
  isBlockOf(source.find(list)?.node ?? null);

/** The alias on the way to a value gives way to a copy of what it stands for. */
export function detachAlias(source: SourceText, pointer: Pointer): Edit[] {
  const alias = source.find(pointer)?.alias;
  if (alias === undefined) throw new CannotEdit('missing');
  const value = source.resolved(alias.node);
  const at = pointer.slice(0, alias.depth);
  const entry = source.find(at)?.entry;
  const context = contextBelow(source, entry, at);
  const [from, end] = alias.node.range ?? [0, 0];
  const copy: unknown = value?.toJS(source.document);
  const isItem = entry !== undefined && isSeq(entry.holder);
  if (isItem && !context.inBrackets) return [{ start: from, end, text: writeItem(copy, context) }];
  return [{ start: from - 1, end, text: writeAfterKey(copy, context) }];
}
