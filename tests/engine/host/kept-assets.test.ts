import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keepAssets } from '#engine/host/kept-assets.ts';
import { fakeBuild } from './fake-build.ts';
import { startSmallApp } from './small-app.ts';

const DAY = 86_400;
const now = () => 1_800_000_000;

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-kept-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A build whose files are named by `hash`; its folder. */
async function buildOf(hash: string): Promise<string> {
  const folder = await fakeBuild();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await rm(join(folder, 'client/assets/app-abc123.js'));
  await writeFile(join(folder, `client/assets/app-${hash}.js`), `export const hash = '${hash}';`);
  return folder;
}

async function keep(build: string, folder: string): Promise<void> {
  const { stop } = await keepAssets(join(build, 'client'), folder, now);
  stop();
}

it('keeps the files of the build before for a week from when they were last in use', async () => {
  const folder = await temporary();
  const names = async () => (await readdir(join(folder, 'assets'))).sort();
  const [old, current] = [await buildOf('old'), await buildOf('current')];
  await keep(old, folder);
  await keep(current, folder);
  expect(await names()).toEqual(['app-current.js', 'app-old.js']);
  const lastUsed = (days: number) =>
    utimes(join(folder, 'assets/app-old.js'), now() - days * DAY, now() - days * DAY);
  await lastUsed(6.9);
  await keep(current, folder);
  expect(await names()).toContain('app-old.js');
  await lastUsed(7.1);
  await keep(current, folder);
  expect(await names()).toEqual(['app-current.js']);
});

it('serves a tab of the build before, tells it that there is another, and lets nothing else out of the folder', async () => {
  const folder = await temporary();
  const [old, current] = [await buildOf('old'), await buildOf('current')];
  await keep(old, folder);
  await keep(current, folder);
  await writeFile(join(folder, 'secret.txt'), 'secret');
  const shop = await startSmallApp({ build: current, site: { keptFolder: folder } });
  onTestFinished(() => shop.app.close());
  const get = (url: string) => shop.app.inject(url);
  const before = await get('/assets/app-old.js');
  expect([before.statusCode, before.body]).toEqual([200, "export const hash = 'old';"]);
  expect(before.headers['x-superseded']).toBe('true');
  expect(before.headers['cache-control']).toContain('immutable');
  const present = await get('/assets/app-current.js');
  expect([present.statusCode, present.headers['x-superseded']]).toEqual([200, undefined]);
  for (const path of ['/assets/app-none.js', '/assets/../secret.txt', '/assets/%2e%2e%2fsecret.txt'])
    expect([path, (await get(path)).body.includes('secret')]).toEqual([path, false]);
  expect((await get('/assets/app-none.js')).statusCode).toBe(404);
});
