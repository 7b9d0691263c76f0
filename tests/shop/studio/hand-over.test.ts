import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { handOverOf } from '#engine/cli/dev/hand-over-of.ts';
import { ConfigFolder } from '#engine/studio/server/config-folder.ts';
import { createHandOver, type HandOverTools, PicturesRefused } from '#engine/studio/server/hand-over.ts';

const HOME = 'pages/top/index.yaml';
let root = '';
let configDir = '';
let home = '';
const git = (...args: string[]) => execFileSync('git', args, { cwd: root });

const handOver = (tools: Partial<HandOverTools> = {}) =>
  createHandOver(configDir, new ConfigFolder(configDir), { ...handOverOf(configDir), ...tools });

const changeHome = (text: string) => writeFile(join(configDir, HOME), text);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'storewright-hand-over-'));
  configDir = join(root, 'config');
  await cp('config', configDir, { recursive: true });
  home = await readFile(join(configDir, HOME), 'utf8');
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--message', 'first');
});

beforeEach(() => changeHome(home.replace('title: 热销商品', 'title: 本周热销')));

afterAll(() => rm(root, { recursive: true, force: true }));

describe('the hand-over', () => {
  test('reports what has changed since the base as the command does', async () => {
    const answer = await handOver().post('report', {});
    expect(answer).toMatchObject({ status: 200, value: { ok: true } });
    expect(JSON.stringify(answer)).toContain('与 `main` 相比');
    expect(JSON.stringify(answer)).toContain('`热销商品` → `本周热销`');
  });

  test('reports what has changed since the studio was opened, where there is no git', async () => {
    await rename(join(root, '.git'), join(root, 'away'));
    onTestFinished(() => rename(join(root, 'away'), join(root, '.git')));
    const answer = JSON.stringify(await handOver().post('report', { before: { [`config/${HOME}`]: home } }));
    expect(answer).toContain('与 `打开工作室时` 相比');
    expect(answer).toContain('`热销商品` → `本周热销`');
  });

  test('says what is wrong with a config that cannot be compared', async () => {
    await changeHome(`${home}\nnot-a-key: 1\n`);
    const answer = await handOver().post('report', {});
    expect(answer).toMatchObject({ value: { ok: false } });
    expect(JSON.stringify(answer)).toContain('not-a-key');
  });

  test('says why there are no pictures', async () => {
    const without = handOver({
      pictures: () => Promise.reject(new PicturesRefused('no-chromium', '')),
    });
    expect(await without.post('pictures', {})).toMatchObject({ value: { state: 'running' } });
    await expect
      .poll(() => without.get('pictures'))
      .toMatchObject({ value: { state: 'refused', reason: 'no-chromium' } });
  });

  test.each(['../branch.ts', '%2e%2e', 'a/b.png', '.png', 'nothing.png'])(
    'gives no file %s out as a picture',
    async (name) => {
      const given = handOver({ pictureFolder: async () => configDir });
      expect(await given.get(`pictures/${name}`)).toMatchObject({ status: 404 });
    },
  );

  test('answers nothing for what is not its own, and refuses what cannot be read', async () => {
    expect(await handOver().get('files')).toBeUndefined();
    expect(await handOver().post('constructor', {})).toBeUndefined();
    expect(await handOver().post('commit', { branch: 'x', message: 'y', files: [1] })).toMatchObject({
      status: 400,
    });
  });
});
