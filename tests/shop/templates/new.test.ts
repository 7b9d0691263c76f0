import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readName } from '#engine/cli/new/names.ts';
import { loadProject } from '#engine/cli/project/load-project.ts';
import { compile } from '#engine/compiler/compile.ts';

/** A copy of the project, so that nothing is written into the real one. */
let project = '';

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'storewright-new-'));
  const parts = ['config', 'schemas', 'src', 'tools', 'package.json', 'tsconfig.json'];
  for (const part of parts) await cp(part, join(project, part), { recursive: true });
  await symlink(join(process.cwd(), 'node_modules'), join(project, 'node_modules'));
});

afterAll(() => rm(project, { recursive: true, force: true }));

interface Run {
  code: number;
  out: string;
  err: string;
}

function run(tool: string, args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd: project, env: { ...process.env, ...env } };
    execFile(process.execPath, [tool, ...args], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

const make = (...args: string[]) => run('tools/new.ts', args);
const written = (path: string) => readFile(join(project, path), 'utf8');

/** What TypeScript has against a folder of the project and all that it imports, beside the generated types, which nothing need import. */
async function typeErrorsOf(folder: string): Promise<string[]> {
  const config = 'tsconfig.part.json';
  const part = { extends: './tsconfig.json', include: [folder, 'src/generated'] };
  await writeFile(join(project, config), JSON.stringify(part));
  const types = await run('node_modules/typescript/bin/tsc', ['-p', config, '--noEmit', '--pretty', 'false']);
  return types.out.split('\n').filter(Boolean);
}

/** The files that were made; what is wrong with them is looked for once. */
const made: string[] = [];

describe('npm run new', () => {
  it('makes an activity with a schedule, a slot, a countdown and a grid, and says what to do next', async () => {
    const { code, out, err } = await make('activity', 'double12', '双十二大促');
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^config\/pages\/marketing\/double12\.yaml\nconfig\/ads\.yaml\n\n接下来：\n {2}1\. 打开 config\/pages/,
    );
    const page = await written('config/pages/marketing/double12.yaml');
    expect(page).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/\.\.\/\.\.\/src\/generated\/editor\/page\.schema\.json\n/,
    );
    for (const part of [
      'title: 双十二大促',
      'from: 20',
      'slot: double12',
      'block: countdown',
      'block: goods-grid',
    ]) {
      expect(page).toContain(part);
    }
    expect(page).not.toContain('__');
    expect(await written('config/ads.yaml')).toMatch(/\ndouble12: \{ label: 双十二大促 · 头图.*\}\n$/);
    made.push('config/pages/marketing/double12.yaml');
  });

  it('makes a zone and a page', async () => {
    expect((await make('zone', 'fever', '退热专区')).code).toBe(0);
    made.push('config/pages/zones/fever.yaml');
    expect((await make('page', 'wallet/coupons')).code).toBe(0);
    expect(await written('config/pages/wallet/coupons.yaml')).toContain(
      'name: wallet_coupons\npath: /wallet/coupons\n',
    );
    made.push('config/pages/wallet/coupons.yaml');
  });

  it('makes a page of one brand', async () => {
    expect((await make('brand', 'brand-one', '某某药业')).code).toBe(0);
    const page = await written('config/pages/zones/brand-one.yaml');
    expect(page).toContain('params: { id: 1 }');
    expect(page).not.toContain('__');
    made.push('config/pages/zones/brand-one.yaml');
  });

  it('writes into the folders that the project uses, and into its own where it has none', async () => {
    expect((await make('page', 'welcome-back')).out).toContain('config/pages/top/welcome-back.yaml\n');
    const bare = join(project, 'bare');
    await mkdir(bare);
    await cp(join(project, 'config'), bare, { recursive: true });
    for (const folder of ['zones', 'marketing'])
      await rename(join(bare, 'pages', folder), join(bare, 'pages', `${folder}-of-ours`));
    const { out, err } = await run('tools/new.ts', ['zone', 'cough'], { CONFIG_DIR: bare });
    expect(err).toBe('');
    expect(out).toContain(`${bare}/pages/zone/cough.yaml\n`);
  });

  it('makes a block type that compiles and renders', async () => {
    expect((await make('block', 'price-tag', '价签')).code).toBe(0);
    expect(await typeErrorsOf('src/shop/blocks/price-tag')).toEqual([]);
    made.push('schemas/shop/blocks/price-tag.schema.json');
    const vite = await createServer({
      root: project,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      server: { middlewareMode: true, ws: false },
      optimizeDeps: { noDiscovery: true },
    });
    const module = await vite.ssrLoadModule('/src/shop/blocks/price-tag/price-tag.tsx');
    const schema = JSON.parse(await written('schemas/shop/blocks/price-tag.schema.json')) as {
      examples: object[];
    };
    const markup = renderToStaticMarkup(
      createElement(module['default'].Component, { ...schema.examples[0], on: {} }, []),
    );
    await vite.close();
    expect(markup).toMatch(/^<p class="[^"]+">一段示例文字<\/p>$/);
  }, 90_000);

  it('leaves nothing to mend in what it has made', async () => {
    const files = await loadProject(join(project, 'config'));
    const { offenses } = compile(files, { at: Math.floor(Date.now() / 1000) });
    const own = offenses.filter(
      ({ file, message }) =>
        made.includes(file) || (file === 'config/ads.yaml' && message.zh.includes('double12')),
    );
    expect(made).toHaveLength(5);
    expect(own.map(({ file, code, message }) => `${file} ${code} ${message.zh}`)).toEqual([]);
  });

  it('writes where the config lies, and never over another file', async () => {
    const elsewhere = join(project, 'elsewhere');
    await mkdir(elsewhere);
    await cp(join(project, 'config'), elsewhere, { recursive: true });
    const env = { CONFIG_DIR: elsewhere };
    const first = await run('tools/new.ts', ['page', 'about'], env);
    expect(first.out).toContain(`${elsewhere}/pages/top/about.yaml\n`);
    const again = await run('tools/new.ts', ['page', 'about'], env);
    expect(again.code).toBe(1);
    expect(again.err).toContain('已经有了');
  });

  it('writes nothing when the result would not pass', async () => {
    const { code, err } = await make('zone', 'double12');
    expect(code).toBe(1);
    expect(err).toMatch(/double12/);
    await expect(written('config/pages/zones/double12.yaml')).rejects.toThrow('ENOENT');
  });

  it('writes nothing when it would take the address of another page', async () => {
    const { code, err } = await make('page', 'list');
    expect(code).toBe(1);
    expect(err).toContain('/list');
    await expect(written('config/pages/top/list.yaml')).rejects.toThrow('ENOENT');
  });

  it('refuses what cannot be a name or a title', async () => {
    for (const name of ['', '../x', 'a b', '1x', 'Upper', 'x/../../y'])
      expect(readName(name), name).toBeUndefined();
    expect((await make('page', '../x')).code).toBe(1);
    expect((await make('page', 'odd', 'a: #b')).code).toBe(1);
    expect((await make('block', 'Upper')).code).toBe(1);
  });
});
