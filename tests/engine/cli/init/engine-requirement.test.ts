import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineRequirement } from '#engine/cli/init/engine-requirement.ts';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'engine-requirement-'));
});

afterAll(() => rm(root, { recursive: true, force: true }));

/** What a shop in `<root>/shops/pens` needs of the engine in `<root>/npx`, which npm has from there. */
async function requirement(resolved?: string): Promise<string> {
  const modules = join(root, 'npx/node_modules');
  await mkdir(modules, { recursive: true });
  const packages = { 'node_modules/storewright': { version: '1.2.3', resolved } };
  await writeFile(join(modules, '.package-lock.json'), JSON.stringify({ packages }));
  return engineRequirement(join(modules, 'storewright'), join(root, 'shops/pens'), '1.2.3');
}

describe('what a new shop needs of the engine', () => {
  it('is the version of the one that wrote it', async () => {
    expect(await requirement('https://registry.example/storewright/-/storewright-1.2.3.tgz')).toBe('1.2.3');
    expect(await requirement()).toBe('1.2.3');
  });

  it('is the tarball that this one came from, where no registry has it', async () => {
    expect(await requirement('file:../tarballs/storewright-1.2.3.tgz')).toBe(
      'file:../../tarballs/storewright-1.2.3.tgz',
    );
  });

  it('is the version of an engine that lies in its repository', async () => {
    expect(await engineRequirement('src/engine', join(root, 'shops/pens'), '1.2.3')).toBe('1.2.3');
  });
});
