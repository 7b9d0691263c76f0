import { describe, expect, it } from 'vitest';
import { expressionOf, fillAddress, parametersOf, pathsByName } from '#engine/runtime/page-address.ts';

describe('the address of a page', () => {
  it('is the one that it chooses, else its path', () => {
    const found = pathsByName([
      { name: 'group', children: [{ name: 'plain', path: '/plain' }] },
      { name: 'order', path: '/order_info/:id', link: '/order/info/:id' },
    ]);
    expect([...found]).toEqual([
      ['plain', '/plain'],
      ['order', '/order/info/:id'],
    ]);
  });

  it('holds the values of its parameters, and all others as its query', () => {
    expect(fillAddress('/order/info/:id', { id: 5, from: 'list', until: undefined })).toBe(
      '/order/info/5?from=list',
    );
    expect(fillAddress('/pay/:ids', { ids: '1,2', note: 'a b&c' })).toBe('/pay/1,2?note=a%20b%26c');
    expect(fillAddress('/pay/:id', { id: '../x' })).toBe('/pay/..%2Fx');
    expect(fillAddress('/', { a: 1 })).toBe('/?a=1');
  });

  it.each([
    ['/order/info/7', true],
    ['/order/info/7/', true],
    ['/order/info', false],
    ['/order/info/7/goods', false],
    ['/order.info/7', false],
  ])('stands for a path such as /order/info/:id does for %s: %s', (path, holds) => {
    expect(expressionOf('/order/info/:id').test(path)).toBe(holds);
  });

  it('stands for a path with and without what is optional', () => {
    const expression = expressionOf('/brand/:page?');
    expect(['/brand', '/brand/2', '/brands'].map((path) => expression.test(path))).toEqual([
      true,
      true,
      false,
    ]);
    expect(expressionOf('/').test('/')).toBe(true);
  });

  it('leaves an optional parameter out, and throws without one that it needs', () => {
    expect(fillAddress('/brand/:id/:page?', { id: 3 })).toBe('/brand/3');
    expect(fillAddress('/brand/:id/:page?', { id: 3, page: 2 })).toBe('/brand/3/2');
    expect(() => fillAddress('/brand/:id', {})).toThrow('needs a value for id');
    expect(parametersOf('/brand/:id/:page?')).toEqual([
      { name: 'id', optional: false },
      { name: 'page', optional: true },
    ]);
  });
});
