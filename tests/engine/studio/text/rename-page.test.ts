import { describe, expect, test } from 'vitest';
import { YamlFile } from '#engine/compiler/source/yaml-file.ts';
import { createShops } from '#engine/studio/client/shop-model.ts';
import { linksTo, movedLink } from '#engine/studio/text/page-links.ts';
import { renamePage } from '#engine/studio/text/rename-page.ts';
import { projectFiles } from '../../compiler/support/project.ts';

describe('a page with another address', () => {
  test('keeps the one before as an alias, and all else as it was written', () => {
    const page = 'name: a\npath: /a   # 地址\ntitle: 一\nblocks: []\n';
    expect(renamePage(page, [], { path: '/b' })).toBe(
      'name: a\npath: /b   # 地址\ntitle: 一\nalias: [/a]\nblocks: []\n',
    );
    expect(renamePage(page, [], { path: '/b', title: '二' })).toContain('path: /b   # 地址\ntitle: 二\n');
  });

  test('has an alias more where it has some, and none for the address that it has now', () => {
    const page = 'children:\n  - { name: a, path: /a, alias: [/c], blocks: [] }\n';
    const renamed = renamePage(page, ['children', 0], { path: '/b' });
    expect(renamed).toBe(page.replace('path: /a', 'path: /b').replace('[/c]', '[/c, /a]'));
    expect(renamePage(renamed, ['children', 0], { path: '/a' })).toContain('path: /a, alias: [/c, /b]');
  });

  test('and the same address is as it was', () => {
    const page = 'name: a\npath: /a\nblocks: []\n';
    expect(renamePage(page, [], { path: '/a' })).toBe(page);
  });
});

describe('a link to a page with another address', () => {
  test.each([
    ['/a', '/a', '/b', '/b'],
    ['/a?x=1#y', '/a', '/b/c', '/b/c?x=1#y'],
    ['/a/b', '/a', '/c', undefined],
    ['/list/7?x={$item.id}', '/list/:id', '/goods/:id', '/goods/7?x={$item.id}'],
    ['/list/{$item.id}', '/list/:id/:page?', '/goods/:id/:page?', '/goods/{$item.id}'],
    ['/list/{$item.id}/2', '/list/:id/:page?', '/:id/goods/:page?', '/{$item.id}/goods/2'],
    ['/', '/', '/home', '/home'],
  ])('%s of %s, now %s, is %s', (text, from, to, expected) => {
    expect(movedLink(text, from, to)).toBe(expected);
  });

  test('is found in props, actions, redirects and closed pages, and not in texts', () => {
    const page = `name: a
path: /a
schedule: { until: 2026-12-12T00:00:00+08:00, after: /goods/1 }
blocks:
  - block: text
    text: /goods/1
  - block: buttons
    items: [{ text: 看, to: '/goods/2?x=1' }]
    on: { press: [{ go: '/goods/{$event.index}' }] }
`;
    const { shop } = createShops().show(projectFiles({}));
    if (shop === undefined) throw new Error('the shop does not compile');
    const file = { kind: 'page', yaml: new YamlFile('config/pages/a.yaml', page) } as const;
    expect(linksTo(file, shop.project, '/goods/:id')).toEqual([
      { pointer: ['schedule', 'after'], text: '/goods/1' },
      { pointer: ['blocks', 1, 'items', 0, 'to'], text: '/goods/2?x=1' },
      { pointer: ['blocks', 1, 'on', 'press', 0, 'go'], text: '/goods/{$event.index}' },
    ]);
  });
});
