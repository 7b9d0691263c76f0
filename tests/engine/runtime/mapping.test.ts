import { describe, expect, it } from 'vitest';
import type { Mapping } from '#engine/generated/schemas.ts';
import { applyMapping, sourceOf, withItem } from '#engine/runtime/mapping.ts';
import { perItem } from '#engine/runtime/per-item.ts';
import { scopeOf } from './support.ts';

const PEN = {
  id: 7,
  title: '走珠笔',
  handle: 'rollerball',
  price: { amount: 6.5 },
  images: [{ url: '/img/a.svg' }, { url: null }, { url: '/img/b.svg' }],
  labels: [{ name: '速干' }, { name: '新品' }],
};

const CARD: Mapping = {
  from: '$data.products.items',
  fields: {
    id: '$item.id',
    name: '{$item.title}（{$item.price.amount|money}）',
    image: '$item.images[0].url',
    pictures: '$item.images[].url',
    unit: { is: '支' },
    original_price: null,
    tags: { map: { from: '$item.labels', fields: { text: '$item.name', tone: { is: 'info' } } } },
    badges: { list: [{ map: { fields: { text: '$item.title' } } }, '$item.handle'] },
  },
  spare: ['tags'],
};

const scope = (items: unknown) => scopeOf({ data: { products: { items } } });
const cards = (items: unknown) => applyMapping(CARD, scope(items)) as Record<string, unknown>[];

describe('a mapping', () => {
  it('makes an object of each item, with what lies in it and lists of its own', () => {
    expect(cards([PEN])).toEqual([
      {
        id: 7,
        name: '走珠笔（¥6.50）',
        image: '/img/a.svg',
        pictures: ['/img/a.svg', '/img/b.svg'],
        unit: '支',
        original_price: null,
        tags: [
          { text: '速干', tone: 'info' },
          { text: '新品', tone: 'info' },
        ],
        badges: [{ text: '走珠笔' }, 'rollerball'],
      },
    ]);
  });

  it('has null where a step on the way is missing, and leaves out what cannot be null', () => {
    const [card] = cards([{ id: 8, title: '印章', images: [] }]);
    expect(card).toMatchObject({ id: 8, name: '印章（）', image: null, pictures: [] });
    expect(card).not.toHaveProperty('tags');
    expect(cards([{ id: 9 }])[0]).toMatchObject({ image: null, pictures: null });
  });

  it('makes one object of one, and nothing of nothing', () => {
    const one = { ...CARD, from: '$data.products.items.0' };
    expect(applyMapping(one, scope([PEN]))).toMatchObject({ id: 7 });
    expect(applyMapping(one, scope([]))).toBeUndefined();
    expect(cards(null)).toBeNull();
    expect(cards([])).toEqual([]);
  });

  it('reads names as an object’s own only', () => {
    const mapping: Mapping = { from: '$data.x', fields: { a: '$item.constructor', b: '$item.a.__proto__' } };
    expect(applyMapping(mapping, scopeOf({ data: { x: { a: {} } } }))).toEqual({ a: null, b: null });
  });

  it('gives the same object for the same item, whatever else has changed', () => {
    const [first] = cards([PEN]);
    const [, again] = cards([{ ...PEN, id: 1 }, PEN]);
    expect(again).toBe(first);
    expect(cards([{ ...PEN }])[0]).not.toBe(first);
  });

  it('gives another one when something else that it reads is another', () => {
    const mapping: Mapping = { from: '$data.list', fields: { note: '$query.kind' } };
    const data = { list: [{}] };
    const of = (kind: string) => applyMapping(mapping, scopeOf({ data, query: { kind } }));
    expect(of('pens')).toEqual([{ note: 'pens' }]);
    expect(of('books')).toEqual([{ note: 'books' }]);
  });
});

describe('the source of a mapped item', () => {
  it('is $item of props that are evaluated per item', () => {
    const [card] = cards([PEN]);
    expect(perItem('/products/{$item.handle}', scope([]))(card)).toBe('/products/rollerball');
    expect(perItem({ gt: ['$item.price.amount', 5] }, scope([]))(card)).toBe(true);
    expect(perItem('$item.id', scope([]))({ id: 3 })).toBe(3);
  });

  it('is what an event has as its item, unless it has one already', () => {
    const [card] = cards([PEN]);
    expect(sourceOf(card)).toBe(PEN);
    expect(withItem({ quantity: 2, product: card })).toEqual({ quantity: 2, product: card, item: PEN });
    expect(withItem({ product: card, item: 1 })).toEqual({ product: card, item: 1 });
    expect(withItem({ product: { id: 1 } })).toEqual({ product: { id: 1 } });
    expect(withItem(undefined)).toBeUndefined();
  });
});
