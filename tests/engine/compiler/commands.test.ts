import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFiles } from './support/project.ts';

let folder = '';
let config = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storewright-check-'));
  config = join(folder, 'shop');
  for (const [path, text] of projectFiles()) {
    if (path.startsWith('schemas/engine/')) continue;
    const target = join(folder, path.replace(/^config/, 'shop'));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Run {
  code: number;
  out: string;
  err: string;
}

const TOOL = resolve('tools/check.ts');

/** The command in the folder of the shop, beside whose config its schemas are. */
function run(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  return new Promise((ended) => {
    const options = { cwd: folder, env: { ...process.env, ...env } };
    execFile(process.execPath, [TOOL, ...args], options, (error, out, err) => {
      ended({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

const check = (...args: string[]) => run(['--config', config, ...args]);

describe('npm run check', () => {
  const broken =
    'name: sample\npath: /sample\ntitel: 样例\nblocks:\n  - { block: text, text: 价格, levl: body }\n';
  const page = () => join(config, 'pages/sample.yaml');

  it('says nothing bad of a clean config', async () => {
    const { code, out } = await check();
    expect(out).toBe('配置没有问题\n');
    expect(code).toBe(0);
  });

  it('shows the place, the words and the way out', async () => {
    await writeFile(page(), broken);
    const { code, out, err } = await check();
    expect(code).toBe(1);
    expect(err).toBe('');
    expect(out).toContain(`${page()}:3:1 错误 config-shape 没有 titel 这个键`);
    expect(out).toContain('> 3 | titel: 样例\n      | ^^^^^');
    expect(out).toContain('是不是想写 title？');
    expect(out).toContain('个错误');
  });

  it('prints one JSON array', async () => {
    await writeFile(page(), broken);
    const { code, out } = await check('--format', 'json', '--lang', 'en');
    expect(code).toBe(1);
    expect(JSON.parse(out)[0]).toEqual({
      code: 'config-shape',
      severity: 'error',
      file: page(),
      line: 3,
      column: 1,
      endLine: 3,
      endColumn: 6,
      message: 'there is no key titel',
      hint: 'Did you mean title?',
      fix: { start: 27, end: 32, text: 'title' },
    });
  });

  it('prints commands for GitHub', async () => {
    await writeFile(page(), broken);
    const { out } = await check('--format', 'github', '--lang', 'en');
    expect(out).toContain(
      `::error file=${page()},line=3,endLine=3,col=1,endColumn=6,title=config-shape::there is no key titel`,
    );
  });

  it('makes the certain fixes', async () => {
    await writeFile(page(), broken);
    expect((await check('--fix')).code).toBe(0);
    expect(await readFile(page(), 'utf8')).toBe(broken.replace('titel', 'title').replace('levl', 'level'));
    await rm(page());
  });

  it('honours CONFIG_DIR, and says clearly what it cannot do', async () => {
    expect((await run([], { CONFIG_DIR: config })).out).toBe('配置没有问题\n');
    const missing = await run(['--config', join(folder, 'nowhere')]);
    expect(missing).toMatchObject({ code: 1, out: '' });
    expect(missing.err).toMatch(/^没有文件夹 .*nowhere.*\n$/);
    const wrong = await check('--format', 'xml');
    expect(wrong.code).toBe(2);
    expect(wrong.err).not.toMatch(/^ +at /m);
  });
});
