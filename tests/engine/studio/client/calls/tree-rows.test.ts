import { describe, expect, test } from 'vitest';
import { keyOf, type TreeState, treeRows } from '#engine/studio/client/calls/tree-rows.ts';

const CLOSED: TreeState = { toggled: new Set(), lengths: new Map() };
const lines = (value: unknown, state = CLOSED) =>
  treeRows(value, state).map(
    ({ depth, label, kind, shown }) => `${' '.repeat(depth)}${label} ${kind} ${shown}`,
  );

describe('an answer as a tree', () => {
  test('has a line for each key and position, with its type and value', () => {
    expect(lines({ list: [{ name: '一' }], total: 1, more: false, next: null })).toEqual([
      ' object 4 个字段',
      ' list list 1 项',
      '  [0] object 1 个字段',
      ' total number 1',
      ' more boolean false',
      ' next null （没有）',
    ]);
  });

  test('is folded below the second level, and unfolded where that is wished for', () => {
    const value = { list: [{ name: '一' }] };
    expect(lines(value)).toHaveLength(3);
    const toggled = new Set([keyOf(['list', 0])]);
    expect(lines(value, { ...CLOSED, toggled }).at(-1)).toBe('   name text 一');
    expect(lines(value, { ...CLOSED, toggled: new Set([keyOf([])]) })).toEqual([' object 1 个字段']);
  });

  test('cuts a long list and says how many items are left out', () => {
    const value = Array.from({ length: 46 }, (_, index) => index);
    const rows = treeRows(value, CLOSED);
    expect(rows).toHaveLength(22);
    expect(rows.at(-1)).toMatchObject({ kind: 'more', shown: '还有 26 项', path: [] });
    const lengths = new Map([[keyOf([]), 120]]);
    expect(treeRows(value, { ...CLOSED, lengths })).toHaveLength(47);
  });

  test('cuts a long text', () => {
    expect(treeRows('字'.repeat(500), CLOSED)[0]?.shown).toHaveLength(121);
  });

  test('has nothing to unfold in what is empty', () => {
    expect(treeRows({ list: [] }, CLOSED).map(({ isOpen }) => isOpen)).toEqual([true, undefined]);
  });
});
