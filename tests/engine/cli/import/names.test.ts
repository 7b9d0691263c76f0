import { describe, expect, it } from 'vitest';
import { answers, api, Shop } from './support.ts';

/** The names of the calls for operations given as `[method path, tag, id]`. */
function names(
  ...operations: readonly (readonly [at: string, tag?: string | undefined, id?: string])[]
): string[] {
  const paths: Record<string, Record<string, object>> = {};
  for (const [at, tag, id] of operations) {
    const [method = '', path = ''] = at.split(' ');
    const more = { ...(tag && { tags: [tag] }), ...(id && { operationId: id }) };
    (paths[path] ??= {})[method] = answers({ type: 'string' }, more);
  }
  const shop = new Shop();
  const report = shop.import(api(paths));
  expect(shop.errors()).toEqual([]);
  return report.calls.map(({ name }) => name);
}

describe('the name of a call', () => {
  it.each([
    ['the id as it is', ['get /cart', 'shopping', 'cart.list'], 'cart.list'],
    ['the id without what the tag says', ['get /pets', 'pets', 'listPets'], 'pets.list'],
    ['the id without a prefix', ['get /repos', 'repos', 'repos/list-for-org'], 'repos.listForOrg'],
    [
      'the id without words of the framework',
      ['get /cats', 'Cats', 'CatsController_findAll'],
      'cats.findAll',
    ],
    [
      'the id without the path that FastAPI adds',
      ['get /items/{item_id}', 'items', 'read_item_items__item_id__get'],
      'items.read',
    ],
    ['the whole id where nothing else is left', ['get /pets', 'pets', 'pets'], 'pets.pets'],
    [
      'method and path without an id',
      ['post /api/v2/store-orders/{id}/refunds'],
      'store-orders.createRefunds',
    ],
    ['a verb alone', ['delete /carts/{id}'], 'carts.delete'],
    ['the path where the tag is in another script', ['get /goods/{id}', '商品管理'], 'goods.get'],
    ['Latin words of a mixed tag', ['get /x', '商品 Goods', 'detail'], 'goods.detail'],
    ['the id in ASCII', ['get /cafes', 'Cafés', 'trouverCafé'], 'cafes.trouver'],
    ['something where the path has no word', ['get /', undefined, '首页'], 'api.get'],
    ['a letter first', ['get /3d', '3D', '3dModels'], 'api-3d.get'],
  ] as const)('is %s', (_, operation, name) => {
    expect(names(operation)).toEqual([name]);
  });

  it('is the whole id where two would have the same short one', () => {
    expect(names(['get /a', 'pets', 'getPets'], ['get /b', 'pets', 'getPet'])).toEqual([
      'pets.getPets',
      'pets.getPet',
    ]);
    expect(
      names(['get /pets', 'pets', 'x'], ['get /pets/{id}', 'pets', 'x'], ['get /pets/{id}/x', 'pets', 'x']),
    ).toEqual(['pets.getPets', 'pets.getPetsId', 'pets.getPetsIdX']);
  });

  it('does not depend on which operations are imported', () => {
    const document = api({
      '/a': { get: answers({ type: 'string' }, { tags: ['pets'], operationId: 'getPets' }) },
      '/b': { get: answers({ type: 'string' }, { tags: ['pets'], operationId: 'getPet' }) },
    });
    const shop = new Shop();
    expect(shop.import(document, { only: ['/a'] }).calls.map(({ name }) => name)).toEqual(['pets.getPets']);
  });

  it('is none that another call of the shop has', () => {
    const shop = new Shop({
      'config/api/pets.yaml': 'pets.list: { get: /by-hand }\n',
      'config/site.yaml': 'title: x\nchecks: { unused-call: off }\napi: { base: https://api.example.com }\n',
    });
    const get = answers({ type: 'string' }, { tags: ['pets'], operationId: 'listPets' });
    expect(shop.import(api({ '/pets': { get } })).calls).toMatchObject([
      { name: 'pets.listPets', file: 'config/api/pets.yaml' },
    ]);
    expect(shop.read('config/api/pets.yaml')).toMatch(/^pets\.list: \{ get: \/by-hand \}\npets\.listPets:\n/);
    expect(shop.errors()).toEqual([]);
  });
});
