import { describe, expect, test } from 'vitest';
import { resolve } from '#engine/runtime/reference.ts';
import type { Scope } from '#engine/runtime/scope.ts';
import { nameFor, referenceTo } from '#engine/studio/client/calls/reference-to.ts';

const PATH = ['list', 1, 'name'];
const scope = {
  data: { goods: { list: [{ name: '一' }, { name: '二' }] } },
  item: { name: '三' },
} as unknown as Scope;

describe('the reference to a value of an answer', () => {
  test('names that one, every item of a list, or the item that a block shows', () => {
    expect(referenceTo('goods', PATH, 'one')).toBe('$data.goods.list[1].name');
    expect(referenceTo('goods', PATH, 'every')).toBe('$data.goods.list[].name');
    expect(referenceTo('goods', PATH, 'item')).toBe('$item.name');
  });

  test('is resolved to that value while the page runs', () => {
    const valueOf = (step: 'one' | 'every' | 'item') => resolve(referenceTo('goods', PATH, step), scope);
    expect([valueOf('one'), valueOf('every'), valueOf('item')]).toEqual(['二', ['一', '二'], '三']);
  });

  test('of the whole answer is the name of the data', () => {
    expect(referenceTo('goods', [], 'item')).toBe('$data.goods');
    expect(referenceTo('goods', ['total'], 'item')).toBe('$data.goods.total');
  });

  test('is none for a key that the language cannot name', () => {
    expect(referenceTo('goods', ['价格'], 'one')).toBeUndefined();
  });
});

describe('the name of new data', () => {
  test('is the word of the call that says what it is', () => {
    expect(nameFor('goods.hot', new Set())).toBe('hot');
    expect(nameFor('goods.list', new Set())).toBe('goods');
  });

  test('is one that the page does not have', () => {
    expect(nameFor('goods.hot', new Set(['hot', 'hot2']))).toBe('hot3');
  });
});
