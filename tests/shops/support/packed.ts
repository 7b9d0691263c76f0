import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listTree } from '#engine/cli/files.ts';
import { cacheFolder } from '#tools/cache.ts';
import { pack } from '#tools/pack.ts';
import { madeOnce } from './once.ts';

/** What the package follows from. */
const SOURCES = ['src/engine', 'schemas/engine', 'tools/pack'];
const FILES = ['tools/pack.ts', 'package-lock.json'];

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  const trees = await Promise.all(SOURCES.map((folder) => listTree(folder)));
  for (const path of [...trees.flat(), ...FILES]) hash.update(`${path}\0`).update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}

async function makePackage(): Promise<string> {
  const folder = join(await cacheFolder(), `package-${await fingerprint()}`);
  await madeOnce(folder, async (unfinished) => void (await pack(unfinished)));
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`${folder} holds no package`);
  return join(folder, tarball);
}

let made: Promise<string> | undefined;

/** The path of the package `storewright`, as `npm run pack` makes it of the present files: once, however many tests ask. */
export function packed(): Promise<string> {
  made ??= makePackage();
  return made;
}
