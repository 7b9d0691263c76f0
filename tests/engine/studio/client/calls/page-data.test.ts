import { describe, expect, test } from 'vitest';
import { dataAdded, dataOf, ownerOf } from '#engine/studio/client/calls/page-data.ts';
import { createShops, type Shop } from '#engine/studio/client/shop-model.ts';
import { editText } from '#engine/studio/text/edit-text.ts';
import { projectFiles } from '../../../compiler/support/project.ts';

const FILE = 'config/pages/a.yaml';
const PAGE = `name: around
data:
  user: { call: user.base }
children:
  - name: a
    path: /a
    data:
      # 商品
      goods: { call: goods.list, query: { page: 2 } }
    blocks:
      - { block: text, text: 一 }
  - name: b
    path: /b
    blocks:
      - { block: text, text: 二 }
blocks:
  - block: outlet
`;

function shopOf(): Shop {
  const { shop, offenses } = createShops().show(projectFiles({ [FILE]: PAGE }));
  expect(offenses).toEqual([]);
  if (shop === undefined) throw new Error('no shop');
  return shop;
}

const owned = (shop: Shop, pointer: (string | number)[]) => {
  const owner = ownerOf(shop, { file: FILE, pointer });
  if (owner === undefined) throw new Error('no owner');
  return owner;
};

describe('the data that a block can read', () => {
  test('are those of its page, and of the pages around it', () => {
    const shop = shopOf();
    const owner = owned(shop, ['children', 0, 'blocks', 0]);
    expect(owner.name).toBe('a');
    expect(dataOf(shop, owner).map(({ name, entry }) => [name, entry.call])).toEqual([
      ['goods', 'goods.list'],
      ['user', 'user.base'],
    ]);
  });

  test('get one more by a change of its page alone, with or without others', () => {
    const shop = shopOf();
    const add = (pointer: (string | number)[]) =>
      editText(PAGE, dataAdded(shop, owned(shop, pointer), 'total', { call: 'cart.total' }));
    expect(add(['children', 0, 'blocks', 0])).toBe(
      PAGE.replace('{ page: 2 } }\n', '{ page: 2 } }\n      total: { call: cart.total }\n'),
    );
    expect(add(['children', 1, 'blocks', 0])).toBe(
      PAGE.replace('path: /b\n', 'path: /b\n    data:\n      total: { call: cart.total }\n'),
    );
  });
});
