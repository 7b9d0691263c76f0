import { expect, inject, test } from 'vitest';
import { compile } from '#compiler/compile.ts';
import { loadProject } from '#tools/load-project.ts';
import { shopApi } from '#tools/weigh/api.ts';
import { weighPages } from '#tools/weigh/weigh.ts';

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
