import { expect, test } from 'vitest';
import { readTree } from '#engine/cli/files.ts';
import { findOutcomes } from '#tools/outcomes.ts';
import { shopRegistry } from '../../support/registry.ts';

test('every call of the shop has a handler whose outcomes are found', async () => {
  const { contracts } = await shopRegistry();
  const found = findOutcomes(await readTree('src/server', ['.ts']));
  expect(Object.keys(contracts).filter((name) => (found.get(name)?.codes.length ?? 0) === 0)).toEqual([]);
});
