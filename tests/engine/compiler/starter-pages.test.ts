import { expect, it } from 'vitest';
import { createCompiler } from '#engine/compiler/compile.ts';
import { starterFiles } from '../support/starter.ts';

const files = await starterFiles();
const compile = createCompiler();

const HEAD = `name: sample
path: /sample
title: 例
data:
  goods: { call: products.list }
blocks:
  - { block: text, text: '共 {$data.goods.total} 种' }
`;

/** What is reported of a page of the shop that `init` writes with this block, or this whole text. */
function report(block: string) {
  const page = block.startsWith('name:') ? block : `${HEAD}  - ${block}\n`;
  const { offenses } = compile(new Map(files).set('config/pages/sample.yaml', page));
  return offenses.map(({ code, severity, message, hint }) => ({
    code,
    severity,
    text: `${message.zh} ${hint.zh}`,
  }));
}

const GRID =
  'block: product-grid, to: /products, items: { from: $data.goods.list, id: id, name: title, price: price_cents';

it.each([
  [`{ ${GRID} }, columns: [1, 2] }`, '应是整数，现在是列表'],
  [`{ ${GRID}}, emptyText: 0777 }`, '应是文字，现在是整数 777'],
  [
    '{ block: data-table, rows: $data.goods.list, columns: [{ label: 名称, value: $item.title }], choose: true, choosable: yes }',
    '应是true 或 false，现在是文字',
  ],
])('a value that fits no item is an offense: %s', (block, words) => {
  expect(report(block)).toEqual([expect.objectContaining({ code: expect.any(String), severity: 'error' })]);
  expect(report(block)[0]?.text).toContain(words);
});

it.each([
  ['a text that holds HTML', "{ block: text, text: '<b>特价</b>' }", 'html-text'],
  [
    'a number that is compared with a text',
    '{ block: text, text: 好, when: { gt: [$data.goods.total, 几个] } }',
    'condition-type',
  ],
  ['a page without a title', HEAD.replace('title: 例\n', ''), 'missing-title'],
  ['data that nothing reads', HEAD.replace("'共 {$data.goods.total} 种'", '你好'), 'unused-data'],
])('draws a remark: %s', (_, block, code) => {
  expect(report(block).map((one) => one.code)).toEqual([code]);
});

it('an outside address without https:// is reported to be one', () => {
  const reported = report('{ block: link-list, items: [{ text: 外, to: www.baidu.com }] }');
  expect(reported).toContainEqual({
    code: 'odd-link',
    severity: 'error',
    text: 'www.baidu.com 是站外网址，前面少了 https:// 写成 https://www.baidu.com',
  });
});

it('a block that is not there is answered by the nearest names and titles first', () => {
  for (const word of ['筛选', 'facets']) {
    expect(report(`{ block: ${word} }`)[0]?.text).toMatch(/可以写的有：facet-bar（筛选栏）/);
  }
});

it('a list whose items lack what a block shows names the missing fields', () => {
  const [offense] = report('{ block: product-grid, items: $data.goods.list, to: /products }');
  expect(offense).toMatchObject({ code: 'reference-type', severity: 'error' });
  expect(offense?.text).toMatch(/缺少|没有.*(?:id|name)/);
});

it('what the reader is asked for is held against what pages read of $user', () => {
  const api = files.get('config/api/user.yaml') ?? '';
  expect(api).toContain('user.me');
  const changed = api.replace(/(user\.me:[\s\S]*?response: )\{[^}]*\}/, '$1{ ok: boolean }');
  expect(changed).not.toBe(api);
  const { offenses } = compile(new Map(files).set('config/api/user.yaml', changed));
  expect([...new Set(offenses.map(({ code }) => code))]).toContain('user-answer');
});
