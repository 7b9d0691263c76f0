import type { Pointer } from '#engine/compiler/source/pointer.ts';
import { CannotEdit } from './cannot-edit.ts';

/** Where a value that several places share by an alias is changed. */
export type AliasScope = 'here' | 'everywhere';

/** One change of the value that a text stands for. */
export type Change =
  /** A key that is not there yet is added. */
  | { kind: 'set'; at: Pointer; value: unknown; scope?: AliasScope }
  | { kind: 'remove'; at: Pointer; scope?: AliasScope }
  | { kind: 'insert'; list: Pointer; index: number; value: unknown; scope?: AliasScope }
  /** `list` is where the target is before the move; `index` counts in it without what is moved. */
  | { kind: 'move'; at: Pointer; list: Pointer; index: number }
  /** The copy comes after the original. */
  | { kind: 'copy'; at: Pointer };

type Container = Record<string | number, unknown> | unknown[];

function containerAt(root: unknown, pointer: Pointer): Container {
  let value = root;
  for (const step of pointer) value = (value as Record<string | number, unknown> | null)?.[step];
  if (typeof value !== 'object' || value === null) throw new CannotEdit('missing');
  return value as Container;
}

function listAt(root: unknown, pointer: Pointer): unknown[] {
  const list = containerAt(root, pointer);
  if (!Array.isArray(list)) throw new CannotEdit('missing');
  return list;
}

function removeFrom(root: unknown, at: Pointer): unknown {
  const holder = containerAt(root, at.slice(0, -1));
  const step = at.at(-1) ?? '';
  if (!Object.hasOwn(holder, step)) throw new CannotEdit('missing');
  if (Array.isArray(holder)) return holder.splice(Number(step), 1)[0];
  const value = holder[step];
  delete holder[step];
  return value;
}

/** Applies a change to plain data, in place: what the text must stand for once it is edited. */
export function applyToValue(root: unknown, change: Change): void {
  switch (change.kind) {
    case 'set': {
      const holder = containerAt(root, change.at.slice(0, -1)) as Record<string | number, unknown>;
      holder[change.at.at(-1) ?? ''] = structuredClone(change.value);
      break;
    }
    case 'remove':
      removeFrom(root, change.at);
      break;
    case 'insert':
      listAt(root, change.list).splice(change.index, 0, structuredClone(change.value));
      break;
    case 'move': {
      const list = listAt(root, change.list);
      list.splice(change.index, 0, removeFrom(root, change.at));
      break;
    }
    case 'copy': {
      const list = listAt(root, change.at.slice(0, -1));
      const index = Number(change.at.at(-1));
      list.splice(index + 1, 0, structuredClone(list[index]));
    }
  }
}
