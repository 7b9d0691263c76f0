import { execFile, spawn } from 'node:child_process';
import { access, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS } from '#server/process/settings.ts';
import { freePort } from '#tools/free-port.ts';
import { startPostgres } from '#tools/postgres.ts';
import { logIn } from '#tools/site-process.ts';
import { DIST } from './support/addresses.ts';
import { type BuildStage, contextFiles, readStages, runStage } from './support/dockerfile.ts';

const execute = promisify(execFile);

/** Who owns nothing here, as the user of the image owns nothing but its data. */
const NOBODY = 65534;
const asRoot = process.getuid?.() === 0;

const BUILD_TOOLS = ['vite', 'rolldown', 'typescript', 'terser', 'vitest', 'playwright-core', 'node', 'npm'];

/** What `npm install` without development dependencies puts into a folder, as links to what is installed here. */
async function linkProductionModules(folder: string): Promise<void> {
  const list = ['ls', '--omit=dev', '--workspaces=false', '--parseable', '--all'];
  const { stdout } = await execute('npm', list, { maxBuffer: 2 ** 24 });
  const [here = '', ...packages] = stdout.trim().split('\n');
  for (const path of packages.map((package_) => relative(here, package_))) {
    // What lies within another package comes with it.
    if (path.lastIndexOf('node_modules/') > 0) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(resolve(path), join(folder, path));
  }
}

/** Steps that are slow and whose result is at hand: packages are installed, and the site is built of these very files. */
async function instead(command: string, folder: string): Promise<boolean> {
  if (command === 'npm ci') await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  else if (command === 'npm run build') {
    await cp(DIST, join(folder, 'dist'), { recursive: true });
    await cp('src/generated', join(folder, 'src/generated'), { recursive: true });
  } else if (command.endsWith(' && npm install')) {
    await execute('sh', ['-c', command.replace(/ && npm install$/, '')], { cwd: folder });
    await linkProductionModules(folder);
  } else return false;
  return true;
}

describe('the image', () => {
  let folder: string;
  let root: string;
  let last: BuildStage;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storewright-image-'));
    const stages = readStages(await readFile('Dockerfile', 'utf8'));
    const context = await contextFiles();
    const images = new Map<string, string>();
    for (const [index, stage] of stages.entries()) {
      const image = join(folder, String(index));
      await mkdir(image);
      await runStage(stage, image, { images, context, instead });
      if (stage.name !== undefined) images.set(stage.name, image);
      root = image;
      last = stage;
    }
    if (asRoot) for (const path of [folder, root]) await execute('chmod', ['755', path]);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const rest = (word: string) => last.steps.find((step) => step.word === word)?.rest ?? '';

  it('runs nothing in its last stage, holds no build tool, no test, and nothing of the config language', async () => {
    expect(last.steps.filter(({ word }) => word === 'RUN' || word === 'ADD')).toEqual([]);
    expect(last.image).toMatch(/:nonroot$/);
    const modules = await readdir(join(root, 'shop/node_modules'));
    expect(BUILD_TOOLS.filter((name) => modules.includes(name))).toEqual([]);
    expect((await readdir(join(root, 'shop'))).sort()).toEqual([
      'dist',
      'node_modules',
      'package.json',
      'src',
    ]);
    expect((await readdir(join(root, 'shop/src/engine'))).sort()).toEqual(['host', 'runtime']);
    const context = await contextFiles();
    expect(context.filter((file) => /(^|\/)(\.env|.*\.pem|\.data)/.test(file))).toEqual([]);
  });

  it('serves from its own files alone, as a user who may write its data and nothing else', async () => {
    const data = join(root, 'data');
    const temporary = await mkdtemp(join(folder, 'tmp-'));
    if (asRoot) for (const path of [data, temporary]) await chown(path, NOBODY, NOBODY);
    const postgres = await startPostgres();
    const port = await freePort();
    const fixed = Object.fromEntries(
      rest('ENV')
        .split(' ')
        .map((pair) => pair.split('=')),
    ) as Record<string, string>;
    const command = JSON.parse(rest('CMD')) as string[];
    const shop = spawn(process.execPath, command, {
      cwd: join(root, 'shop'),
      // A package finds others beside the link to it, not beside where it is.
      env: {
        ...fixed,
        NODE_OPTIONS: '--preserve-symlinks',
        DATABASE_URL: await postgres.createDatabase('shop'),
        DATA_DIR: data,
        PORT: String(port),
        SEED_GOODS: '60',
        SEED_BUYERS: '0',
        TMPDIR: temporary,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(asRoot && { uid: NOBODY, gid: NOBODY }),
    });
    let errors = '';
    shop.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    const ended = new Promise<number | null>((done) => shop.once('exit', done));
    const [, probe = '[]'] = /CMD (\[.+\])$/.exec(rest('HEALTHCHECK')) ?? [];
    const [, ...arguments_] = JSON.parse(probe) as string[];
    const isHealthy = () =>
      execute(
        process.execPath,
        arguments_.map((text) => text.replace(':8080', `:${port}`)),
      ).then(
        () => true,
        () => false,
      );
    try {
      await expect.poll(isHealthy, { timeout: 150_000, interval: 2000 }).toBe(true);
      const url = `http://localhost:${port}`;
      expect((await fetch(url)).status).toBe(200);
      const cookie = await logIn(url, 'demo');
      const goods = await fetch(`${url}/api/goods/list`, { headers: { cookie } });
      expect(goods.status).toBe(200);
      expect((await fetch(`${url}/img/goods/1.svg`)).status).toBe(200);
    } finally {
      shop.kill('SIGTERM');
      await ended;
      await postgres.stop();
    }
    expect([await ended, errors]).toEqual([0, '']);
  });
});

interface Service {
  image?: string;
  read_only?: boolean;
  ports?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  healthcheck?: { test: string[] };
}

describe('compose.yaml', () => {
  const read = async () =>
    parse(await readFile('compose.yaml', 'utf8'), { merge: true }) as {
      services: Record<string, Service>;
      volumes: Record<string, unknown>;
      configs: { proxy: { content: string } };
    };

  it('has two processes of the site, a database, and a proxy that alone can be reached', async () => {
    const { services, volumes } = await read();
    const sites = Object.values(services).filter(({ image }) => image === 'storewright');
    expect(sites).toHaveLength(2);
    expect(sites.every((site) => site.read_only)).toBe(true);
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name)).toEqual(['proxy']);
    const named = Object.values(services).flatMap((service) => service.volumes ?? []);
    expect(new Set(named.map((volume) => volume.split(':')[0]))).toEqual(new Set(Object.keys(volumes)));
  });

  it('sets nothing that the shop does not read', async () => {
    const { services } = await read();
    const names = Object.keys(services['site-a']?.environment ?? {});
    expect(names.filter((name) => !SETTINGS.some((setting) => setting.name === name))).toEqual([]);
  });

  it('asks each process whether it is ready, ends TLS at the proxy, and keeps /metrics inside', async () => {
    const { services, configs } = await read();
    const { content } = configs.proxy;
    for (const site of Object.keys(services).filter((name) => name.startsWith('site-')))
      expect(content).toContain(`server ${site} ${site}:8080`);
    expect(content).toContain('option httpchk GET /readyz');
    expect(content).toMatch(/bind :8443 ssl crt/);
    expect(content).toContain('deny_status 404 if { path /metrics }');
    await access('Dockerfile');
  });
});
