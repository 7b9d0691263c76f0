import { expect, test } from 'vitest';
import { findTrespasses } from '#tools/directions.ts';

const trespassesOf = (file: string, text: string) =>
  findTrespasses(new Map([[file, text]])).map(({ specifier }) => specifier);

test.each([
  ['src/domain/a.ts', "import { x } from '#server/answer.ts';", '#server/answer.ts'],
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
