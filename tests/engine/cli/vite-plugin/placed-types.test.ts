import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Plugin, resolveConfig } from 'vite';
import { afterAll, expect, it } from 'vitest';
import { storewright } from '#engine/cli/vite-plugin/plugin.ts';
import { createProject } from '#engine/cli/vite-plugin/project.ts';
import { BASE } from '../../../support/base-shop.ts';
import { BLOCK_SCHEMAS } from '../../../support/block-schemas.ts';

const DIALOG = `name: club
path: /club
title: 会员
blocks:
  - { block: buttons, items: [{ id: join, text: 加入 }], on: { press: [{ open: join }] } }
  - block: dialog
    id: join
    title: 加入
    blocks:
      - { block: notice, text: 每月一封信 }
`;

const folder = await mkdtemp(join(tmpdir(), 'placed-'));
for (const [path, text] of Object.entries({ ...BASE, 'config/pages/club.yaml': DIALOG })) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}
afterAll(() => rm(folder, { recursive: true, force: true }));

const project = createProject(join(folder, 'config'));
const { pages, shells } = await project.registry();
const WRITTEN = JSON.stringify([pages, shells]);

/** Types that the renderer draws itself. */
const BUILT_IN: ReadonlySet<string> = new Set(['outlet', 'repeat']);
const types = BLOCK_SCHEMAS.map(({ type }) => type).filter((type) => !BUILT_IN.has(type));

/** The block types that the pages of a build or of a development server can load. */
async function loadable(command: 'build' | 'serve'): Promise<string[]> {
  const plugins: Plugin[] = storewright({ project });
  const { plugins: resolved } = await resolveConfig({ configFile: false, plugins }, command);
  const { load } = resolved.find(({ name }) => name === plugins[0]?.name) ?? {};
  if (typeof load !== 'function') throw new Error('the plugin loads nothing');
  const code = String(await Reflect.apply(load, undefined, ['\0virtual:storewright/blocks']));
  return Array.from(code.matchAll(/^ {2}"([a-z-]+)":/gm), ([, type = '']) => type).toSorted();
}

it('a build holds the types that its pages place, those in dialogs as well, and no other', async () => {
  const placed = types.filter((type) => WRITTEN.includes(`"block":"${type}"`));
  expect(await loadable('build')).toEqual([...new Set(placed)].toSorted());
  expect(placed.toSorted()).toEqual(['buttons', 'dialog', 'notice', 'text']);
});

it('a development server holds all: a page that is being written may place any', async () => {
  expect(await loadable('serve')).toEqual([...new Set(types)].toSorted());
});
