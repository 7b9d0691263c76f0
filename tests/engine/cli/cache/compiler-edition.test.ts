import { expect, it } from 'vitest';
import { compilerEdition, PACKAGES } from '#engine/cli/cache/compiler-edition.ts';
import { readTree } from '#engine/cli/files.ts';
import { ENGINE } from '#engine/cli/project/shop-folders.ts';

/** The package of an import: `ajv/dist/2020.js` -> `ajv`. */
const IMPORT = /from '((?:@[^/']+\/)?[^./#'][^/']*)/g;

it('follows from every package that the compiler imports', async () => {
  const files = await readTree(`${ENGINE}/compiler`, ['.ts']);
  const imported = [...files.values()].flatMap((text) =>
    [...text.matchAll(IMPORT)].map(([, name = '']) => name),
  );
  expect([...new Set(imported)].filter((name) => !name.startsWith('node:')).sort()).toEqual(
    [...PACKAGES].sort(),
  );
});

it('is the same for the same code', async () => {
  expect(await compilerEdition()).toBe(await compilerEdition());
});
