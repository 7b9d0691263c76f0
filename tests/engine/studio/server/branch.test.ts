import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBranch } from '#engine/studio/server/branch.ts';
import { ConfigFolder } from '#engine/studio/server/config-folder.ts';

let root = '';
const PAGE = 'config/pages/a.yaml';
const OTHER = 'config/pages/b.yaml';

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const write = async (path: string, text: string) => {
  await mkdir(join(root, path, '..'), { recursive: true });
  await writeFile(join(root, path), text);
};
const branch = () => createBranch(join(root, 'config'), new ConfigFolder(join(root, 'config')));

/** Everything that a commit of the studio has to leave as it is. */
async function untouched() {
  const files = git('ls-files', '--cached', '--others').split('\n').toSorted();
  const texts = await Promise.all(
    files.map((file) => readFile(join(root, file), 'base64').catch(() => null)),
  );
  return {
    head: git('rev-parse', 'HEAD'),
    ref: git('symbolic-ref', 'HEAD'),
    index: await readFile(join(root, '.git/index'), 'base64'),
    files,
    texts,
  };
}

async function state() {
  const answer = await branch().state();
  if (!answer.ok) throw new Error(answer.reason);
  return answer;
}

const commitAll = async (name: string, message = 'pages: change a') =>
  branch().commit({ branch: name, message, files: (await state()).uncommitted });

/** Git reads no settings of whoever runs the tests, such as hooks and signatures. */
function leaveOutSettings(): void {
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null');
}

/** A repository with one commit, which each test gets a copy of: to make it takes five processes. */
let made = '';

beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'storewright-branch-'));
  root = made;
  leaveOutSettings();
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', '小王');
  git('config', 'user.email', 'wang@example.com');
  await write(PAGE, 'title: 一\n');
  await write(OTHER, 'title: 二\n');
  await write('readme.txt', 'old\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
});

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'storewright-branch-'));
  await cp(made, root, { recursive: true, preserveTimestamps: true });
  leaveOutSettings();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

afterAll(() => rm(made, { recursive: true, force: true }));

describe('what has changed since the branch went off', () => {
  test('is everything of the config, committed or not, and nothing else', async () => {
    git('switch', '--quiet', '--create', 'work');
    await write(PAGE, 'title: 三\n');
    git('commit', '--quiet', '--all', '--message', 'second');
    await rm(join(root, OTHER));
    await write('config/pages/new.yaml', 'title: 新\n');
    await write('config/guide/a.yaml', 'x: 1\n');
    await write('readme.txt', 'new\n');
    const { name, base, before, uncommitted } = await state();
    expect({ name, base }).toEqual({ name: 'work', base: 'main' });
    expect(before).toEqual({
      [PAGE]: 'title: 一\n',
      [OTHER]: 'title: 二\n',
      'config/pages/new.yaml': null,
    });
    expect(Object.keys(uncommitted)).toEqual([OTHER, 'config/pages/new.yaml']);
    expect(uncommitted[OTHER]).toBeNull();
  });

  test('is compared with the main branch that the remote names', async () => {
    const remote = `${root}-remote`;
    execFileSync('git', ['clone', '--quiet', '--bare', root, remote]);
    git('remote', 'add', 'upstream', remote);
    git('remote', 'rename', '--no-progress', 'upstream', 'origin');
    git('fetch', '--quiet', 'origin');
    git('remote', 'set-head', 'origin', 'main');
    await write(PAGE, 'title: 三\n');
    git('commit', '--quiet', '--all', '--message', 'second');
    expect(await state()).toMatchObject({
      base: 'origin/main',
      remote: 'origin',
      before: { [PAGE]: 'title: 一\n' },
    });
    await rm(remote, { recursive: true, force: true });
  });

  test('is read with the ends of lines that the files have', async () => {
    git('config', 'core.autocrlf', 'true');
    await write(OTHER, 'title: 四\r\n');
    expect((await state()).before).toEqual({ [OTHER]: 'title: 二\r\n' });
  });
});

describe('a commit of the studio', () => {
  test('holds the config files that were chosen, and leaves index, files and HEAD byte for byte', async () => {
    await write('readme.txt', 'staged\n');
    git('add', 'readme.txt');
    await write('readme.txt', 'and changed again\n');
    await write('notes.txt', 'new\n');
    await write(PAGE, 'title: 三\n');
    await write(OTHER, 'title: 四\n');
    const before = await untouched();
    const { uncommitted } = await state();
    const answer = await branch().commit({
      branch: 'pages/a',
      message: 'pages: change a\n\n说明\n',
      files: { [PAGE]: uncommitted[PAGE] ?? null },
    });
    expect(answer).toEqual({
      ok: true,
      branch: 'pages/a',
      commit: git('rev-parse', 'pages/a'),
      remote: null,
    });
    expect(await untouched()).toEqual(before);
    expect(git('diff', '--name-only', 'main', 'pages/a')).toBe(PAGE);
    expect(git('show', `pages/a:${PAGE}`)).toBe('title: 三');
    expect(git('log', '-1', '--format=%an %B', 'pages/a')).toBe('小王 pages: change a\n\n说明');
    expect(git('rev-parse', 'pages/a^')).toBe(git('rev-parse', 'main'));
  });

  test('makes and takes away files', async () => {
    await rm(join(root, OTHER));
    await write('config/pages/deep/new.yaml', 'title: 新\n');
    expect(await commitAll('pages/new')).toMatchObject({ ok: true });
    expect(git('ls-tree', '-r', '--name-only', 'pages/new').split('\n')).toEqual([
      PAGE,
      'config/pages/deep/new.yaml',
      'readme.txt',
    ]);
  });

  test('of a repository whose project is a folder within works the same', async () => {
    await write('shops/one/config/pages/a.yaml', 'title: 一\n');
    const own = createBranch(
      join(root, 'shops/one/config'),
      new ConfigFolder(join(root, 'shops/one/config')),
    );
    const found = await own.state();
    if (!found.ok) throw new Error(found.reason);
    expect(Object.keys(found.uncommitted)).toEqual([PAGE]);
    await own.commit({ branch: 'one', message: 'pages: add a', files: found.uncommitted });
    expect(git('diff', '--name-only', 'main', 'one')).toBe('shops/one/config/pages/a.yaml');
  });

  test.each([
    ['main', 'branch-exists'],
    ['main/deeper', 'git'],
    ['a..b', 'branch-name'],
    ['-x', 'branch-name'],
    ['', 'branch-name'],
  ])('on the branch %s is refused: %s', async (name, reason) => {
    await write(PAGE, 'title: 三\n');
    const refs = git('show-ref');
    expect(await commitAll(name)).toMatchObject({ ok: false, reason });
    expect(git('show-ref')).toBe(refs);
  });

  test('is refused without a message, without a change, and of a file that is another one by now', async () => {
    expect(await commitAll('x')).toMatchObject({ reason: 'nothing' });
    await write(PAGE, 'title: 三\n');
    expect(await commitAll('x', ' \n')).toMatchObject({ reason: 'no-message' });
    const files = (await state()).uncommitted;
    await write(PAGE, 'title: 五\n');
    expect(await branch().commit({ branch: 'x', message: 'pages: x', files })).toMatchObject({
      reason: 'stale',
      detail: PAGE,
    });
    expect(
      await branch().commit({ branch: 'x', message: 'pages: x', files: { '../readme.txt': null } }),
    ).toMatchObject({ reason: 'stale' });
    expect(git('branch', '--format=%(refname:short)')).toBe('main');
  });

  test('is refused while no branch is checked out', async () => {
    git('switch', '--quiet', '--detach');
    await write(PAGE, 'title: 三\n');
    expect(await commitAll('x')).toMatchObject({ reason: 'detached' });
  });

  test('is refused while git does not know who commits', async () => {
    git('config', '--unset', 'user.name');
    git('config', '--unset', 'user.email');
    await write(PAGE, 'title: 三\n');
    expect(await commitAll('x')).toMatchObject({ reason: 'no-author' });
  });

  test('is refused before the first commit, outside of a repository, and without git', async () => {
    await rm(join(root, '.git'), { recursive: true });
    git('init', '--quiet');
    const request = { branch: 'x', message: 'pages: x', files: {} };
    expect(await branch().commit(request)).toMatchObject({ reason: 'no-commit' });
    await rm(join(root, '.git'), { recursive: true });
    expect(await branch().commit(request)).toMatchObject({ reason: 'no-repository' });
    expect(await branch().state()).toEqual({ ok: false, reason: 'no-repository' });
    vi.stubEnv('PATH', '/nonexistent');
    expect(await branch().commit(request)).toMatchObject({ reason: 'no-git' });
  });
});
