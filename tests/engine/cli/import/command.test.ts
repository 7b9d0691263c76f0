import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTree } from '#engine/cli/files.ts';
import { loadProject } from '#engine/cli/project/load-project.ts';
import { documentFile } from './support.ts';

const TOOL = resolve('tools/import.ts');

let folder = '';
let server: Server;
let origin = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storewright-import-'));
  server = createServer(serve).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const PART = Buffer.alloc(1024 * 1024, ' ');

function serve({ url = '' }: IncomingMessage, response: ServerResponse): void {
  if (url.startsWith('/openapi.yaml')) response.end(documentFile('tea-house.yaml'));
  else if (url === '/moved') response.writeHead(302, { location: '/openapi.yaml' }).end();
  else if (url === '/round') response.writeHead(302, { location: '/round' }).end();
  else if (url === '/docs') response.setHeader('content-type', 'text/html').end('<!doctype html><p>Docs');
  else if (url === '/broken')
    response.writeHead(200, { 'content-length': '99' }).end('{', () => response.destroy());
  else if (url === '/huge') Readable.from(Array.from({ length: 80 }, () => PART)).pipe(response);
  else response.writeHead(404).end();
}

interface Run {
  code: number;
  out: string;
  err: string;
}

/** A shop with nothing but a page, and the command run in it. */
async function shop(name: string) {
  const cwd = join(folder, name);
  await mkdir(join(cwd, 'config/pages'), { recursive: true });
  await writeFile(join(cwd, 'package.json'), '{ "name": "shop" }');
  await writeFile(join(cwd, 'config/site.yaml'), '# The shop\ntitle: 试店   # its name\n');
  await writeFile(
    join(cwd, 'config/pages/home.yaml'),
    'name: index\npath: /\ntitle: 首页\nblocks: [{ block: text, text: 欢迎 }]\n',
  );
  await writeFile(join(cwd, 'api.yaml'), documentFile('tea-house.yaml'));
  const run = (...args: string[]) =>
    new Promise<Run>((ended) => {
      execFile(process.execPath, [TOOL, ...args], { cwd }, (error, out, err) =>
        ended({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
      );
    });
  return { cwd, run, files: () => listTree(cwd), read: (path: string) => readFile(join(cwd, path), 'utf8') };
}

const WRITTEN = [
  'config/api/login.yaml',
  'config/api/me.yaml',
  'config/api/openapi.lock.json',
  'config/api/orders.yaml',
  'config/api/teas.yaml',
];

describe('import openapi', () => {
  it('writes calls, entities and what site.yaml lacks, and says what it did', async () => {
    const { run, files, read, cwd } = await shop('whole');
    const { code, out, err } = await run('openapi', 'api.yaml', '--site');
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toMatch(/^config\/api\/teas\.yaml {4}新 4\nconfig\/api\/orders\.yaml {2}新 2\n/);
    expect(out).toContain('config/site.yaml 已补上：\n  api:\n    base: https://api.tea.example/v1\n');
    expect(out).toContain(
      '  #/paths/~1teas~1{tea-id}/head  丢了：HEAD /teas/{tea-id} 操作；于是：没有写这个接口\n',
    );
    expect(out).toMatch(/「Tea House」8 个接口，9 个实体\n接下来：npm run check\n$/);
    expect(
      (await files())
        .filter((path) => path.includes('config/api/'))
        .map((path) => path.slice(cwd.length + 1)),
    ).toEqual(WRITTEN);
    expect(await read('config/site.yaml')).toMatch(
      /^# The shop\ntitle: 试店 {3}# its name\napi:\n {2}base: /,
    );
    expect(await read('config/api/teas.yaml')).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/\.\.\/generated\/editor\/call\.schema\.json\n/,
    );
  });

  it('leaves its record where no reader of the config finds it', async () => {
    const { cwd } = await shop('whole');
    expect(
      [...(await loadProject(join(cwd, 'config'))).keys()].filter((path) => path.endsWith('.lock.json')),
    ).toEqual([]);
  });

  it('writes nothing with --dry-run', async () => {
    const { run, files } = await shop('dry');
    const before = await files();
    const { code, out } = await run('openapi', 'api.yaml', '--site', '--dry-run');
    expect(code).toBe(0);
    expect(out).toMatch(/新 4[^]*什么也没有写\n$/);
    expect(await files()).toEqual(before);
  });

  it('speaks the language of the shop', async () => {
    const { run, read, cwd } = await shop('of-locale');
    await writeFile(join(cwd, 'config/site.yaml'), 'title: Tea\nlocale: en-GB\n');
    const { out } = await run('openapi', 'api.yaml', '--only', '/me');
    expect(out).toMatch(/^config\/api\/me\.yaml\s+new 1\n/);
    expect(await read('config/api/me.yaml')).toMatch(/\n# Written by storewright import from “Tea House”\./);
  });

  it('speaks English', async () => {
    const { run } = await shop('english');
    const { out } = await run('openapi', 'api.yaml', '--lang', 'en', '--only', 'teas');
    expect(out).toMatch(/^config\/api\/teas\.yaml\s+new 4\n/);
    expect(out).toContain('config/site.yaml should say (--site adds what is missing):\n  api:\n');
    expect(out).toContain('lost: the operation HEAD /teas/{tea-id}; instead: the call is not written\n');
    expect(out).not.toMatch(/\p{Script=Han}.*\n.*lost/u);
  });

  it('speaks to programs', async () => {
    const { run } = await shop('json');
    const { out } = await run('openapi', 'api.yaml', '--format', 'json', '--lang', 'en', '--only', '/me');
    expect(JSON.parse(out)).toMatchObject({
      document: { title: 'Tea House', from: 'api.yaml' },
      dryRun: false,
      calls: [{ operation: 'GET /me', call: 'me.whoAmI', file: 'config/api/me.yaml', outcome: 'written' }],
      entities: [
        {
          definition: '#/components/schemas/Person',
          entity: 'person',
          file: 'schemas/entities/person.schema.json',
          outcome: 'written',
        },
      ],
      site: { file: 'config/site.yaml', api: { base: 'https://api.tea.example/v1' }, written: false },
      losses: [
        {
          code: 'method',
          file: 'api.yaml',
          pointer: '/paths/~1teas~1{tea-id}/head',
          lost: 'the operation HEAD /teas/{tea-id}',
          written: 'the call is not written',
        },
      ],
    });
  });

  it('writes into the config that it is given', async () => {
    const { run, cwd, read } = await shop('elsewhere');
    await cp(join(cwd, 'config'), join(cwd, 'other'), { recursive: true });
    const { out } = await run('openapi', 'api.yaml', '--config', 'other', '--only', '/me');
    expect(out).toMatch(/^other\/api\/me\.yaml/);
    expect(await read('other/api/me.yaml')).toContain('me.whoAmI:');
  });

  it('ends with 1 where something chosen was not written', async () => {
    const { run, cwd } = await shop('failing');
    await writeFile(join(cwd, 'odd.yaml'), documentFile('tea-house.yaml').replace('/me:', '/m e:'));
    const { code, out } = await run('openapi', 'odd.yaml');
    expect(code).toBe(1);
    expect(out).toMatch(/m-e\.whoAmI（GET \/m e）没有写，原因见下/);
  });

  it.each([
    ['no document', ['openapi'], 2, /要写 openapi 与一个文件或网址/],
    ['another kind', ['swagger', 'api.yaml'], 2, /要写 openapi/],
    ['an option that there is not', ['openapi', 'api.yaml', '--onyl', 'x'], 2, /--only/],
    ['a file that is not there', ['openapi', 'none.yaml'], 1, /读不到 none\.yaml .*ENOENT/],
    ['a config that is not there', ['openapi', 'api.yaml', '--config', 'none'], 1, /读不到 none/],
    ['an operation that there is not', ['openapi', 'api.yaml', '--only', 'tea'], 1, /是不是想写 teas/],
  ])('refuses %s', async (_, args, code, message) => {
    const { run } = await shop('refusing');
    const found = await run(...args);
    expect(found.err).toMatch(message);
    expect(found.code).toBe(code);
  });
});

describe('a document from the net', () => {
  it('is fetched, wherever it has moved', async () => {
    const { run, read } = await shop('net');
    expect(await run('openapi', `${origin}/openapi.yaml?token=secret`)).toMatchObject({ code: 0 });
    expect(await read('config/api/openapi.lock.json')).toContain(`"from": "${origin}/openapi.yaml"`);
    const { code, out } = await run('openapi', `${origin}/moved`);
    expect(code).toBe(0);
    expect(out).toMatch(/未变 4/);
  });

  it.each([
    ['/docs', /是 HTML/],
    ['/none', /回答了 404/],
    ['/round', /连不上 .*redirect/],
    ['/broken', /连不上/],
    ['/huge', /超过 64 MB/],
  ])('is refused from %s', async (path, message) => {
    const { run } = await shop('refusing-net');
    const { code, err } = await run('openapi', origin + path);
    expect(err).toMatch(message);
    expect(code).toBe(1);
  });

  it('is refused where nobody answers', async () => {
    const { run } = await shop('refusing-net');
    const { code, err } = await run('openapi', 'http://127.0.0.1:9/openapi.json');
    expect(err).toMatch(/连不上 http:\/\/127\.0\.0\.1:9/);
    expect(code).toBe(1);
  });
});
