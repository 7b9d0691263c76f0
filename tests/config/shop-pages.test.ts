import { expect, it } from 'vitest';
import { loadProject } from '#engine/cli/project/load-project.ts';
import { createCompiler } from '#engine/compiler/compile.ts';

const files = await loadProject('config');
const compile = createCompiler();

const HEAD = `name: sample
path: /sample
title: 例
data:
  goods: { call: goods.list }
blocks:
  - { block: text, text: '共 {$data.goods.total} 种' }
`;

/** What is reported of a page of the shop with this block. */
function report(block: string) {
  const { offenses } = compile(new Map(files).set('config/pages/sample.yaml', `${HEAD}  - ${block}\n`));
  return offenses.map(({ code, severity, message, hint }) => ({
    code,
    severity,
    text: `${message.zh} ${hint.zh}`,
  }));
}

const CARDS = 'block: card-list, items: $data.goods.list, title: $item.name';

it.each([
  [`{ ${CARDS}, badgeTone: [1, 2] }`, '应是文字，现在是列表'],
  [`{ ${CARDS}, image: 0777 }`, '应是文字，现在是整数 777'],
  [
    `{ ${CARDS}, buy: $item, canBuy: $item.name, on: { add: [{ toast: 好 }] } }`,
    '$item.name 是文字，这里要是非',
  ],
])('a value that fits no item is an offense: %s', (block, words) => {
  expect(report(block)).toEqual([expect.objectContaining({ code: expect.any(String), severity: 'error' })]);
  expect(report(block)[0]?.text).toContain(words);
});

it('a list whose items lack what a block shows names the missing fields', () => {
  const [offense] = report('{ block: goods-grid, items: $data.goods.facets, to: /list }');
  expect(offense).toMatchObject({ code: 'reference-type', severity: 'error' });
  expect(offense?.text).toMatch(/缺少|没有.*(?:id|name)/);
});

it('what the reader is asked for is held against what pages read of $user', () => {
  const api = files.get('config/api/user.yaml') ?? '';
  const changed = api.replace(/(user\.base:[\s\S]*?response: )user\b/, '$1{ ok: boolean }');
  expect(changed).not.toBe(api);
  const { offenses } = compile(new Map(files).set('config/api/user.yaml', changed));
  expect([...new Set(offenses.map(({ code }) => code))]).toContain('user-answer');
});
