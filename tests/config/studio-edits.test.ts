import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Node, parseDocument, visit } from 'yaml';
import { loadProject } from '#engine/cli/project/load-project.ts';
import { isObject } from '#engine/compiler/json.ts';
import { parseYaml } from '#engine/compiler/source/parse-yaml.ts';
import { type Pointer, valueAt } from '#engine/compiler/source/pointer.ts';
import { CannotEdit } from '#engine/studio/text/cannot-edit.ts';
import { applyToValue, type Change } from '#engine/studio/text/change.ts';
import { editText, sharedAt } from '#engine/studio/text/edit-text.ts';
import { sameValue } from '#engine/studio/text/same-value.ts';

interface Place {
  at: Pointer;
  value: unknown;
}

function* placesIn(value: unknown, at: Pointer = []): Generator<Place> {
  if (at.length > 0) yield { at, value };
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* placesIn(item, [...at, index]);
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) yield* placesIn(item, [...at, key]);
}

const valueOf = (text: string) => parseYaml(text.replace(/^\uFEFF/, '')).value;

/** Every file of the shop, also with other ends of lines, a mark of byte order, and no end of the last line. */
let texts: string[] = [];

beforeAll(async () => {
  const files = [...(await loadProject('config'))].filter(([path]) => /^config\/.*\.ya?ml$/.test(path));
  texts = files.flatMap(([, text]) => [
    text,
    text.replaceAll('\n', '\r\n'),
    `\uFEFF${text}`,
    text.replace(/\n$/, ''),
  ]);
});

/** How many lines of the first text lie between what both begin with and what both end with. */
function changedLines(before: string, after: string): number {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  return a.length - head - tail;
}

const SCALARS = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.constantFrom(
    '全场满 500 元包邮',
    'a: b',
    '# no comment',
    "it's",
    '- x',
    'true',
    '',
    '{$data.a}',
    '两行\n文字',
  ),
  fc.integer(),
  fc.boolean(),
);
const VALUES = fc.oneof(
  SCALARS,
  fc.array(SCALARS, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('text', 'to', 'items'), SCALARS),
);

/** A change of one of the places of a text; undefined where it has none. */
type ChangeOf = (place: Place, value: unknown, text: string) => Change | undefined;

/** Made and refused edits: a few forms are left to be edited by hand. */
const count = { made: 0, refused: 0 };

/** Whether edits of any file stand for what was asked for, and what else holds of each. */
function holdsEverywhere(
  changeOf: ChangeOf,
  also: (text: string, edited: string, change: Change) => boolean,
) {
  return fc.property(fc.nat(), fc.nat(), VALUES, (file, pick, value) => {
    const text = texts[file % texts.length] ?? '';
    const before = valueOf(text);
    const places = [...placesIn(before)];
    const place = places[pick % places.length];
    const change = place && changeOf(place, value, text);
    if (change === undefined) return true;
    try {
      const edited = editText(text, change);
      count.made += 1;
      // Not cloned: what aliases stand for is one object there, which a change of one place would change everywhere.
      const expected: unknown = JSON.parse(JSON.stringify(before));
      applyToValue(expected, change);
      return sameValue(valueOf(edited), expected) && also(text, edited, change);
    } catch (fault) {
      if (!(fault instanceof CannotEdit)) throw fault;
      count.refused += 1;
      return true;
    }
  });
}

const RUNS = { numRuns: 60 };
const isItem = ({ at }: Place, text: string) => typeof at.at(-1) === 'number' && !sharedAt(text, at);
const anything = () => true;

/** Whether something in a list is shared by aliases: what is moved in front of the value that it shares is written out. */
function isShared(text: string, list: Pointer): boolean {
  let found = false;
  visit(parseDocument(text.replace(/^\uFEFF/, '')).getIn(list, true) as Node, {
    Alias: () => {
      found = true;
      return visit.BREAK;
    },
    Value: (_, { anchor }) => {
      found ||= anchor !== undefined;
    },
  });
  return found;
}

describe('an edit of any file of the shop', () => {
  test('of a value is what was asked for', () => {
    const set: ChangeOf = ({ at }, value) => ({ kind: 'set', at, value, scope: 'here' });
    fc.assert(holdsEverywhere(set, anything), RUNS);
  });

  test('of a text changes its own lines alone', () => {
    const set: ChangeOf = ({ at, value }, next, text) =>
      typeof value === 'string' && typeof next === 'string' && !sharedAt(text, at)
        ? { kind: 'set', at, value: next }
        : undefined;
    const inItsLines = (text: string, edited: string, change: Change) => {
      const old = change.kind === 'set' ? String(valueAt(valueOf(text), change.at)) : '';
      return old.length > 60 || old.includes('\n') || changedLines(text, edited) <= 1;
    };
    fc.assert(holdsEverywhere(set, inItsLines), RUNS);
  });

  test('takes a value away', () => {
    fc.assert(
      holdsEverywhere(({ at }) => ({ kind: 'remove', at, scope: 'here' }), anything),
      RUNS,
    );
  });

  test('copies an item: the copy taken away leaves the same bytes', () => {
    const copy: ChangeOf = (place, _, text) =>
      isItem(place, text) ? { kind: 'copy', at: place.at } : undefined;
    const undone = (text: string, edited: string, change: Change) => {
      const at = change.kind === 'copy' ? change.at : [];
      const removed = editText(edited, { kind: 'remove', at: [...at.slice(0, -1), Number(at.at(-1)) + 1] });
      return removed === text && changedLines(text, edited) <= 2;
    };
    fc.assert(holdsEverywhere(copy, undone), RUNS);
  });

  test('inserts an item: taken away it leaves the same bytes', () => {
    const insert: ChangeOf = (place, value, text) =>
      isItem(place, text)
        ? { kind: 'insert', list: place.at.slice(0, -1), index: Number(place.at.at(-1)), value }
        : undefined;
    const undone = (text: string, edited: string, change: Change) =>
      change.kind !== 'insert' ||
      (editText(edited, { kind: 'remove', at: [...change.list, change.index] }) === text &&
        changedLines(text, edited) <= 2);
    fc.assert(holdsEverywhere(insert, undone), RUNS);
  });

  test('moves an item: moved back it leaves the same bytes, unless it shares values with others', () => {
    const move: ChangeOf = (place, _, text) =>
      isItem(place, text) ? { kind: 'move', at: place.at, list: place.at.slice(0, -1), index: 0 } : undefined;
    const undone = (text: string, edited: string, change: Change) => {
      if (change.kind !== 'move') return false;
      const { at, list } = change;
      if (isShared(text, list)) return true;
      return editText(edited, { kind: 'move', at: [...list, 0], list, index: Number(at.at(-1)) }) === text;
    };
    fc.assert(holdsEverywhere(move, undone), RUNS);
  });

  test('is made, but for a few forms', () => {
    expect(count.made).toBeGreaterThan(50);
    expect(count.refused).toBeLessThanOrEqual(count.made * 0.1);
  });
});
