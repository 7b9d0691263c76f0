import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject } from '#engine/cli/vite-plugin/project.ts';
import { ENGLISH } from '../../support/english-shop.ts';

/** A shop in English beside nothing but the engine: no schemas, blocks or templates of its own. */
let shop = '';

const COMMANDS = `import { checkCommand } from '#engine/cli/check/command.ts';
import { explainCommand } from '#engine/cli/explain/command.ts';
import { newCommand } from '#engine/cli/new/command.ts';
import { reportCommand } from '#engine/cli/report/command.ts';
const [name, ...args] = process.argv.slice(2);
const absent = () => { throw new Error('no shop runs here'); };
const commands = {
  check: () => checkCommand(args, absent),
  explain: () => explainCommand(args),
  new: () => newCommand(args),
  report: () => reportCommand(args),
};
process.exitCode = await commands[name as keyof typeof commands]();
`;

async function save(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(shop, path)), { recursive: true });
  await writeFile(join(shop, path), text);
}

beforeAll(async () => {
  shop = await mkdtemp(join(tmpdir(), 'storewright-other-'));
  for (const part of ['schemas/engine', 'src/engine']) await cp(part, join(shop, part), { recursive: true });
  await symlink(join(process.cwd(), 'node_modules'), join(shop, 'node_modules'));
  await save('package.json', '{ "type": "module", "imports": { "#engine/*": "./src/engine/*" } }');
  await save('commands.ts', COMMANDS);
  for (const [path, text] of Object.entries(ENGLISH)) await save(path, text);
});

afterAll(() => rm(shop, { recursive: true, force: true }));

interface Run {
  code: number;
  out: string;
  err: string;
}

function run(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd: shop, env: { ...process.env, ...env } };
    execFile(process.execPath, ['commands.ts', ...args], options, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

const HAN = /\p{Script=Han}/u;

describe('the commands, in a shop in English', () => {
  it('speak English, and Chinese when asked to', async () => {
    expect(await run(['check'])).toEqual({ code: 0, out: 'the config is clean\n', err: '' });
    expect((await run(['check', '--lang', 'zh'])).out).toBe('配置没有问题\n');
    const why = await run(['explain', '/']);
    expect(why.out).toMatch(/^address {2}\/ .*\nroute {2}index/);
    expect(why.out).not.toMatch(HAN);
    expect((await run(['explain', '/', '--lang', 'zh'])).out).toMatch(/^网址/);
  });

  it('say in English what is wrong', async () => {
    const page = 'config/pages/odd.yaml';
    await save(page, 'name: odd\npath: /odd\ntitel: Odd\nblocks: []\n');
    const { code, out } = await run(['check']);
    expect(code).toBe(1);
    expect(out).toContain(`${page}:3:1 error config-shape there is no key titel`);
    expect(out).not.toMatch(HAN);
    await expect(createProject(join(shop, 'config')).registry()).rejects.toThrow(
      /^config\/pages\/odd\.yaml:3:1 error config-shape there is no key titel\n {2}Did you mean title\?$/m,
    );
    await rm(join(shop, page));
  });

  it('speak the language of the terminal where there is no site', async () => {
    const nowhere = { CONFIG_DIR: 'nowhere' };
    const said = async (LANG: string) => (await run(['new', 'zone'], { ...nowhere, LC_ALL: '', LANG })).err;
    expect(await said('zh_CN.UTF-8')).toMatch(/^用法/);
    expect(await said('en_GB.UTF-8')).toMatch(/^usage/);
    expect(await said('C')).not.toMatch(HAN);
  });
});

describe('explain, in a shop of its own', () => {
  it('knows the roles of the shop, and refuses any other name with those that there are', async () => {
    const page = 'config/pages/club.yaml';
    await save(page, 'name: club\npath: /club\ntitle: Club\naccess: member\nblocks: []\n');
    expect((await run(['explain', '/club'])).out).toContain('access  member / visitor: leads to /login');
    expect((await run(['explain', '/club', '--as', 'member'])).out).toContain('member / member: may be seen');
    const odd = await run(['explain', '/club', '--as', 'membr']);
    expect([odd.code, odd.err]).toEqual([2, expect.stringContaining('did you mean member?')]);
    await rm(join(shop, page));
  });
});

describe('report, in a shop whose engine is a package', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: shop });

  it('compares the config with a commit that has no schemas of the engine', async () => {
    const page = 'config/pages/tried.yaml';
    const text = 'name: tried\npath: /tried\ntitle: Tried\nblocks: [{ block: text, text: First }]\n';
    await save(page, text);
    git('init', '-q', '-b', 'main');
    git('add', 'config');
    git('commit', '-q', '-m', 'base');
    await save(page, text.replace('First', 'Second'));
    const { code, out, err } = await run(['report', 'main']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('text: `First` → `Second`');
    expect(out).toContain('| tried | `/tried` | changed | page tried, ');
    expect(out).not.toMatch(HAN);
    expect((await run(['report', 'main', '--lang', 'zh'])).out).toContain('text：`First` → `Second`');
    await save(page, text.replace('block: text', 'block: txet'));
    const broken = await run(['report', 'main']);
    expect([broken.code, broken.err]).toEqual([
      1,
      expect.stringMatching(/^The config has errors after the change/),
    ]);
    expect(broken.err).not.toMatch(HAN);
    await rm(join(shop, page));
  });
});

describe('new, in a shop in English', () => {
  it('makes a zone of what the shop has: its list, its page of a product, its slots', async () => {
    const { code, out, err } = await run(['new', 'zone', 'tea', 'Tea']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^config\/pages\/tea\.yaml\nconfig\/ads\.yaml\n\nNext:\n {2}1\. Open config\/pages\/tea/,
    );
    expect(out).not.toMatch(HAN);
    const page = await readFile(join(shop, 'config/pages/tea.yaml'), 'utf8');
    expect(page).not.toMatch(HAN);
    expect(page).not.toContain('__');
    for (const part of ['call: product.list', 'slot: tea', 'block: product-grid', 'to: /product/{$item.id}'])
      expect(page).toContain(part);
    expect((await run(['check'])).out).not.toMatch(/tea\.yaml/);
  });

  it('makes an activity that begins at midnight where the shop is', async () => {
    expect((await run(['new', 'activity', 'summer-sale', 'Summer sale'])).err).toBe('');
    const page = await readFile(join(shop, 'config/pages/summer-sale.yaml'), 'utf8');
    const [, from = ''] = /from: (\S+)/.exec(page) ?? [];
    const london = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' });
    expect(london.format(Date.parse(from))).toBe('00:00');
    expect((await run(['check'])).out).not.toMatch(/error/);
  });

  it('leaves out what the shop lacks', async () => {
    const api = 'config/api/base.yaml';
    const without = (ENGLISH[api] ?? '').split('\n').filter((line) => !/^(?:product|focus)\./.test(line));
    const fixed = ENGLISH['config/pages/fixed.yaml'] ?? '';
    for (const path of ['config/ads.yaml', 'config/pages/tea.yaml', 'config/pages/summer-sale.yaml'])
      await rm(join(shop, path));
    await save(api, without.join('\n'));
    await save('config/pages/fixed.yaml', fixed.slice(0, fixed.indexOf('  - name: product')));
    const { code, out, err } = await run(['new', 'zone', 'ink', 'Ink']);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^config\/pages\/ink\.yaml\n\nNext:/);
    const page = await readFile(join(shop, 'config/pages/ink.yaml'), 'utf8');
    expect(page).toContain('text: Write what is sold here.');
    expect(page).not.toMatch(/data:|slot:|__/);
    expect((await run(['check'])).code).toBe(0);
  });
});
