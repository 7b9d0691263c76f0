import { expect, test } from 'vitest';
import type { RegistryFile } from '#engine/app/config-files.ts';
import { browserFiles, current } from '#engine/cli/vite-plugin/browser-files.ts';
import { changesBetween } from '#engine/cli/vite-plugin/changes.ts';
import { createCompiler } from '#engine/compiler/compile.ts';
import type { PublicPage } from '#engine/generated/schemas.ts';
import { variedShop } from '../../support/varied-shop.ts';

const compile = createCompiler();
const project = await variedShop();

function registryOf(files: ReadonlyMap<string, string>) {
  const { registry } = compile(files);
  if (!registry) throw new Error('the shop does not compile');
  return registry;
}

const registry = registryOf(project);
const files = browserFiles(registry, current);

const read = (url: string | undefined): unknown => JSON.parse(files.texts.get(url ?? '') ?? 'null');
const shop = read(files.shop) as RegistryFile;

/** Names of calls, however deep. */
const callsIn = (value: unknown) =>
  Array.from(JSON.stringify(value).matchAll(/"call":"([^"]+)"/g), ([, name]) => name ?? '');

test('what is fetched of a page holds every call that it makes, beside those that each visit has', () => {
  const fetched = Object.entries(shop.files).map(([name, url]) => [name, read(url) as PublicPage] as const);
  for (const [name, { calls, ...page }] of [...fetched, ...Object.entries(shop.layouts)]) {
    const known = { ...shop.registry.calls, ...calls };
    expect(callsIn(page).filter((call) => !known[call])).toEqual([]);
    expect(page.blocks).toEqual(registry.pages[name]?.blocks);
  }
  const { user } = registry.site;
  const { shells } = shop.registry;
  const around = Object.keys(shells).map((name) => registry.shells[name]);
  expect(Object.values(shop.shells)).toEqual(around.map((shell) => shell?.blocks));
  const needed = callsIn([user, around]);
  expect(Object.keys(shop.registry.calls).toSorted()).toEqual([...new Set(needed)].toSorted());
});

test('a visitor is not sent the pages of the staff, nor anything of a page that is not asked for', () => {
  expect(Object.keys(registry.pages)).toContain('desk');
  expect(Object.keys(shop.files)).toContain('season');
  expect(Object.keys(shop.files)).not.toContain('desk');
  const text = files.texts.get(files.shop) ?? '';
  expect(text).not.toContain('/desk/todo');
  expect(text).not.toContain('/seasons/notes');
  expect(text).toContain('"/products/:handle"');
});

test('a save tells an open page what has changed, and no more', () => {
  const path = 'config/pages/notfound.yaml';
  const before = project.get(path);
  if (before === undefined) throw new Error('no such page');
  const after = registryOf(
    new Map([...project, [path, before.replace(/^blocks:$/m, 'blocks:\n  - { block: text, text: 公告 }')]]),
  );
  const changes = changesBetween(registry, after);
  expect(Object.keys(changes.pages)).toEqual(['notfound']);
  expect(changes.registry).toBeUndefined();
  expect(changes.shells).toEqual({});
});
