import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CommandError } from '#engine/cli/arguments.ts';
import { run } from '#engine/cli/run.ts';
import type { RunningSite, StartSite } from '#engine/cli/running-site.ts';
import type { Api } from '#engine/cli/weigh/api.ts';
import { freePort } from './free-port.ts';

export interface SiteProcess extends RunningSite {
  pid: number;
  /** Ends it at once, as `kill -9` does; its data folder stays when it was given. */
  kill(): Promise<void>;
}

/** Settings of Node as in the image. */
const HEAP = ['--max-semi-space-size=16', '--no-separate-gc-phases', '--max-old-space-size=512'];
const NODE_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '8388608',
  MALLOC_MMAP_THRESHOLD_: '8388608',
  NODE_COMPILE_CACHE: 'node_modules/.cache/node',
};

/**
 * The built shop of the project in `cwd`, in a process of its own, with demo data in a database of its own.
 * @param env with a `PORT` and a `DATA_DIR`, which is then kept, where the process takes the place of another
 * @param nodeArguments of that process
 * @param onLog takes the lines of its log; they go to standard error when left out
 */
export async function startSite(
  env: NodeJS.ProcessEnv,
  cwd = '.',
  nodeArguments: readonly string[] = [],
  onLog?: (line: string) => void,
): Promise<SiteProcess> {
  const kept = env['DATA_DIR'];
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'storewright-site-')));
  const port = Number(env['PORT'] ?? (await freePort()));
  const child = spawn('node', [...HEAP, ...nodeArguments, 'src/server/main.ts'], {
    cwd,
    stdio: ['ignore', 'ignore', onLog ? 'pipe' : 'inherit'],
    env: {
      ...process.env,
      ...NODE_SETTINGS,
      LOG_LEVEL: 'error',
      ...env,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
  });
  if (onLog && child.stderr) createInterface({ input: child.stderr }).on('line', onLog);
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://localhost:${port}`;
  await untilReady(url, child);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await gone;
    if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  return {
    url,
    pid: child.pid ?? 0,
    distDir: env['DIST_DIR'] ?? 'dist',
    logIn: (username) => logIn(url, username),
    api: () => shopApi(url),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Builds the shop of a project as it builds itself, and starts it. */
export const buildAndStart: StartSite = async ({ project, configDir, distDir }) => {
  const env = { DIST_DIR: distDir, CONFIG_DIR: configDir };
  const code = await run('node', ['tools/build.ts'], env, project);
  if (code !== 0) throw new CommandError(`构建失败 / the build failed: ${project}`);
  return startSite({ ...env, DATABASE_URL: '' }, project);
};

/** The shop of this repository, built anew and started, with demo data in an embedded database. */
export async function builtSite(): Promise<SiteProcess> {
  const code = await run('node', ['tools/build.ts']);
  if (code !== 0) throw new CommandError('构建失败 / the build failed');
  return startSite({ DATABASE_URL: '' });
}

/** Seeding 100,000 goods takes minutes; nothing else here does. */
const PATIENCE = 600_000;

async function untilReady(url: string, child: ReturnType<typeof spawn>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; ) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const ready = await fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server was not ready in time');
}

/** A Cookie header of a demo account of a running shop. */
export async function logIn(url: string, username: string): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password: 'Demo@2026' }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (!response.ok || cookie === undefined)
    throw new Error(`could not log in as ${username}: ${response.status}`);
  return cookie;
}

/** A running shop with its demo accounts: pages are weighed as an approved member sees them, the back office as staff. */
export async function shopApi(site: string): Promise<Api> {
  const [demo, ops] = await Promise.all([logIn(site, 'demo'), logIn(site, 'ops')]);
  return {
    fetch(access, request) {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set('cookie', access === 'staff' ? ops : demo);
      return fetch(new URL(pathname + search, site), { headers, redirect: 'manual' });
    },
  };
}
