import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { run } from '#engine/cli/run.ts';

/** The shop of this repository, and what by its name belongs to it. */
const SHOP = ['src/server', 'src/shop', 'config', 'schemas/shop'];
const WITH_SHOP = [
  'tools/server',
  ...['server', 'shop', 'config', 'e2e', 'vectors', 'documents'].map((folder) => `tests/${folder}`),
];

/** Every file of the repository, in a folder outside of it, without the shop. */
async function copyEngine(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-engine-'));
  // As a checkout is: tests run commands as another user where this one is root.
  await chmod(folder, 0o755);
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await promisify(execFile)('git', listed, { maxBuffer: 2 ** 26 });
  const left = (path: string) => [...SHOP, ...WITH_SHOP].some((part) => path.startsWith(`${part}/`));
  for (const path of stdout.split('\0')) if (path !== '' && !left(path)) await cp(path, join(folder, path));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

/* That the engine needs no shop: its types, its lint, its tests and its package, where there is none. */
const folder = await copyEngine();
try {
  console.log(`the engine alone: ${folder}`);
  const code = await run('npm', ['test'], {}, folder);
  process.exitCode = code === 0 ? await run('npm', ['run', 'pack'], {}, folder) : code;
} finally {
  await rm(folder, { recursive: true, force: true });
}
