import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { build } from '#engine/cli/build/build.ts';
import { writeStatic } from '#engine/cli/build/static.ts';
import { launchChromium } from '#engine/cli/chromium.ts';

const PENS = Array.from({ length: 5 }, (_, index) => ({
  id: index + 1,
  name: `Pen ${index + 1}`,
  price: index + 2,
}));

const config = (api: string): Record<string, string> => ({
  'config/site.yaml': `title: Pens and paper
locale: en-GB
api: { base: ${api}, through: browser, answers: {}, page: { list: '', query: { page: page, size: size } } }
user: { call: user.me, visitor: {} }
roles: { member: { when: $user.id, page: /login } }
pages: { login: /login }
`,
  'config/api/base.yaml': `pen.list: { get: /pens, query: { page: integer?, page_size: integer? }, response: { page: product-card } }
pen.one: { get: '/pens/{id}', params: { id: integer }, response: product-card }
user.me: { get: /me, response: { id: integer, name: string }, silent: true }
down.list: { get: /down, response: 'product-card[]' }
`,
  'config/pages/all.yaml': `name: all
children:
  - name: index
    path: /
    title: Home
    data: { pens: { call: pen.list, query: { page: $query.page, page_size: 2 } } }
    blocks:
      - { block: text, text: Welcome, level: title }
      - { block: product-grid, items: $data.pens.list, to: '/pen/{$item.id}' }
  - name: pen
    path: /pen/:id
    title: Pen
    data: { pen: { call: pen.one, params: { id: $route.id } } }
    blocks: [{ block: text, text: 'It is {$data.pen.name}', level: title }]
  - name: down
    path: /down
    title: Down
    data: { pens: { call: down.list } }
    blocks: [{ block: product-grid, items: $data.pens, to: / }]
  - { name: login, path: /login, title: Log in, blocks: [{ block: text, text: Please log in, level: title }] }
  - { name: account, path: /account, title: Account, access: member, blocks: [{ block: text, text: 'Hello {$user.name}', level: title }] }
  - { name: old, path: /old, redirect: /login }
`,
});

/** Stands in the environment while the site is built. */
const SECRET = 'Canary7Secret';

let folder: string;
let api: Server;
let files: Server;
let browser: Browser;
const lines: string[] = [];

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

/** A REST API as somebody else would write it. */
const serveApi = () =>
  createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://api');
    const answer = (status: number, body: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
        .end(JSON.stringify(body));
    const one = /^\/pens\/(\d+)$/.exec(pathname)?.[1];
    if (pathname === '/pens') {
      const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('size') ?? 2)];
      answer(200, PENS.slice((page - 1) * size, page * size));
    } else if (one !== undefined) answer(PENS[Number(one) - 1] ? 200 : 404, PENS[Number(one) - 1] ?? {});
    else if (pathname === '/me') answer(200, { id: 7, name: 'Ada' });
    else answer(500, {});
  });

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** A plain file server, which knows nothing of the shop. */
const serveFiles = (root: string) =>
  createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://files');
    const file = [pathname, join(pathname, 'index.html')]
      .map((path) => join(root, path))
      .find((path) => existsSync(path) && extname(path) !== '');
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': TYPES[extname(file ?? '404.html')] ?? 'application/octet-stream',
    });
    createReadStream(file ?? join(root, '404.html')).pipe(response);
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'static-'));
  api = serveApi();
  await listening(api);
  for (const [path, text] of Object.entries(config(addressOf(api)))) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const distDir = join(folder, 'dist');
  vi.stubEnv('VITE_SECRET', SECRET);
  vi.stubEnv('SHOP_SECRET', SECRET);
  await build({ distDir, configDir: join(folder, 'config'), report: () => {} });
  await writeStatic(distDir, (line) => lines.push(line));
  files = serveFiles(join(distDir, 'static'));
  await listening(files);
  browser = await launchChromium();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  for (const server of [api, files]) {
    server?.closeAllConnections();
    server?.close();
  }
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const textOf = async (path: string) => (await fetch(addressOf(files) + path)).text();

/** A page as it is read, with what its console says. */
async function open(path: string) {
  const page = await browser.newPage();
  const said: string[] = [];
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()));
  page.on('pageerror', (fault) => said.push(String(fault)));
  await page.goto(addressOf(files) + path);
  return { page, said };
}

describe('a site of files', () => {
  it('holds nothing of the environment that it was built in', async () => {
    const built = await readdir(join(folder, 'dist'), { recursive: true, withFileTypes: true });
    const all = built.filter((file) => file.isFile());
    expect(all.length).toBeGreaterThan(20);
    for (const { parentPath, name } of all)
      expect((await readFile(join(parentPath, name))).includes(SECRET), name).toBe(false);
  });

  it('holds what needs no reader, also what others link to', async () => {
    expect(await textOf('/')).toContain('Pen 2');
    expect(await textOf('/pen/2')).toContain('It is Pen 2');
    expect(await textOf('/old')).toContain('url=/login');
    expect(lines.at(-1)).toMatch(/: 5 .*rendered, 2 .*shells, 1 /);
  });

  it('holds nothing of a reader, nor of a call that failed while it was written, which is reported', async () => {
    const account = await textOf('/account');
    expect(account).not.toContain('Ada');
    expect(account).toContain('<div id="root"></div>');
    expect(await textOf('/down')).toContain('<div id="root"></div>');
    expect(lines).toContain('  /down: down.list: 500');
  });

  it('says in itself what it may load', async () => {
    expect(await textOf('/')).toMatch(
      new RegExp(
        `<meta http-equiv="content-security-policy" content="[^"]*connect-src 'self' ${addressOf(api)};`,
      ),
    );
  });

  it('is taken over by the browser without a word', async () => {
    const { page, said } = await open('/');
    await page.getByRole('link', { name: 'Pen 1' }).click();
    await page.getByRole('heading', { name: 'It is Pen 1' }).waitFor();
    expect(said).toEqual([]);
    await page.close();
  });

  it('shows at an address with a query what it is of, not what the file holds', async () => {
    const { page, said } = await open('/?page=2');
    await page.getByRole('link', { name: 'Pen 3' }).waitFor();
    expect(await page.getByRole('link', { name: 'Pen 1' }).count()).toBe(0);
    expect(said).toEqual([]);
    await page.close();
  });

  it('shows a page that no file stands for: of a reader, and deep in the catalogue', async () => {
    const { page } = await open('/account');
    await page.getByRole('heading', { name: 'Hello Ada' }).waitFor();
    await page.goto(`${addressOf(files)}/pen/5`);
    await page.getByRole('heading', { name: 'It is Pen 5' }).waitFor();
    await page.close();
  });
});

it('a shop whose calls only a host could pass on is refused', async () => {
  const other = join(folder, 'other');
  await mkdir(other);
  const registry = JSON.parse(await readFile(join(folder, 'dist/registry.json'), 'utf8')) as {
    site: { api: object };
  };
  registry.site.api = { ...registry.site.api, through: 'host' };
  await writeFile(join(other, 'registry.json'), JSON.stringify(registry));
  await expect(writeStatic(other, () => {})).rejects.toThrow(/through: browser/);
});
