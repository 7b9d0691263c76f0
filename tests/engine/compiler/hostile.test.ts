import { execFile, execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { projectFiles } from './support/project.ts';

/** Promised of any config: seconds of work and megabytes of memory, the tool itself included. */
const PROMISED = { seconds: 2, megabytes: 256 };

interface Measured {
  count: number;
  offenses: { file: string; line: number; column: number; code: string }[];
  seconds: number;
  megabytes: number;
}

const folders: string[] = [];
/** Seconds that the tool takes for a small config without any fault where the promise was made. */
const SOUND = 0.8;

/** What else this machine does can only add to what is measured: one of so many runs must keep the promise. */
const RUNS = 3;

const MEASURED = join(import.meta.dirname, 'support/measured-check.ts');

async function shop(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-hostile-'));
  await chmod(folder, 0o755);
  folders.push(folder);
  for (const [path, text] of projectFiles()) {
    if (path.startsWith('schemas/engine/')) continue;
    const target = join(folder, path.replace(/^config\//, ''));
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  return folder;
}

function measure(folder: string): Promise<Measured> {
  const args = ['--max-old-space-size=176', MEASURED, folder];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { maxBuffer: 1e8, cwd: folder }, (error, out, err) => {
      if (error) reject(new Error(`${error.message}\n${err.slice(0, 2000)}`));
      else resolve(JSON.parse(out) as Measured);
    });
  });
}

interface Place {
  code: string;
  line: number;
  column?: number;
}

/** A shop with these bytes as a page has this offense, within what is promised. */
async function expectHostile(content: string | Uint8Array, place: Place, file = 'pages/hostile.yaml') {
  const folder = await shop();
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), content);
  const soundFolder = await shop();
  const runs: { measured: Measured; seconds: number }[] = [];
  const isKept = () =>
    runs.some(
      ({ measured, seconds }) => seconds < PROMISED.seconds && measured.megabytes < PROMISED.megabytes,
    );
  while (!isKept() && runs.length < RUNS) {
    // What the sound config takes at the same time says how much slower this machine is at present.
    const [measured, sound] = await Promise.all([measure(folder), measure(soundFolder)]);
    runs.push({ measured, seconds: measured.seconds / Math.max(1, sound.seconds / SOUND) });
  }
  expect(
    isKept(),
    runs.map(({ measured, seconds }) => `${seconds} s, ${measured.megabytes} MB`).join('; '),
  ).toBe(true);
  expect(runs.at(-1)?.measured.offenses).toContainEqual(
    expect.objectContaining({ file: `config/${file}`, ...place }),
  );
}

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

const head = 'name: hostile\npath: /hostile\n';

describe('a hostile config ends in an offense, within 2 s and 256 MB', () => {
  it('when aliases multiply', async () => {
    const levels = Array.from({ length: 12 }, (_, level) =>
      level === 0
        ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
        : `a${level}: &a${level} [${`*a${level - 1}, `.repeat(9)}]`,
    );
    await expectHostile(head + levels.join('\n'), { code: 'yaml-limits', line: 7 });
  });

  it('when something contains itself', async () => {
    await expectHostile(`${head}data: &me { x: *me }`, {
      code: 'yaml-unsafe',
      line: 3,
      column: 16,
    });
  });

  it('when it is deep', async () => {
    await expectHostile(head + '['.repeat(60_000), {
      code: 'yaml-limits',
      line: 3,
      column: 49,
    });
    await expectHostile(`${head}blocks:\n${'- '.repeat(60_000)}`, {
      code: 'yaml-limits',
      line: 4,
    });
  });

  it('when keys come twice, or reach a prototype', async () => {
    await expectHostile(`${head}title: 一\ntitle: 二\n`, {
      code: 'yaml-duplicate-key',
      line: 4,
      column: 1,
    });
    await expectHostile(`${head}blocks: [{ block: text, __proto__: { polluted: 1 } }]`, {
      code: 'yaml-unsafe',
      line: 3,
      column: 25,
    });
    await expectHostile(`${head}${'title: 一\n'.repeat(9_000)}`, {
      code: 'yaml-duplicate-key',
      line: 4,
    });
  });

  it('when it holds tags', async () => {
    await expectHostile(`${head}title: !!js/function 'x'\n`, {
      code: 'yaml-unsafe',
      line: 3,
      column: 8,
    });
  });

  it('when it is huge', async () => {
    await expectHostile(`${head}title: ${'x'.repeat(60_000_000)}`, {
      code: 'yaml-limits',
      line: 1,
    });
  });

  it('when it is no text', async () => {
    await expectHostile(`${head}title: a\0b\n`, { code: 'yaml-syntax', line: 3, column: 9 });
    const bytes = Buffer.concat([
      Buffer.from(`${head}title: `),
      Buffer.from([0xb8, 0xdf, 0xd3, 0xc5]),
      Buffer.from('\n'),
    ]);
    await expectHostile(bytes, { code: 'yaml-syntax', line: 3, column: 8 });
  });

  it('when it has very many wrong things', async () => {
    const keys = Array.from({ length: 9_000 }, (_, index) => `k${index}: 1`).join('\n');
    await expectHostile(`${head}${keys}`, { code: 'config-shape', line: 3 });
    await expectHostile(`${head}blocks:\n${'- { block: nothing }\n'.repeat(5_000)}`, {
      code: 'unknown-block',
      line: 4,
    });
  });

  it('when its references and paths never end', async () => {
    await expectHostile(`${head}blocks: [{ block: text, text: '${'{$'.repeat(50_000)}' }]`, {
      code: 'reference-unknown',
      line: 3,
    });
    await expectHostile(`name: hostile\npath: ${'/a'.repeat(50_000)}\nredirect: ${'/a'.repeat(10_000)}\n`, {
      code: 'config-shape',
      line: 2,
    });
    await expectHostile(`name: hostile\npath: ${'/:a?'.repeat(20_000)}\nblocks: []\nredirect: /none\n`, {
      code: 'config-shape',
      line: 2,
    });
  });

  it('when a pattern of a call cannot be read', async () => {
    const call = "x.y: { get: /api/x, query: { a: { type: string, pattern: '(' } } }\n";
    await expectHostile(
      call,
      {
        code: 'config-shape',
        line: 1,
        column: 58,
      },
      'api/hostile.yaml',
    );
  });
});

describe('what is no plain file', () => {
  it('is named, and not followed', async () => {
    const folder = await shop();
    await symlink(folder, join(folder, 'pages/loop'));
    await symlink('/etc/passwd', join(folder, 'pages/secret.yaml'));
    await symlink('nowhere', join(folder, 'pages/dangling.yaml'));
    execFileSync('mkfifo', [join(folder, 'pages/pipe.yaml')]);
    const { offenses } = await measure(folder);
    expect(offenses.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'file-unread config/pages/dangling.yaml',
      'file-unread config/pages/loop',
      'file-unread config/pages/pipe.yaml',
      'file-unread config/pages/secret.yaml',
    ]);
  });

  it('is named when it cannot be opened', async () => {
    const folder = await shop();
    await writeFile(join(folder, 'pages/closed.yaml'), head);
    await chmod(join(folder, 'pages/closed.yaml'), 0);
    const { offenses } = await measure(folder);
    expect(offenses).toMatchObject([{ code: 'file-unread', file: 'config/pages/closed.yaml' }]);
  });

  it('is nobody’s concern in the guide', async () => {
    const folder = await shop();
    await mkdir(join(folder, 'guide'));
    await writeFile(join(folder, 'guide/pull-request.yml'), 'on: pull_request\n');
    expect((await measure(folder)).count).toBe(0);
  });
});
