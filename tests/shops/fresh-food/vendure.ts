import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '#tools/cache.ts';
import { execIn, type Running, serveIn } from '../support/commands.ts';
import { madeOnce } from '../support/once.ts';

const SOURCE = 'tests/shops/fresh-food/server';
const MANIFESTS = ['package.json', 'package-lock.json'];

/** The packages of the server, outside the repository: installed anew when their lock changes. */
async function installedPackages(): Promise<string> {
  const lock = await readFile(join(SOURCE, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const folder = join(await cacheFolder(), `vendure-${hash}`);
  await madeOnce(folder, async (unfinished) => {
    await mkdir(unfinished);
    for (const name of MANIFESTS) await cp(join(SOURCE, name), join(unfinished, name));
    await execIn(unfinished, ['npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund']);
  });
  return join(folder, 'node_modules');
}

/** Vendure in memory, with its products and without orders, on a port of its own; `url` is where `/shop-api` is. */
export async function startVendure(): Promise<Running> {
  const packages = await installedPackages();
  const folder = await mkdtemp(join(tmpdir(), 'storewright-vendure-'));
  await cp(SOURCE, folder, { recursive: true });
  await symlink(packages, join(folder, 'node_modules'));
  const server = await serveIn(folder, [process.execPath, 'main.js'], { PORT: '0' });
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
