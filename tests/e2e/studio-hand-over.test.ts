import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';
import { type Development, startDevelopment } from '#tools/dev-process.ts';
import { violationsOn } from '../support/axe.ts';
import { untilHydrated } from '../support/hydrated.ts';

let development: Development;
let browser: Browser;
let page: Page;

const HOME = 'pages/top/index.yaml';
const OPEN_DIALOG = 'dialog[open]';
const read = (path: string) => readFile(join(development.configDir, path), 'utf8');
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: dirname(development.configDir), encoding: 'utf8' }).trim();
const item = (name: string) => page.getByRole('treeitem').filter({ hasText: name }).first();
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const shop = () => page.frameLocator('iframe[title="商店"]');

async function openHandOver(tab: string) {
  await button('改动').click();
  const opened = dialog('改动与交付');
  await opened.getByRole('tab', { name: tab }).click();
  return opened;
}

async function close(name: string): Promise<void> {
  await page.keyboard.press('Escape');
  await dialog(name).waitFor({ state: 'hidden' });
}

beforeAll(async () => {
  development = await startDevelopment('config');
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', '小王');
  git('config', 'user.email', 'wang@example.com');
  git('add', 'config');
  git('commit', '--quiet', '--message', 'first');
  const isUp = () =>
    fetch(`${development.url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(isUp, { timeout: 180_000, interval: 300 });
  browser = await launchChromium();
  page = await browser.newPage({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  /* Each module may have to be transformed first. */
  page.setDefaultTimeout(90_000);
  await page.goto(`${development.url}/`);
  await untilHydrated(page);
  await page.goto(`${development.url}/studio`);
  await item('热销商品').waitFor();
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await development?.stop();
}, 60_000);

describe('the hand-over of the studio', () => {
  test('shows the changed lines of each file, and what the changes brought', async () => {
    const home = await read(HOME);
    await item('index_floor').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => read(HOME)).not.toBe(home);
    const opened = await openHandOver('改动');
    const file = opened.getByRole('region', { name: `config/${HOME}` });
    await file.waitFor();
    const signed = (sign: string) => file.locator(`[data-sign="${sign}"]`).allTextContents();
    expect((await signed('+')).length).toBe((await signed('-')).length);
    expect([...(await signed('+')), ...(await signed('-'))].join('')).toContain('slot: index_floor');
    expect(await violationsOn(page, { within: OPEN_DIALOG })).toEqual([]);

    await opened.getByRole('tab', { name: '问题' }).click();
    await opened.getByText('没有带来新的错误或提醒').waitFor();
    expect(await violationsOn(page, { within: OPEN_DIALOG })).toEqual([]);
    await close('改动与交付');
  });

  test('shows the report that a reviewer will see', async () => {
    const opened = await openHandOver('评审报告');
    await opened.getByRole('heading', { name: '影响到的页面' }).waitFor();
    expect(await opened.getByRole('row').last().textContent()).toContain('index');
    expect(await violationsOn(page, { within: OPEN_DIALOG })).toEqual([]);
    await close('改动与交付');
  });

  test('commits to a new branch by keys alone, and leaves what is checked out as it is', async () => {
    const before = [git('rev-parse', 'HEAD'), git('status', '--porcelain', 'config')];
    await button('改动').focus();
    await page.keyboard.press('Enter');
    const opened = dialog('改动与交付');
    await opened.getByRole('tab', { name: '改动' }).focus();
    await page.keyboard.press('End');
    await opened.getByRole('textbox', { name: '新分支' }).waitFor();
    expect(await opened.getByRole('textbox', { name: '新分支' }).inputValue()).toBe('pages/index');
    expect(await opened.getByRole('textbox', { name: '说明' }).inputValue()).toBe('pages: change index');
    expect(await violationsOn(page, { within: OPEN_DIALOG })).toEqual([]);
    await opened.getByRole('textbox', { name: '新分支' }).focus();
    await page.keyboard.press('Enter');
    await opened.getByText('git push --set-upstream').waitFor();
    expect(git('diff', '--name-only', 'main', 'pages/index')).toBe(`config/${HOME}`);
    expect(git('log', '-1', '--format=%an: %s', 'pages/index')).toBe('小王: pages: change index');
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain', 'config')]).toEqual(before);
    expect(await violationsOn(page, { within: OPEN_DIALOG })).toEqual([]);
    await close('改动与交付');
  });

  test('answers nobody but its own page', async () => {
    const api = `${development.url}/studio/api`;
    for (const path of ['branch', 'pictures', 'pictures/index-before-1440.png'])
      expect((await fetch(`${api}/${path}`)).status).toBe(403);
    const body = JSON.stringify({ branch: 'x', message: 'pages: x', files: {} });
    for (const path of ['commit', 'report', 'pictures'])
      expect((await fetch(`${api}/${path}`, { method: 'POST', body })).status).toBe(403);
    expect(git('branch', '--format=%(refname:short)').split('\n')).toEqual(['main', 'pages/index']);
  });

  test('says that a branch is already there', async () => {
    const opened = await openHandOver('提交');
    await opened.getByRole('button', { name: '提交到新分支' }).click();
    await opened.getByText('已经有这个名字的分支了').waitFor();
    await close('改动与交付');
  });

  test('takes pictures of the page before and after, wide and narrow', async () => {
    const opened = await openHandOver('前后图');
    await opened.getByRole('button', { name: '拍前后图' }).click();
    await opened.getByText('第 1 步，共 4 步').waitFor();
    const pictures = opened.getByRole('region', { name: 'index' }).getByRole('img');
    await expect.poll(() => pictures.count(), { timeout: 240_000, interval: 1000 }).toBe(4);
    const names = await pictures.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).alt));
    expect(names).toEqual(
      [1440, 375].flatMap((width) => [`index ${width} px 之前`, `index ${width} px 之后`]),
    );
    expect(await violationsOn(page, { within: OPEN_DIALOG })).toEqual([]);
    await close('改动与交付');
    await button('撤销').click();
  }, 300_000);
});

describe('the pages of the studio', () => {
  test('shows what a block looks like before it is inserted', async () => {
    await item('热销商品').click();
    await button('插入区块').click();
    const opened = dialog('插入区块');
    await opened.getByRole('textbox', { name: '找区块' }).fill('倒计时');
    await opened.frameLocator('iframe').getByRole('heading', { name: '倒计时' }).waitFor();
    await opened.getByRole('textbox', { name: '找区块' }).fill('面板');
    await opened.frameLocator('iframe').getByRole('heading', { name: '倒计时' }).waitFor({ state: 'hidden' });
    expect(await violationsOn(page, { within: OPEN_DIALOG })).toEqual([]);
    await opened.getByRole('textbox', { name: '找区块' }).fill('没有这种');
    await opened.getByText('没有这样的区块').waitFor();
    expect(await violationsOn(page, { within: OPEN_DIALOG })).toEqual([]);
    await close('插入区块');
  });

  test('makes an activity that begins and ends when it is said to', async () => {
    await button('新页面').click();
    const opened = dialog('新页面');
    const kinds = await opened.getByRole('combobox', { name: '种类' }).locator('option').allTextContents();
    expect(kinds).toEqual(['普通页面', '专区', '活动', '品牌专页']);
    await opened.getByRole('combobox', { name: '种类' }).selectOption('activity');
    await opened.getByRole('textbox', { name: '标题' }).fill('年终大促');
    await opened.getByRole('textbox', { name: '地址' }).fill('year-end');
    await opened.getByRole('textbox', { name: '开始' }).fill('2030-12-01 10:00');
    await opened.getByRole('textbox', { name: '结束' }).fill('2030-12-05 22:30');
    expect(await violationsOn(page, { within: OPEN_DIALOG })).toEqual([]);
    await opened.getByRole('button', { name: '建立' }).click();
    await opened.waitFor({ state: 'hidden' });
    const made = await read('pages/marketing/year-end.yaml');
    expect(made).toContain('  from: 2030-12-01T10:00:00+08:00\n  until: 2030-12-05T22:30:00+08:00\n');
    expect(made).toMatch(/block: countdown\n {4}until: 2030-12-05T22:30:00\+08:00/);
    await shop().getByRole('heading', { name: '年终大促' }).waitFor();
  });

  test('copies an activity with its dates moved and a slot of its own', async () => {
    await item('距离结束').waitFor();
    await button('复制活动…').click();
    const opened = dialog('复制活动');
    expect(await opened.getByRole('textbox', { name: '地址' }).inputValue()).toBe('year-end-2031');
    await opened.getByRole('textbox', { name: '标题' }).fill('年终大促 2031');
    await opened.getByRole('textbox', { name: '新的开始' }).fill('2031-11-28 09:00');
    await opened.getByText('2030-12-05 22:30 → 2031-12-02 21:30').waitFor();
    expect(await violationsOn(page, { within: OPEN_DIALOG })).toEqual([]);
    const original = await read('pages/marketing/year-end.yaml');
    await opened.getByRole('button', { name: '建立副本' }).click();
    await opened.waitFor({ state: 'hidden' });
    expect(await read('pages/marketing/year-end-2031.yaml')).toBe(
      original
        .replace('name: year_end', 'name: year_end_2031')
        .replace('path: /year-end', 'path: /year-end-2031')
        .replaceAll('年终大促', '年终大促 2031')
        .replace('text: 年终大促 2031', 'text: 年终大促')
        .replace('2030-12-01T10:00', '2031-11-28T09:00')
        .replaceAll('2030-12-05T22:30', '2031-12-02T21:30')
        .replace('slot: year_end', 'slot: year_end_2031'),
    );
    expect(await read('ads.yaml')).toMatch(/\nyear_end_2031: \{ label: 年终大促 2031 · 头图, .*\}\n$/);
  });

  test('renames a page: its old address stays, links follow, and one undo takes all of it back', async () => {
    const folder = development.configDir;
    const files = (await readdir(folder, { recursive: true })).filter((one) => one.endsWith('.yaml'));
    const texts = () => Promise.all(files.map((one) => read(one)));
    const before = await texts();
    await button('页面改名…').click();
    const opened = dialog('页面改名');
    await opened.getByRole('combobox', { name: '页面' }).selectOption('zzfw_pzqg_index');
    const old = await opened.getByRole('textbox', { name: '新地址' }).inputValue();
    const links = await opened.getByRole('checkbox').count();
    expect(links).toBeGreaterThan(0);
    await opened.getByRole('textbox', { name: '新地址' }).fill('/wanted-list');
    expect(await violationsOn(page, { within: OPEN_DIALOG })).toEqual([]);
    await opened.getByRole('button', { name: '改名' }).click();
    await opened.waitFor({ state: 'hidden' });
    const after = await texts();
    const changed = after.filter((text, index) => text !== before[index]).join('\n');
    expect(changed).toContain('path: /wanted-list');
    expect(changed).toMatch(new RegExp(`alias: \\[.*${old}.*\\]`));
    expect(changed.split('/wanted-list').length - 1).toBe(links + 1);
    await button('撤销').click();
    await expect.poll(texts).toEqual(before);
  });
});
