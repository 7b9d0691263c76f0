import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '#engine/cli/run.ts';

interface Lock {
  packages: Record<string, { dev?: boolean; link?: boolean; devDependencies?: object }>;
}

/**
 * Prints a CycloneDX bill of what the shop runs with, from `package-lock.json`. npm makes it, from a copy without what only
 * developers need: asked to leave that out by itself, it also leaves out what both need.
 */
const manifest = JSON.parse(await readFile('package.json', 'utf8')) as {
  name: string;
  workspaces: string[];
  devDependencies?: object;
};
const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lock;
delete manifest.devDependencies;
delete lock.packages['']?.devDependencies;
lock.packages = Object.fromEntries(Object.entries(lock.packages).filter(([, { dev }]) => !dev));

const parent = await mkdtemp(join(tmpdir(), 'storewright-sbom-'));
/* npm calls the bill by its folder. */
const folder = join(parent, manifest.name);
async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}
await put('package.json', JSON.stringify(manifest));
await put('package-lock.json', JSON.stringify(lock));
for (const workspace of manifest.workspaces) {
  const path = join(workspace, 'package.json');
  await put(path, await readFile(path, 'utf8'));
}
const FORMAT = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
process.exitCode = await run('npm', ['sbom', ...FORMAT], {}, folder);
await rm(parent, { recursive: true, force: true });
