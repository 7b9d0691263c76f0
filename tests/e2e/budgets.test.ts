import { expect, inject, test } from 'vitest';
import { loadProject } from '#engine/cli/project/load-project.ts';
import { weighPages } from '#engine/cli/weigh/weigh.ts';
import { compile } from '#engine/compiler/compile.ts';
import { shopApi } from '#tools/site-process.ts';

test('every page keeps its budget with its data and pictures, as a buyer loads it', {
  timeout: 180_000,
}, async () => {
  const weights = await weighPages(process.env['DIST_DIR'] ?? 'dist', await shopApi(inject('shop')));
  const files = await loadProject(process.env['CONFIG_DIR'] ?? 'config');
  const { offenses } = compile(files, { weights });
  expect(offenses.flatMap(({ code, message }) => (code === 'page-budget' ? [message.zh] : []))).toEqual([]);
  /* A page that failed would weigh next to nothing. */
  const [home, list] = ['index', 'list_index'].map((name) => weights.get(name));
  expect(home?.images).toBeGreaterThan(1000);
  expect(list?.html).toBeGreaterThan(5000);
  expect(list?.calls).toBeGreaterThan(3);
});
