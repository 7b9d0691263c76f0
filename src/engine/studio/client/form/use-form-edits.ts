import { useState } from 'react';
import { isObject } from '#engine/compiler/json.ts';
import { type Pointer, valueAt } from '#engine/compiler/source/pointer.ts';
import type { Change } from '../../text/change.ts';
import type { Refused } from '../editing.ts';
import { sayRefused } from '../say-refused.ts';
import { hasHole, withValue } from './variants.ts';

/** A value that is not in the file yet. */
interface Draft {
  at: Pointer;
  value: unknown;
  /** Why the file was not changed, at the place that was edited last. */
  refused: { at: Pointer; why: Refused } | undefined;
}

const isWithin = (at: Pointer, outer: Pointer) =>
  outer.length <= at.length && outer.every((step, index) => String(step) === String(at[index]));

const isSame = (a: Pointer, b: Pointer) => a.length === b.length && isWithin(a, b);

/** The place that has to be made for a value: the first step to it that the file does not have. */
function missingAt(root: unknown, at: Pointer): Pointer {
  for (let depth = 1; depth < at.length; depth += 1)
    if (valueAt(root, at.slice(0, depth)) === undefined) return at.slice(0, depth);
  return at;
}

/** The change of a file that puts a value in its place; `undefined` takes away what is there. */
function changeOf(saved: unknown, at: Pointer, value: unknown): Change {
  if (value === undefined) return { kind: 'remove', at };
  const list = at.slice(0, -1);
  const items = valueAt(saved, list);
  const index = Number(at.at(-1));
  return Array.isArray(items) && index >= items.length
    ? { kind: 'insert', list, index: items.length, value }
    : { kind: 'set', at, value };
}

/** What is taken away with a value: the objects around it that would be left without a key. */
function emptiedAt(saved: unknown, at: Pointer): Pointer {
  const holder = at.slice(0, -1);
  const around = valueAt(saved, holder);
  const isLeft = holder.length === 0 || !isObject(around) || Object.keys(around).length > 1;
  return isLeft || typeof holder.at(-1) === 'number' ? at : emptiedAt(saved, holder);
}

export interface FormEdits {
  /** The values of the file, with those that are not in it yet. */
  root: unknown;
  errorAt: (at: Pointer) => string | undefined;
  isUnwritten: (at: Pointer) => boolean;
  edit: (at: Pointer, next: unknown) => Promise<void>;
  move: (list: Pointer, from: number, to: number) => Promise<void>;
}

/**
 * The edits of a form over one file. What is complete is saved at once; what is not, or is refused, stays in the form, and is
 * tried again with the next edit of it, and after each other edit: what was missing may be there now.
 */
export function useFormEdits(
  saved: unknown,
  change: (change: Change) => Promise<Refused | undefined>,
): FormEdits {
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const root = drafts.reduce((value, draft) => withValue(value, draft.at, draft.value), saved);

  const without = (all: readonly Draft[], at: Pointer) => all.filter((draft) => !isWithin(draft.at, at));
  const keep = (draft: Draft) => setDrafts((all) => [...without(all, draft.at), draft]);

  async function tryAgain(refusedBefore: readonly Draft[]): Promise<void> {
    for (const draft of refusedBefore) {
      /* A disk that refuses would do so again, however the file has changed. */
      const reason = draft.refused?.why.reason;
      if (reason !== 'offenses' && reason !== 'gone') continue;
      const refused = await change(changeOf(saved, draft.at, draft.value));
      if (refused === undefined) setDrafts((all) => all.filter((one) => one !== draft));
    }
  }

  async function edit(at: Pointer, next: unknown): Promise<void> {
    const holder = drafts.find((draft) => isWithin(at, draft.at) && !isSame(at, draft.at));
    const place = holder?.at ?? (next === undefined ? emptiedAt(saved, at) : missingAt(saved, at));
    const isWhole = isSame(place, at) || (holder === undefined && next === undefined);
    const value = isWhole ? next : withValue(holder?.value, at.slice(place.length), next);
    if (value !== undefined && hasHole(value)) return keep({ at: place, value, refused: undefined });
    if (value === undefined && valueAt(saved, place) === undefined)
      return setDrafts((all) => without(all, place));
    keep({ at: place, value, refused: undefined });
    const refused = await change(changeOf(saved, place, value));
    if (refused === undefined) {
      setDrafts((all) => without(all, place));
      await tryAgain(without(drafts, place));
    } else keep({ at: place, value, refused: { at, why: refused } });
  }

  async function move(list: Pointer, from: number, to: number): Promise<void> {
    const isDrafted = drafts.some((draft) => isWithin(list, draft.at) || isWithin(draft.at, list));
    if (!isDrafted) {
      const refused = await change({ kind: 'move', at: [...list, from], list, index: to });
      if (refused) keep({ at: list, value: valueAt(saved, list), refused: { at: list, why: refused } });
      return;
    }
    const items = valueAt(root, list);
    if (!Array.isArray(items)) return;
    const next: unknown[] = [...items];
    next.splice(to, 0, ...next.splice(from, 1));
    await edit(list, next);
  }

  return {
    root,
    edit,
    move,
    errorAt(at) {
      const refused = drafts.find((draft) => draft.refused && isSame(draft.refused.at, at))?.refused;
      return refused && sayRefused(refused.why);
    },
    isUnwritten: (at) => drafts.some((draft) => isSame(draft.at, at) && draft.refused === undefined),
  };
}
