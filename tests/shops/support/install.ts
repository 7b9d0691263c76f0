import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { cacheFolder } from '#tools/cache.ts';
import { execIn, type Running, serveIn } from './commands.ts';
import { linkTree } from './link-tree.ts';
import { madeOnce } from './once.ts';
import { packed } from './packed.ts';

const COMMAND = 'node_modules/.bin/storewright';
const COMPILER = 'node_modules/.bin/tsc';

interface Manifest {
  name: string;
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** How long each step took, in seconds; 0 for what an earlier run left. */
interface Steps {
  pack: number;
  install: number;
  check: number;
  types: number;
  build: number;
}

/** A shop as its team has it: a folder of its own, with the package among its dependencies. */
export interface InstalledShop {
  folder: string;
  seconds: Readonly<Steps>;
  /** Runs a command of the package in the shop; what it says. */
  storewright(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>;
  /** The installed `storewright start` of what was built, on a port of its own. */
  start(env?: NodeJS.ProcessEnv): Promise<Running>;
  remove(): Promise<void>;
}

/** The manifest with the tarball in place of the version that a registry would have. */
async function manifestWith(source: string, tarball: string): Promise<Manifest> {
  const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as Manifest;
  return { ...manifest, dependencies: { ...manifest.dependencies, storewright: `file:${tarball}` } };
}

/** A folder with these dependencies installed: one for all shops that have the same. */
async function installedPackages({ dependencies, devDependencies }: Manifest): Promise<string> {
  const wanted = JSON.stringify({ private: true, dependencies, devDependencies });
  const hash = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  const folder = join(await cacheFolder(), `installed-${hash}`);
  await madeOnce(folder, async (unfinished) => {
    await mkdir(unfinished);
    await writeFile(join(unfinished, 'package.json'), wanted);
    await execIn(unfinished, ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund']);
  });
  return join(folder, 'node_modules');
}

/** What a step gives, its seconds noted. */
async function timed<T>(steps: Steps, name: keyof Steps, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  steps[name] = Math.round((performance.now() - started) / 100) / 10;
  return result;
}

/**
 * Copies a shop to a folder outside the repository, installs the packed engine there, and checks and builds the shop.
 * @param source folder of the shop, with a `package.json`
 * @throws what the failing step said
 */
export async function installShop(source: string, env: NodeJS.ProcessEnv = {}): Promise<InstalledShop> {
  const steps: Steps = { pack: 0, install: 0, check: 0, types: 0, build: 0 };
  const tarball = await timed(steps, 'pack', packed);
  const folder = await mkdtemp(join(tmpdir(), `storewright-shop-${basename(source)}-`));
  const manifest = await manifestWith(source, tarball);
  await timed(steps, 'install', async () => {
    await cp(source, folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
    await linkTree(await installedPackages(manifest), join(folder, 'node_modules'));
  });
  const storewright = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    execIn(folder, [COMMAND, ...args], { ...env, ...more });
  await timed(steps, 'check', () => storewright(['check']));
  await timed(steps, 'types', async () => {
    await storewright(['generate']);
    if (existsSync(join(folder, 'tsconfig.json'))) await execIn(folder, [COMPILER, '--noEmit']);
  });
  await timed(steps, 'build', () => storewright(['build']));
  return {
    folder,
    seconds: steps,
    storewright,
    start: (more = {}) => serveIn(folder, [COMMAND, 'start'], { PORT: '0', ...env, ...more }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
