import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from '#engine/cli/build/build.ts';
import { loadBuiltSite, readRegistry } from '#engine/host/built-site.ts';
import { createHost } from '#engine/host/serve.ts';
import { fencesIn } from '../../support/fences.ts';

const BASE = 'https://api.example.com';

const PRODUCTS = [
  { id: 1, title: 'Fountain pen', price: 34, thumbnail: '/pen.png', rating: 4.5 },
  { id: 2, title: 'Notebook', price: 14.5, thumbnail: '/book.png', rating: 4.9 },
];

const yaml = fencesIn(await readFile('README.md', 'utf8')).filter(
  ({ section, path }) => section === 'Another shop' && path.startsWith('config/'),
);

let folder = '';
let dist = '';
let api: Server;

/** The lines of the README, before a REST server that knows nothing of them. */
beforeAll(async () => {
  api = createServer((request, response) => {
    const found = request.url === '/v1/products';
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ? { products: PRODUCTS, total: 2 } : { message: 'Not found' }));
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1`;
  folder = await mkdtemp(join(tmpdir(), 'storewright-smallest-'));
  for (const { path, text } of yaml) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text.replace(BASE, base));
  }
  dist = join(folder, 'dist');
  await build({ distDir: dist, configDir: join(folder, 'config'), report: () => {} });
});

afterAll(async () => {
  api?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the smallest shop of the README', () => {
  it('has as many lines as the README says, and no more than 30', async () => {
    const lines = yaml.flatMap(({ text }) => text.trimEnd().split('\n'));
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(await readFile('README.md', 'utf8')).toContain(`Three files, ${lines.length} lines of YAML`);
    expect(yaml).toHaveLength(3);
  });

  it('shows the products of the API, as the server renders it', async () => {
    const app = await createHost({ registry: await readRegistry(dist), site: await loadBuiltSite(dist) });
    try {
      const { statusCode, body } = await app.inject({ url: '/', headers: { accept: 'text/html' } });
      expect(statusCode).toBe(200);
      const seen = body.replaceAll(/<[^>]*>/g, '');
      for (const text of ['Corner shop', 'Fountain pen', '£34.00', 'Notebook', '£14.50'])
        expect(seen).toContain(text);
      expect(body).toContain('/book.png');
      expect(body).not.toMatch(/\p{Script=Han}/u);
      expect((await app.inject('/api/products')).json()).toEqual({ products: PRODUCTS, total: 2 });
      expect((await app.inject('/api/orders')).statusCode).toBe(404);
    } finally {
      await app.close();
    }
  });
});

describe('the server of the guide', () => {
  it('serves the shop, its API and a route of its own', async () => {
    const page = await readFile('src/engine/guide/hosting.md', 'utf8');
    const code = fencesIn(page).find(({ path }) => path === 'server.js')?.text ?? '';
    expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
    const host = pathToFileURL('src/engine/host/index.ts').href;
    const here = code
      .replace("'storewright/host'", `'${host}'`)
      .replace("'fastify'", `'${import.meta.resolve('fastify')}'`);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'server.js'), here);
    const child = spawn(process.execPath, ['server.js'], {
      cwd: folder,
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const url = await new Promise<string>((resolve, reject) => {
        child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()));
        child.once('exit', (status) => reject(new Error(`the server ended with ${status}`)));
      });
      expect(await (await fetch(`${url}/`)).text()).toContain('Fountain pen');
      expect(await (await fetch(`${url}/stores.json`)).json()).toEqual([{ city: 'Bristol', opens: '09:30' }]);
      expect((await fetch(`${url}/api/products`)).status).toBe(200);
    } finally {
      child.kill('SIGTERM');
    }
  });
});

describe('the commands of the README', () => {
  it('are commands of the package', async () => {
    const readme = await readFile('README.md', 'utf8');
    const guide = await readFile('src/engine/guide/README.md', 'utf8');
    const named = new Set(
      Array.from(`${readme}${guide}`.matchAll(/(?:npx |tgz )storewright ([a-z]+)/g), ([, name = '']) => name),
    );
    expect(named.size).toBeGreaterThan(6);
    const { stdout } = await promisify(execFile)(process.execPath, ['src/engine/cli/bin.ts', '--help']);
    const known = new Set(Array.from(stdout.matchAll(/^ {2}(\w+) /gm), ([, name = '']) => name));
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
  });
});
