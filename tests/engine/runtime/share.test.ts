import { expect, it } from 'vitest';
import { sourceOf, withSource } from '#engine/runtime/mapping.ts';
import { share } from '#engine/runtime/share.ts';

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

it('takes what a mapping made for the same only when its source is, too', () => {
  const made = (source: unknown) => withSource({ id: 1, tags: ['a'] }, source);
  const before = [made({ id: 1, handle: 'pen' })];
  expect(share(before, [made({ id: 1, handle: 'pen' })])).toBe(before);
  const [after] = share(before, [made({ id: 1, handle: 'ink' })]);
  expect(after).toEqual({ id: 1, tags: ['a'] });
  expect(after?.tags).toBe(before[0]?.tags);
  expect(sourceOf(after)).toEqual({ id: 1, handle: 'ink' });
});

it('keeps the source of something that is partly the same', () => {
  const [after] = share(
    [withSource({ id: 1, tags: ['a'] }, { n: 1 })],
    [withSource({ id: 2, tags: ['a'] }, { n: 2 })],
  );
  expect(sourceOf(after)).toEqual({ n: 2 });
});
