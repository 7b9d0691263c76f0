import { expect, it } from 'vitest';
import { loadProject } from '#engine/cli/project/load-project.ts';
import { compile } from '#engine/compiler/compile.ts';
import { SHOP_BLOCKS } from '../../support/block-schemas.ts';
import { testRequiredEvents } from '../../support/required-events.ts';

const files = await loadProject('config');

testRequiredEvents(SHOP_BLOCKS, files, {
  'cart-table copy': { copyable: true },
  'card-list add': { buy: '$item' },
  'quick-order save': { saveText: '存' },
  'quick-order drop': { dropText: '去掉' },
});

it.each([
  ['panel', /activity/],
  ['popup', /缺少 lottery/],
])('a lottery that is a %s is asked for what it shows', (variant, message) => {
  const block = `{ block: lottery, variant: ${variant}, on: { draw: [{ toast: 好 }] } }`;
  const page = `name: sample\npath: /sample\ntitle: 例\nblocks: [${block}]\n`;
  const { offenses } = compile(new Map(files).set('config/pages/sample.yaml', page));
  const found = offenses.filter(({ code }) => code === 'block-props');
  expect(found).toMatchObject([{ file: 'config/pages/sample.yaml', line: 4, column: 19 }]);
  expect(found[0]?.message.zh).toMatch(message);
});
