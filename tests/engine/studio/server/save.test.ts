import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#engine/cli/project/read-config.ts';
import type { Compile } from '#engine/compiler/compile.ts';
import { ConfigFolder } from '#engine/studio/server/config-folder.ts';
import { createSave } from '#engine/studio/server/save.ts';

let outside = '';
let folder = '';
let save: ReturnType<typeof createSave>;
let files: ConfigFolder;
const PAGE = 'config/pages/a.yaml';
const onDisk = (path: string) => join(folder, path.slice('config/'.length));
const versionOf = async (path: string) => (await files.read(path))?.version ?? null;

/** Refuses files that say so: what the compiler finds is tested elsewhere. */
const compile: Compile = (texts) => ({
  registry: null,
  facts: [],
  offenses: [...texts].flatMap(([file, text]) =>
    text.includes('refuse')
      ? [
          {
            code: 'config-shape',
            severity: 'error' as const,
            file,
            line: 1,
            column: 1,
            endLine: 1,
            endColumn: 2,
            message: { zh: '不行', en: 'no' },
            hint: { zh: '改', en: 'mend' },
          },
        ]
      : [],
  ),
});

beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), 'storewright-studio-'));
  folder = join(outside, 'config');
  await mkdir(join(folder, 'pages'), { recursive: true });
  await writeFile(onDisk(PAGE), 'title: 一\n');
  files = new ConfigFolder(folder);
  save = createSave({ folder: files, compile, read: () => readConfig(folder) });
});

afterEach(() => rm(outside, { recursive: true, force: true }));

describe('a save of the studio', () => {
  test('replaces the whole file and leaves nothing beside it', async () => {
    const version = await versionOf(PAGE);
    const answer = await save([{ path: PAGE, version, text: 'title: 二\n' }]);
    expect(answer).toEqual({ ok: true, versions: { [PAGE]: await versionOf(PAGE) } });
    expect(await readFile(onDisk(PAGE), 'utf8')).toBe('title: 二\n');
    expect(await readdir(join(folder, 'pages'))).toEqual(['a.yaml']);
  });

  test('keeps a mark of byte order and the ends of lines', async () => {
    await writeFile(onDisk(PAGE), '\uFEFFtitle: 一\r\n');
    const read = await files.read(PAGE);
    expect(read?.text).toBe('\uFEFFtitle: 一\r\n');
    await save([{ path: PAGE, version: read?.version ?? null, text: '\uFEFFtitle: 二\r\n' }]);
    expect(await readFile(onDisk(PAGE))).toEqual(Buffer.from('\uFEFFtitle: 二\r\n'));
  });

  test('of two studios that began with the same file, the second is told what it is now', async () => {
    const version = await versionOf(PAGE);
    const [first, second] = await Promise.all([
      save([{ path: PAGE, version, text: 'title: 甲\n' }]),
      save([{ path: PAGE, version, text: 'title: 乙\n' }]),
    ]);
    expect(first.ok).toBe(true);
    expect(second).toEqual({ ok: false, reason: 'conflict', present: { [PAGE]: await files.read(PAGE) } });
    expect((await files.read(PAGE))?.text).toBe('title: 甲\n');
  });

  test('of a file that is gone meanwhile writes nothing', async () => {
    const version = await versionOf(PAGE);
    await rm(onDisk(PAGE));
    expect(await save([{ path: PAGE, version, text: 'title: 二\n' }])).toMatchObject({
      reason: 'conflict',
      present: { [PAGE]: null },
    });
    expect(await readdir(join(folder, 'pages'))).toEqual([]);
  });

  test('that the compiler would refuse is told and not written', async () => {
    const version = await versionOf(PAGE);
    const answer = await save([{ path: PAGE, version, text: 'refuse: 1\n' }]);
    expect(answer).toMatchObject({ reason: 'offenses', offenses: [{ code: 'config-shape', file: PAGE }] });
    expect((await files.read(PAGE))?.version).toBe(version);
  });

  test('is not refused for what was wrong elsewhere before', async () => {
    await writeFile(onDisk('config/pages/b.yaml'), 'refuse: 1\n');
    const version = await versionOf(PAGE);
    expect(await save([{ path: PAGE, version, text: 'title: 二\n' }])).toMatchObject({ ok: true });
  });

  test('makes and takes away files, and the folder of a new one', async () => {
    const path = 'config/pages/zones/b.yaml';
    const made = await save([{ path, version: null, text: 'title: 新\n' }]);
    expect(made.ok).toBe(true);
    await save([{ path, version: await versionOf(path), text: null }]);
    expect(await files.read(path)).toBeNull();
  });

  test.each([
    'config/../a.yaml',
    'config/pages/../../a.yaml',
    '/etc/passwd',
    'config/pages/a.txt',
    'config/.hidden.yaml',
    'config/guide/a.yaml',
    'schemas/a.yaml',
  ])('refuses %s', async (path) => {
    expect(await save([{ path, version: null, text: 'x: 1\n' }])).toMatchObject({
      reason: 'file',
      detail: 'place',
    });
    expect(await readdir(outside)).toEqual(['config']);
  });

  test('follows no link, of a file or a folder', async () => {
    await mkdir(join(outside, 'other'));
    await writeFile(join(outside, 'secret.yaml'), 'x: 1\n');
    await symlink(join(outside, 'other'), join(folder, 'linked'));
    await symlink(join(outside, 'secret.yaml'), onDisk('config/pages/s.yaml'));
    for (const path of ['config/linked/new.yaml', 'config/pages/s.yaml'])
      expect(await save([{ path, version: null, text: 'y: 2\n' }])).toMatchObject({
        reason: 'file',
        detail: 'link',
      });
    expect(await readdir(join(outside, 'other'))).toEqual([]);
    expect(await readFile(join(outside, 'secret.yaml'), 'utf8')).toBe('x: 1\n');
  });

  test('leaves a read-only file as it is', async () => {
    const version = await versionOf(PAGE);
    await chmod(onDisk(PAGE), 0o444);
    expect(await save([{ path: PAGE, version, text: 'title: 二\n' }])).toMatchObject({ detail: 'read-only' });
    expect(await readFile(onDisk(PAGE), 'utf8')).toBe('title: 一\n');
  });

  test('of several files writes all or none', async () => {
    const other = 'config/pages/b.yaml';
    await writeFile(onDisk(other), 'title: 三\n');
    const versions = [await versionOf(PAGE), await versionOf(other)];
    await chmod(onDisk(other), 0o444);
    await save([
      { path: PAGE, version: versions[0] ?? null, text: 'title: 二\n' },
      { path: other, version: versions[1] ?? null, text: 'title: 四\n' },
    ]);
    expect([await versionOf(PAGE), await versionOf(other)]).toEqual(versions);
  });

  test('of a file that others changed while it was compiled writes nothing', async () => {
    const version = await versionOf(PAGE);
    const late = createSave({
      folder: files,
      compile,
      async read() {
        await writeFile(onDisk(PAGE), 'title: 别人的\n');
        return readConfig(folder);
      },
    });
    expect(await late([{ path: PAGE, version, text: 'title: 二\n' }])).toEqual({
      ok: false,
      reason: 'conflict',
      present: { [PAGE]: await files.read(PAGE) },
    });
    expect(await readFile(onDisk(PAGE), 'utf8')).toBe('title: 别人的\n');
    expect(await readdir(join(folder, 'pages'))).toEqual(['a.yaml']);
  });

  test('of two studios in other files are both written', async () => {
    const other = 'config/pages/b.yaml';
    await writeFile(onDisk(other), 'title: 三\n');
    const versions = [await versionOf(PAGE), await versionOf(other)];
    const answers = await Promise.all([
      save([{ path: PAGE, version: versions[0] ?? null, text: 'title: 甲\n' }]),
      save([{ path: other, version: versions[1] ?? null, text: 'title: 乙\n' }]),
    ]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
    expect((await files.read(PAGE))?.text).toBe('title: 甲\n');
    expect((await files.read(other))?.text).toBe('title: 乙\n');
  });

  test('does not take a read-only file away', async () => {
    const version = await versionOf(PAGE);
    await chmod(onDisk(PAGE), 0o444);
    expect(await save([{ path: PAGE, version, text: null }])).toMatchObject({ detail: 'read-only' });
    expect(await readFile(onDisk(PAGE), 'utf8')).toBe('title: 一\n');
  });

  test.each([
    ['with tabs', 'title:\t一\nblocks:\n\t- x\n'],
    ['with a syntax error', 'title: [一\nname: b\n'],
    ['of 3,000 lines', `blocks:\n${'  - { block: text, text: 一行 }\n'.repeat(3000)}`],
    ['with nothing in it', ''],
    ['without an end of its last line', 'title: 一'],
    ['with both ends of lines and a mark of byte order', '\uFEFFtitle: 一\r\nname: b\n'],
  ])('of a file %s has exactly its bytes', async (_, text) => {
    const version = await versionOf(PAGE);
    expect(await save([{ path: PAGE, version, text }])).toMatchObject({ ok: true });
    expect(await readFile(onDisk(PAGE))).toEqual(Buffer.from(text));
    expect(await files.read(PAGE)).toEqual({ text, version: await versionOf(PAGE) });
  });

  test('leaves a file alone that is not written in UTF-8', async () => {
    const bytes = Buffer.from([0x74, 0x3a, 0x20, 0xd6, 0xd0, 0x0a]);
    await writeFile(onDisk(PAGE), bytes);
    expect(await save([{ path: PAGE, version: null, text: 'title: 二\n' }])).toMatchObject({
      reason: 'file',
      detail: 'encoding',
    });
    expect(await readFile(onDisk(PAGE))).toEqual(bytes);
  });
});

describe('a save of the studio on a disk', () => {
  const other = 'config/pages/b.yaml';
  const both = async (size: number) =>
    save([
      { path: PAGE, version: await versionOf(PAGE), text: 'title: 二\n' },
      { path: other, version: await versionOf(other), text: `# ${'x'.repeat(size)}\n` },
    ]);

  beforeEach(async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
    await mkdir(join(folder, 'pages'));
    await writeFile(onDisk(PAGE), 'title: 一\n');
    await writeFile(onDisk(other), 'title: 三\n');
  });

  afterEach(() => {
    execFileSync('umount', [folder]);
  });

  test('that is full leaves all of its files as they were, and nothing beside them', async () => {
    expect(await both(100_000)).toMatchObject({ reason: 'file', path: other, detail: 'disk-full' });
    expect(await readFile(onDisk(PAGE), 'utf8')).toBe('title: 一\n');
    expect(await readFile(onDisk(other), 'utf8')).toBe('title: 三\n');
    expect(await readdir(join(folder, 'pages'))).toEqual(['a.yaml', 'b.yaml']);
    expect(await both(10)).toMatchObject({ ok: true });
  });

  test('that can only be read says so', async () => {
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    expect(await both(10)).toMatchObject({ reason: 'file', detail: 'read-only' });
    expect(await readFile(onDisk(PAGE), 'utf8')).toBe('title: 一\n');
  });
});
