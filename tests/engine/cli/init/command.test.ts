import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { listTree } from '#engine/cli/files.ts';
import { initCommand } from '#engine/cli/init/command.ts';
import { readSchemaFiles } from '#engine/cli/project/load-project.ts';
import { readConfig } from '#engine/cli/project/read-config.ts';
import { compile } from '#engine/compiler/compile.ts';

const LANGUAGES = ['zh', 'en'] as const;

let root = '';

/** What a command says, on either stream, and its exit code. */
async function init(...args: string[]): Promise<{ code: number; said: string }> {
  const said: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
  const write = (text: string | Uint8Array) => said.push(String(text)) > 0;
  const error = vi.spyOn(process.stderr, 'write').mockImplementation(write);
  try {
    return { code: await initCommand(args), said: said.join('\n') };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}

const shopIn = (lang: string) => join(root, lang);
const read = (lang: string, path: string) => readFile(join(shopIn(lang), path), 'utf8');

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'storewright-init-'));
  for (const lang of LANGUAGES) {
    const { code } = await init(shopIn(lang), '--lang', lang);
    if (code !== 0) throw new Error(`init ended with ${code}`);
  }
});

afterAll(() => rm(root, { recursive: true, force: true }));

/** Everything that the compiler reads of a written shop: its config and schemas, and the engine's. */
async function projectOf(lang: string): Promise<Map<string, string>> {
  const { files } = await readConfig(join(shopIn(lang), 'config'));
  const engine = [...(await readSchemaFiles())].filter(([path]) => path.startsWith('schemas/engine/'));
  const schemas = await listTree(join(shopIn(lang), 'schemas'));
  const own = await Promise.all(
    schemas.map(async (path) => {
      const inside = path.slice(shopIn(lang).length + 1);
      return [inside, await read(lang, inside)] as const;
    }),
  );
  return new Map([...files, ...engine, ...own]);
}

describe.each(LANGUAGES)('the shop that init writes, in %s', (lang) => {
  it('compiles without an offense, with its ten pages', async () => {
    const { offenses, registry } = compile(await projectOf(lang));
    expect(offenses).toEqual([]);
    expect(Object.keys(registry?.pages ?? {}).sort()).toEqual([
      'about',
      'account',
      'cart',
      'home',
      'list',
      'login',
      'notfound',
      'orders',
      'product',
      'search',
    ]);
  });

  it('has every picture that it names', async () => {
    const paths = await listTree(shopIn(lang));
    const texts = await Promise.all(
      paths.filter((path) => path.endsWith('.yaml')).map((path) => readFile(path, 'utf8')),
    );
    const named = new Set(texts.flatMap((text) => text.match(/\/pictures\/[\w-]+\.\w+/g) ?? []));
    const drawn = await readdir(join(shopIn(lang), 'public/pictures'));
    expect([...named].sort()).toEqual(drawn.map((name) => `/pictures/${name}`).sort());
  });

  it('has data for each call that its pages read', async () => {
    const { registry } = compile(await projectOf(lang));
    const fixtures: Record<string, unknown> = {
      ...parse(await read(lang, 'fixtures/products.yaml')),
      ...parse(await read(lang, 'fixtures/shopper.yaml')),
    };
    const reads = Object.entries(registry?.calls ?? {}).filter(([, { method }]) => method === 'GET');
    expect(Object.keys(fixtures)).toEqual(expect.arrayContaining(reads.map(([name]) => name)));
    expect(fixtures['products.list']).toHaveLength(12);
  });

  it('leaves nothing of the template unfilled, and is all in its language', async () => {
    for (const path of await listTree(shopIn(lang))) {
      const text = await readFile(path, 'utf8');
      expect(text, path).not.toMatch(/[⟦⟧]|__[a-z-]+__/);
      expect(lang === 'en' && /\p{Script=Han}/u.test(text), path).toBe(false);
    }
    const readme = await read(lang, 'README.md');
    expect(/\p{Script=Han}/u.test(readme)).toBe(lang === 'zh');
  });

  it('asks for the versions that this repository has', async () => {
    const shop = JSON.parse(await read(lang, 'package.json'));
    const here = JSON.parse(await readFile('package.json', 'utf8'));
    const engine = JSON.parse(await readFile('src/engine/package.json', 'utf8'));
    expect(shop.dependencies).toEqual({ ...engine.peerDependencies, storewright: engine.version });
    for (const [name, version] of Object.entries(shop.devDependencies))
      expect(version, name).toBe(here.devDependencies[name]);
    expect(shop.allowScripts).toEqual(here.allowScripts);
    expect(await readdir(shopIn(lang))).toEqual(expect.arrayContaining(['.gitignore', 'tsconfig.json']));
  });
});

describe('init', () => {
  it('writes nothing into a folder that holds something, and says so in both languages', async () => {
    const taken = await mkdtemp(join(root, 'taken-'));
    await writeFile(join(taken, 'notes.txt'), 'mine');
    const { code, said } = await init(taken);
    expect(code).toBe(1);
    expect(said).toMatch(/已经有文件.*holds files already/);
    expect(await readdir(taken)).toEqual(['notes.txt']);
    expect((await init(join(taken, 'notes.txt'))).code).toBe(1);
  });

  it('takes an empty folder, a name for the shop, and the language of the terminal', async () => {
    const folder = await mkdtemp(join(root, 'My Shop '));
    vi.stubEnv('LC_ALL', 'zh_CN.UTF-8');
    const { code, said } = await init(folder, '--name', '山野文具');
    vi.unstubAllEnvs();
    expect([code, said]).toEqual([0, expect.stringContaining('接下来')]);
    expect(await readFile(join(folder, 'config/site.yaml'), 'utf8')).toContain('title: 山野文具\n');
    expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).name).toMatch(/^my-shop-/);
  });

  it('refuses a name that YAML would read otherwise, and a call without a folder', async () => {
    expect(await init(join(root, 'odd'), '--name', 'a: b')).toMatchObject({ code: 2 });
    expect(await init()).toMatchObject({ code: 2, said: expect.stringContaining('name one folder') });
    expect(await readdir(root)).not.toContain('odd');
  });
});
