import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { listTree } from '#engine/cli/files.ts';
import { run, seconds } from '#engine/cli/run.ts';
import { generateAll } from './generate.ts';
import { manifestOf } from './pack/manifest.ts';
import { nameJavaScript } from './pack/name-javascript.ts';
import { toJavaScript } from './pack/to-javascript.ts';

const SOURCE = 'src/engine';
const FOLDER = '.pack';

/** What is of use in the repository alone. */
const LEFT_OUT = /^(?:package\.json|tsconfig\.json|node_modules\/)/;

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function writeTypes(to: string): Promise<void> {
  const code = await run('tsc', ['-p', `${SOURCE}/tsconfig.json`, '--outDir', resolve(to)]);
  if (code !== 0) throw new Error('the types of the engine cannot be written');
}

/** One file of the engine's sources, as it is in the package that is written to this folder. */
async function packFile(path: string, to: string): Promise<void> {
  const source = join(SOURCE, path);
  const target = join(to, path);
  if (path.endsWith('.d.ts')) return put(target, await readFile(source, 'utf8'));
  if (/\.tsx?$/.test(path))
    return put(target.replace(/\.tsx?$/, '.js'), await toJavaScript(source, await readFile(source, 'utf8')));
  if (path.endsWith('.html'))
    return put(target, (await readFile(source, 'utf8')).replaceAll(/\.tsx(?=")/g, '.js'));
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target);
}

/**
 * Writes the package `storewright` as a tarball: the engine as JavaScript with its types, and its schemas.
 * @param folder for the tarball and what it is made of; what it held is gone
 * @returns the path of the tarball
 */
export async function pack(folder = FOLDER): Promise<string> {
  const unpacked = join(folder, 'package');
  await rm(folder, { recursive: true, force: true });
  const files = (await listTree(SOURCE)).filter((path) => !LEFT_OUT.test(path.slice(SOURCE.length + 1)));
  await Promise.all([
    writeTypes(unpacked),
    ...files.map((path) => packFile(path.slice(SOURCE.length + 1), unpacked)),
    ...(await listTree('schemas/engine')).map(async (path) =>
      put(join(unpacked, 'schemas', path.slice('schemas/engine/'.length)), await readFile(path, 'utf8')),
    ),
  ]);
  const types = (await listTree(unpacked)).filter((path) => path.endsWith('.d.ts'));
  await Promise.all(types.map(async (path) => writeFile(path, nameJavaScript(await readFile(path, 'utf8')))));
  const source = JSON.parse(await readFile(`${SOURCE}/package.json`, 'utf8')) as Parameters<
    typeof manifestOf
  >[0];
  const manifest = manifestOf(source);
  await put(join(unpacked, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await chmod(join(unpacked, manifest.bin.storewright), 0o755);
  const code = await run('npm', ['pack', '--silent', '--pack-destination', '..'], {}, unpacked);
  if (code !== 0) throw new Error('npm could not pack');
  return join(folder, `${manifest.name}-${manifest.version}.tgz`);
}

if (import.meta.main) {
  const started = performance.now();
  await generateAll();
  console.log(`${await pack()}  ${seconds(started)}`);
}
