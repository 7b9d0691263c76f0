import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { perItem } from '#engine/runtime/per-item.ts';
import { reads, resolve, resolveString, valuesNamed } from '#engine/runtime/reference.ts';
import { readQuery } from '#engine/runtime/scope.ts';
import { scopeOf, siteWith } from './support.ts';

const scope = scopeOf({
  route: { id: '7' },
  query: { page: '2', tag: ['a', 'b'] },
  data: { order: { id: 12, lines: [{ name: '黄芪' }], paid: false, note: null }, 'slot-top': [] },
  now: 1_700_000_000,
});

describe('references', () => {
  test.each([
    ['$route.id', '7'],
    ['$query.tag', ['a', 'b']],
    ['$data.order.id', 12],
    ['$data.order.lines.0.name', '黄芪'],
    ['$data.order.lines.length', 1],
    ['$data.order.lines[0].name', '黄芪'],
    ['$data.order.lines[1].name', undefined],
    ['$data.order.lines[].name', ['黄芪']],
    ['$data.order.lines[].batch', []],
    ['$data.order.paid[].name', undefined],
    ['$data.order.paid', false],
    ['$data.slot-top', []],
    ['$now', 1_700_000_000],
    ['$user.role', 'visitor'],
    ['$data.order.missing.deeper', undefined],
    ['$item.id', undefined],
  ])('%s keeps the type of what it names', (text, value) => {
    expect(resolve(text, scope)).toEqual(value);
  });

  test('a template turns what it names into text, and nothing into nothing', () => {
    expect(resolve('订单 {$data.order.id} 备注 {$data.order.note}{$data.none}.', scope)).toBe(
      '订单 12 备注 .',
    );
    expect(resolve('{$query.tag}', scope)).toBe('a,b');
    expect(resolve('{$query.tag[1]} {$data.order.lines[].name}', scope)).toBe('b 黄芪');
    expect(resolve('[{$data.order}]', scope)).toBe('[]');
  });

  test('a template calls a value what the labels of the site call it, and shows one without a label as it is', () => {
    const labels = { state: { PAID: '已付款', 2: '两件' }, soldOut: { true: '', false: '已售罄' } };
    const data = { state: 'PAID', next: 'SHIPPED', count: 2, inStock: false, none: null };
    const scope = scopeOf({ site: { ...siteWith(), labels }, data });
    expect(resolve('{$data.state|state}，{$data.count | state}', scope)).toBe('已付款，两件');
    expect(resolve('{$data.next|state}{$data.none|state}', scope)).toBe('SHIPPED');
    expect(resolve('{$data.inStock|soldOut}', scope)).toBe('已售罄');
    expect(resolve('{$data.state|constructor}', scope)).toBe('{$data.state|constructor}');
  });

  test('a moment may come as seconds or in ISO 8601, and is shown by the clock of the site', () => {
    const data = {
      utc: '2026-11-01T01:30:05.250Z',
      there: '2026-11-01T09:30:05+08:00',
      day: '2026-11-01',
      odd: '2026-13-41T99:99:00Z',
    };
    const scope = scopeOf({ data });
    expect(resolve('{$data.utc|time}|{$data.there|time}', scope)).toBe(
      '2026-11-01 09:30:05|2026-11-01 09:30:05',
    );
    expect(resolve('{$data.utc|date}|{$data.day|date}|{$data.odd|time}', scope)).toBe(
      '2026-11-01|2026-11-01|2026-13-41T99:99:00Z',
    );
  });

  test('a template shows a value as its format says, and nothing as nothing', () => {
    const scope = scopeOf({
      data: { due: 1234.5, left: -0.1, at: 1_700_000_000, day: '2028-07-31', none: null },
    });
    expect(resolve('逾期 {$data.due|money}，{$data.left | money}', scope)).toBe('逾期 ¥1,234.50，-¥0.10');
    expect(resolve('{$data.at|date} {$data.at|time} {$data.day|date}', scope)).toBe(
      '2023-11-15 2023-11-15 06:13:20 2028-07-31',
    );
    expect(resolve('{$data.due|number}{$data.none|money}{$data.missing|date}', scope)).toBe('1,234.5');
    expect(resolve('/a?b={$data.due|money}', scope)).toBe('/a?b=%C2%A51%2C234.50');
    // What is no format is no reference: the compiler tells it.
    expect(resolve('{$data.due|euro}', scope)).toBe('{$data.due|euro}');
  });

  test('braces and dollar signs can be written', () => {
    expect(resolve('{{$data.order.id}', scope)).toBe('{$data.order.id}');
    expect(resolve('$$data.order.id', scope)).toBe('$data.order.id');
    expect(resolve('$$5 起 {$data.order.id}', scope)).toBe('$5 起 12');
    expect(resolve('¥5 {不是引用} $ $5', scope)).toBe('¥5 {不是引用} $ $5');
  });

  test('what has nothing to replace comes back as it is, what has something as another', () => {
    const texts = { title: '订单', rows: [{ id: 1, text: '¥5' }], none: null };
    const mixed = { texts, to: '/order/{$route.id}', brace: ['{{'] };
    expect(resolve(texts, scope)).toBe(texts);
    const resolved = resolve(mixed, scope);
    expect(resolved).toEqual({ texts, to: '/order/7', brace: ['{'] });
    expect(resolved).toHaveProperty('texts', texts);
    expect(mixed.to).toBe('/order/{$route.id}');
  });

  test('objects and lists are resolved deeply', () => {
    expect(resolve({ a: ['$route.id', { b: '第 {$query.page} 页' }], c: 3 }, scope)).toEqual({
      a: ['7', { b: '第 2 页' }],
      c: 3,
    });
  });

  test('an address percent-encodes what it fills in, a text does not', () => {
    const form = { keywords: '阿莫西林&page=9/..' };
    const scope = scopeOf({ form });
    expect(resolve('/search?keywords={$form.keywords}', scope)).toBe(
      `/search?keywords=${encodeURIComponent(form.keywords)}`,
    );
    expect(resolve('关于 {$form.keywords}', scope)).toBe(`关于 ${form.keywords}`);
    expect(resolve('/{$form.keywords}', scope)).toBe(`/${form.keywords}`);
  });

  test('what a reference names is not resolved again', () => {
    const hostile = scopeOf({
      data: { name: '$user.token {$user.token}' },
      user: { show: true, role: 'member', token: 's' },
    });
    expect(resolve('$data.name', hostile)).toBe('$user.token {$user.token}');
    expect(resolve('名称 {$data.name}', hostile)).toBe('名称 $user.token {$user.token}');
  });

  test('text comes out of a text whatever is named', () => {
    expect(resolveString('$data.order.id', scope)).toBe('12');
    expect(resolveString('$data.none', scope)).toBe('');
  });

  test('reads tells which roots a value needs', () => {
    expect(reads({ a: ['x', '第 {$query.page} 页'] }, 'query')).toBe(true);
    expect(reads({ when: { gt: ['$now', 3] } }, 'now')).toBe(true);
    expect(reads('$nowhere', 'now')).toBe(false);
    expect(reads('$$query.page', 'query')).toBe(false);
    expect(reads(null, 'data')).toBe(false);
  });
});

describe('hostile names', () => {
  const inherited = fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
  );

  test('reach no prototype, from any root and at any depth', () => {
    const root = fc.constantFrom('data', 'route', 'query', 'user', 'site', 'item', 'form', 'event', 'now');
    const way = fc.array(fc.constantFrom('order', 'lines', '0', 'name', 'id'), { maxLength: 3 });
    fc.assert(
      fc.property(root, way, inherited, fc.array(inherited, { maxLength: 2 }), (name, before, key, after) => {
        const text = `$${[name, ...before, key, ...after].join('.')}`;
        expect(resolve(text, scope)).toBeUndefined();
        expect(resolve(`值:{${text}}`, scope)).toBe('值:');
      }),
    );
  });

  test('in an address do not become names of an object with a prototype', () => {
    const query = readQuery(new URLSearchParams('__proto__=1&constructor=2&a=3'));
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect(resolve('$query.a', scopeOf({ query }))).toBe('3');
    expect({}).not.toHaveProperty('1');
  });

  test('any text at all resolves to something without a throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{$}. dataquery0_-/'.split('')) }), (text) => {
        expect(() => resolve(text, scope)).not.toThrow();
      }),
    );
  });

  test('values without references come out as they went in', () => {
    const words = fc.string().filter((text) => !/\{\{|\{\$|^\$/u.test(text));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        words,
        fc.array(tie('tree')),
        fc.dictionary(fc.string(), tie('tree')),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(resolve(value, scope)).toEqual(value);
      }),
    );
  });
});

describe('per item', () => {
  test('a value names its item, a condition becomes true or false', () => {
    expect(perItem('/list_info/{$item.id}', scope)({ id: 5 })).toBe('/list_info/5');
    expect(perItem('$item.amount', scope)({ amount: 12.5 })).toBe(12.5);
    expect(perItem({ gt: ['$item.stock', 0] }, scope)({ stock: 0 })).toBe(false);
    expect(perItem({ in: ['$item.id', ['7']] }, scope)({ id: 7 })).toBe(true);
    expect(perItem(true, scope)({})).toBe(true);
  });
});

test('the values that a value names are found in texts, lists and objects, in order', () => {
  const value = {
    a: '$data.order.id',
    b: ['页 {$query.page}，{{$query.page}', { eq: ['$route.id', '$$now'] }],
    c: 5,
  };
  expect(valuesNamed(value, scope)).toEqual([12, '2', undefined, '7']);
  expect(valuesNamed('一般的文字', scope)).toEqual([]);
});
