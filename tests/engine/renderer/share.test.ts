import { expect, it } from 'vitest';
import { share } from '#engine/renderer/block/share.ts';

it('keeps the whole when nothing changed', () => {
  const before = { list: [{ id: 1, tags: ['a'] }], total: 1 };
  expect(share(before, structuredClone(before))).toBe(before);
});

it('keeps the parts that did not change', () => {
  const before = { list: [{ id: 1 }, { id: 2 }], total: 2 };
  const after = share(before, { list: [{ id: 1 }, { id: 3 }], total: 2 });
  expect(after).toEqual({ list: [{ id: 1 }, { id: 3 }], total: 2 });
  expect(after.list[0]).toBe(before.list[0]);
});

it('does not take a longer or a shorter thing for the same', () => {
  expect(share([1, 2], [1])).toEqual([1]);
  expect(share({ a: 1, b: undefined }, { a: 1 })).toEqual({ a: 1 });
  expect(share({ a: undefined }, { b: undefined })).toEqual({ b: undefined });
});
