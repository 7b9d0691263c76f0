import { expect, test } from 'vitest';
import { findTrespasses } from '#tools/directions.ts';

const trespassesOf = (file: string, text: string) =>
  findTrespasses(new Map([[file, text]])).map(({ specifier }) => specifier);

test.each([
  [
    'src/domain/a.ts',
    "import { x } from '#server/kernel/result/answer.ts';",
    '#server/kernel/http/answer.ts',
  ],
  ['src/domain/a.ts', "import type { X } from '../server/answer.ts';", '../server/answer.ts'],
  ['src/ui/button/button.tsx', "import { formatYuan } from '#domain/format.ts';", '#domain/format.ts'],
  ['src/runtime/a.ts', "import { useState } from 'react';", 'react'],
  ['src/renderer/a.ts', "import Ajv from 'ajv';", 'ajv'],
  ['src/server/a.ts', "export { compile } from '#compiler/compile.ts';", '#compiler/compile.ts'],
  ['src/app/a.ts', "const load = () => import('#compiler/compile.ts');", '#compiler/compile.ts'],
  ['src/blocks/a/a.tsx', "import b from '../b/b.tsx';", '../b/b.tsx'],
])('%s may not say %s', (file, text, specifier) => {
  expect(trespassesOf(file, text)).toEqual([specifier]);
});

test.each([
  ['src/server/a.ts', "import { toFen } from '#domain/money.ts';"],
  ['src/blocks/a/a.tsx', "import { defineBlock } from '../define-block.ts';"],
  ['src/blocks/a/a.tsx', "import styles from './a.module.css';"],
  ['src/runtime/a.ts', "import { atom } from 'jotai';"],
  ['tools/check.ts', "import { compile } from '#compiler/compile.ts';"],
])('%s may say %s', (file, text) => {
  expect(trespassesOf(file, text)).toEqual([]);
});

test('files may not import each other in a circle, not even types', () => {
  const files = new Map([
    ['src/server/a.ts', "import { b } from './b.ts';"],
    ['src/server/b.ts', "\nimport type { C } from '#server/c.ts';"],
    ['src/server/c.ts', "export { a } from './a.ts';\nimport { b } from './b.ts';"],
    ['src/server/d.ts', "import { a } from './a.ts';"],
  ]);
  expect(findTrespasses(files)).toEqual([
    {
      file: 'src/server/c.ts',
      line: 2,
      specifier: './b.ts',
      reason: 'closes a circle: src/server/b.ts → src/server/c.ts → src/server/b.ts',
    },
    {
      file: 'src/server/c.ts',
      line: 1,
      specifier: './a.ts',
      reason: 'closes a circle: src/server/a.ts → src/server/b.ts → src/server/c.ts → src/server/a.ts',
    },
  ]);
});
