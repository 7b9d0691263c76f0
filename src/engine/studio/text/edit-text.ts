import { isCollection, isSeq } from 'yaml';
import { isObject } from '#engine/compiler/json.ts';
import { applyEdit, type Edit } from '#engine/compiler/source/edit.ts';
import { isWithin, type Pointer, valueAt } from '#engine/compiler/source/pointer.ts';
import { CannotEdit } from './cannot-edit.ts';
import { applyToValue, type Change } from './change.ts';
import {
  addKey,
  detachAlias,
  insertItem,
  insertLines,
  isInLines,
  removeEntry,
  replaceValue,
} from './edits.ts';
import { sameValue } from './same-value.ts';
import { SourceText } from './source-text.ts';

/**
 * The text with one change, written as a person would: all else keeps its bytes. Throws `CannotEdit` for a text with
 * syntax errors, and whenever the result would not be exactly what was asked for.
 */
export function editText(text: string, change: Change): string {
  const source = new SourceText(text);
  const pointer = change.kind === 'insert' ? change.list : change.at;
  const located = source.find(pointer) ?? source.find(pointer.slice(0, -1));
  const isHere = 'scope' in change && change.scope === 'here';
  /* An alias is replaced where it is written, which may be within what others share. */
  const written = located?.alias ? source.find(pointer.slice(0, located.alias.depth - 1)) : located;
  if (isHere && written?.anchor !== undefined) throw new CannotEdit('shared');
  const read = source.value();
  /* What an alias stands for is one object in what was read, so that a change of it is one everywhere. */
  const expected: unknown = isHere && located?.alias !== undefined ? JSON.parse(JSON.stringify(read)) : read;
  const isShared = hasAnchor(source, pointer);
  applyToValue(expected, change);
  const edited = perform(source, change);
  const now = valueOf(edited);
  const isRight = isShared
    ? sameValue(valueAt(now, pointer), valueAt(expected, pointer))
    : sameValue(now, expected);
  if (!isRight) throw new CannotEdit('form');
  return edited;
}

/** What an edited text stands for; one that does not parse is no edit, and no fault of what was there. */
function valueOf(edited: string): unknown {
  try {
    return new SourceText(edited).value();
  } catch (fault) {
    throw fault instanceof CannotEdit ? new CannotEdit('form') : fault;
  }
}

/** A value that is written once and used in several places by aliases. */
export interface SharedValue {
  anchor: string;
  /** Whether the pointer leads there by an alias; else it is where the value is written. */
  isAlias: boolean;
}

/** Whether others share what a pointer leads to by an alias. */
export function sharedAt(text: string, pointer: Pointer): SharedValue | undefined {
  const source = new SourceText(text);
  const found = source.find(pointer) ?? source.find(pointer.slice(0, -1));
  if (found?.alias) return { anchor: found.alias.node.source, isAlias: true };
  return found?.anchor === undefined ? undefined : { anchor: found.anchor, isAlias: false };
}

function hasAnchor(source: SourceText, pointer: Pointer): boolean {
  const node = source.find(source.written(pointer))?.node;
  return node !== null && node !== undefined && 'anchor' in node && node.anchor !== undefined;
}

function perform(source: SourceText, change: Change): string {
  if (change.kind === 'move') return move(source, change);
  if (change.kind === 'copy') return withoutRepeats(source, apply(source.text, copyEdits(source, change.at)));
  return change.scope === 'here' ? performHere(source, change) : performWritten(source, change);
}

type PlainChange = Extract<Change, { scope?: unknown }>;

const pointerOf = (change: PlainChange): Pointer => (change.kind === 'insert' ? change.list : change.at);

/** What is shared is copied first, so that the change is of this place alone. */
function performHere(source: SourceText, change: PlainChange): string {
  const holder = change.kind === 'insert' ? change.list : change.at.slice(0, -1);
  const { scope: _, ...rest } = change;
  if (source.find(holder)?.alias) {
    const detached = new SourceText(apply(source.text, detachAlias(source, holder)));
    return performHere(detached, change);
  }
  if (rest.kind === 'set' && source.find(rest.at)?.alias)
    return apply(source.text, replaceValue(source, rest.at, rest.value));
  return performWritten(source, rest);
}

/** The change is made where the value is written, whatever aliases lead there. */
function performWritten(source: SourceText, change: PlainChange): string {
  const at = source.written(change.kind === 'remove' ? change.at.slice(0, -1) : pointerOf(change));
  if (change.kind === 'insert') {
    const list = source.find(at)?.node;
    if (!isCollection(list) || list.items.length === 0)
      return apply(source.text, replaceValue(source, at, [change.value]));
    return apply(source.text, insertItem(source, at, change.index, change.value));
  }
  if (change.kind === 'remove') {
    const holder = source.find(at)?.node;
    if (!isCollection(holder)) throw new CannotEdit('missing');
    const pointer = [...at, change.at.at(-1) ?? ''];
    if (holder.items.length > 1) return apply(source.text, removeEntry(source, pointer));
    return apply(source.text, replaceValue(source, at, isSeq(holder) ? [] : {}));
  }
  return set(source, source.written(change.at), change.value);
}

function set(source: SourceText, at: Pointer, value: unknown): string {
  if (source.find(at) === undefined) {
    const map = at.slice(0, -1);
    const holder = source.find(map)?.node;
    if (isCollection(holder) && holder.items.length === 0 && map.length > 0)
      return apply(source.text, replaceValue(source, map, { [String(at.at(-1))]: value }));
    return apply(source.text, addKey(source, map, String(at.at(-1)), value));
  }
  const steps = stepsTo(valueAt(source.value(), at), value, at);
  if (steps === undefined) return apply(source.text, replaceValue(source, at, value));
  return steps.reduce((text, step) => perform(new SourceText(text), step), source.text);
}

/** The small changes that lead from one collection to another; undefined where it is replaced as a whole. */
function stepsTo(before: unknown, after: unknown, at: Pointer): Change[] | undefined {
  if (Array.isArray(before) && Array.isArray(after)) return listSteps(before, after, at);
  if (!isObject(before) || !isObject(after)) return undefined;
  const keys = Object.keys(before);
  if (!keys.some((key) => Object.hasOwn(after, key))) return undefined;
  const changed = Object.keys(after).filter((key) => !sameValue(before[key], after[key]));
  return [
    ...changed.map((key): Change => ({ kind: 'set', at: [...at, key], value: after[key] })),
    ...keys
      .filter((key) => !Object.hasOwn(after, key))
      .map((key): Change => ({ kind: 'remove', at: [...at, key] })),
  ];
}

function listSteps(before: readonly unknown[], after: readonly unknown[], at: Pointer): Change[] | undefined {
  if (before.length === 0 || after.length === 0) return undefined;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && sameValue(before[head], after[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && sameValue(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  const both = Math.min(old.length, fresh.length);
  return [
    ...fresh
      .slice(0, both)
      .map((value, index): Change => ({ kind: 'set', at: [...at, head + index], value })),
    ...fresh
      .slice(both)
      .map((value, index): Change => ({ kind: 'insert', list: at, index: head + both + index, value })),
    ...old.slice(both).map((): Change => ({ kind: 'remove', at: [...at, head + both] })),
  ];
}

function copyEdits(source: SourceText, at: Pointer): Edit[] {
  const list = source.written(at.slice(0, -1));
  const index = Number(at.at(-1));
  if (isInLines(source, list)) return insertLines(source, list, index + 1, [...list, index]);
  return insertItem(source, list, index + 1, valueAt(source.value(), at));
}

/** The lines are put where they go, and then taken from where they were. */
function move(source: SourceText, { at, list, index }: Extract<Change, { kind: 'move' }>): string {
  if (isWithin(list, at)) throw new CannotEdit('inside-itself');
  const far = aliasFrom(source, { at, list, index });
  if (far !== undefined) {
    const written = new SourceText(apply(source.text, detachAlias(source, far)));
    return move(written, { kind: 'move', at, list, index });
  }
  const from = Number(at.at(-1));
  const holder = at.slice(0, -1);
  const isSame = isWithin(list, holder) && list.length === holder.length;
  const target = isSame && index >= from ? index + 1 : index;
  if (isSame && index === from) return source.text;
  const inserted = isInLines(source, list)
    ? apply(source.text, insertLines(source, list, target, at))
    : performWritten(source, { kind: 'insert', list, index: target, value: valueAt(source.value(), at) });
  const moved = isWithin(at, list)
    ? at.map((step, depth) => (depth === list.length && Number(step) >= target ? Number(step) + 1 : step))
    : at;
  return withoutRepeats(source, performWritten(new SourceText(inserted), { kind: 'remove', at: moved }));
}

type Moved = Omit<Extract<Change, { kind: 'move' }>, 'kind'>;

/** A place in what is moved that would come to stand in front of the value that its alias names. */
function aliasFrom(source: SourceText, { at, list, index }: Moved): Pointer | undefined {
  const entry = source.find(at)?.entry;
  const holder = source.find(source.written(list))?.node;
  const next = isCollection(holder) ? source.entries(holder)[index] : undefined;
  if (entry === undefined || next === undefined) return undefined;
  const alias = source.aliasBefore(source.linesOf(entry), next.start);
  return alias && source.pointerTo(alias);
}

/** The edited text without the anchors that its copied lines have brought once more: aliases mean the first of them. */
function withoutRepeats(before: SourceText, edited: string): string {
  if (before.repeatedAnchors().length > 0) return edited;
  const repeated = new SourceText(edited).repeatedAnchors();
  return apply(
    edited,
    repeated.map(({ start, end }) => ({ start, end, text: '' })),
  );
}

/** Applies edits of one text, which do not overlap. */
function apply(text: string, edits: readonly Edit[]): string {
  return edits.toSorted((a, b) => b.start - a.start || b.end - a.end).reduce(applyEdit, text);
}
