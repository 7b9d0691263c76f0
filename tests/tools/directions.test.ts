import { expect, test } from 'vitest';
import { readDirections } from '#tools/directions.ts';

const forbiddenIn = (file: string, text: string) =>
  readDirections(new Map([[file, text]])).forbidden.map(({ specifier }) => specifier);

test.each([
  [
    'src/shop/domain/a.ts',
    "import { x } from '#server/kernel/result/answer.ts';",
    '#server/kernel/result/answer.ts',
  ],
  ['src/shop/domain/a.ts', "import type { X } from '../../server/answer.ts';", '../../server/answer.ts'],
  [
    'src/engine/ui/button/button.tsx',
    "import { formatYuan } from '#shop/domain/format.ts';",
    '#shop/domain/format.ts',
  ],
  ['src/engine/runtime/a.ts', "import { useState } from 'react';", 'react'],
  ['src/engine/renderer/a.ts', "import Ajv from 'ajv';", 'ajv'],
  [
    'src/server/a.ts',
    "export { compile } from '#engine/compiler/compile.ts';",
    '#engine/compiler/compile.ts',
  ],
  [
    'src/engine/app/a.ts',
    "const load = () => import('#engine/compiler/compile.ts');",
    '#engine/compiler/compile.ts',
  ],
  ['src/engine/blocks/a/a.tsx', "import b from '../b/b.tsx';", '../b/b.tsx'],
])('%s may not say %s', (file, text, specifier) => {
  expect(forbiddenIn(file, text)).toEqual([specifier]);
});

test.each([
  ['src/server/a.ts', "import { toFen } from '#shop/domain/money.ts';"],
  ['src/engine/blocks/a/a.tsx', "import { defineBlock } from '../define-block.ts';"],
  ['src/engine/blocks/a/a.tsx', "import styles from './a.module.css';"],
  ['src/engine/runtime/a.ts', "import { atom } from 'jotai';"],
  ['tools/check.ts', "import { compile } from '#engine/compiler/compile.ts';"],
])('%s may say %s', (file, text) => {
  expect(forbiddenIn(file, text)).toEqual([]);
});

test('files may not import each other in a cycle, not even types', () => {
  const files = new Map([
    ['src/server/a.ts', "import { b } from './b.ts';"],
    ['src/server/b.ts', "\nimport type { C } from '#server/c.ts';"],
    ['src/server/c.ts', "export { a } from './a.ts';\nimport { b } from './b.ts';"],
    ['src/server/d.ts', "import { a } from './a.ts';"],
  ]);
  expect(readDirections(files).forbidden).toEqual([
    {
      file: 'src/server/c.ts',
      line: 2,
      specifier: './b.ts',
      reason: 'closes a cycle: src/server/b.ts → src/server/c.ts → src/server/b.ts',
    },
    {
      file: 'src/server/c.ts',
      line: 1,
      specifier: './a.ts',
      reason: 'closes a cycle: src/server/a.ts → src/server/b.ts → src/server/c.ts → src/server/a.ts',
    },
  ]);
});

const LIST = `
import { cart } from './cart/index.ts';
import { afterSales } from './after-sales/index.ts';
const MODULES: readonly Module[] = [cart, afterSales];`;

test.each([
  ['a later module', 'cart/add.ts', '../after-sales/index.ts', 'cart stands before after-sales'],
  ['past a door', 'after-sales/a.ts', '../cart/add.ts', 'only index.ts of the module cart may be imported'],
])('a module may not import %s', (_, file, specifier, reason) => {
  const files = new Map([
    ['src/server/modules/index.ts', LIST],
    [`src/server/modules/${file}`, `import { x } from '${specifier}';`],
  ]);
  expect(readDirections(files).forbidden.map((one) => one.reason)).toContain(reason);
});

test('a module may import the door of an earlier one, and is counted', () => {
  const files = new Map([
    ['src/server/modules/index.ts', LIST],
    ['src/server/modules/cart/index.ts', "export { add } from './add.ts';"],
    ['src/server/modules/cart/add.ts', 'export const add = 1;'],
    ['src/server/modules/after-sales/a.ts', "import { add } from '../cart/index.ts';"],
  ]);
  expect(readDirections(files)).toMatchObject({
    forbidden: [],
    modules: 2,
    within: 1,
    across: 1,
    mutual: 0,
    folderCycles: 0,
    pastDoors: 0,
  });
  files.set('src/server/main.ts', "import { add } from './modules/cart/add.ts';");
  expect(readDirections(files)).toMatchObject({ pastDoors: 1 });
});

test('the kernel may not import a module', () => {
  const file = "import { add } from '../modules/cart/index.ts';";
  expect(forbiddenIn('src/server/kernel/a.ts', file)).toHaveLength(1);
});

test('folders may not import each other, though no two files do', () => {
  const files = new Map([
    ['src/engine/runtime/a/one.ts', "import { x } from '../b/two.ts';"],
    ['src/engine/runtime/a/three.ts', 'export const y = 1;'],
    ['src/engine/runtime/b/two.ts', 'export const x = 1;'],
    ['src/engine/runtime/b/four.ts', "import { y } from '../a/three.ts';"],
  ]);
  expect(readDirections(files).forbidden.map(({ reason }) => reason)).toEqual([
    'folders import each other: a → b → a',
  ]);
});

test.each([
  ['tests/engine/a.test.ts', "import { x } from '#server/app.ts';", ['#server/app.ts']],
  ['tests/support/a.ts', "import { x } from '../server/support/app.ts';", ['../server/support/app.ts']],
  ['tools/pack.ts', "import type { X } from '#generated/schemas.ts';", ['#generated/schemas.ts']],
  ['tests/engine/a.test.ts', "const files = await loadProject('config');", ['config']],
  ['tests/engine/a.test.ts', "const text = read('../../config/errors.yaml');", ['config']],
  ['tests/engine/a.test.ts', "createProject(join(folder, 'config'));", []],
  ['tools/server/start.ts', "import { serve } from '#server/main.ts';", []],
])('what must work without a shop knows none: %s, %s', (file, text, specifiers) => {
  expect(forbiddenIn(file, text)).toEqual(specifiers);
});
