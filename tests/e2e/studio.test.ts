import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';
import { type Development, startDevelopment } from '#tools/dev-process.ts';
import { untilHydrated } from '../support/hydrated.ts';

let development: Development;
let browser: Browser;
let page: Page;
let home = '';

const HOME = 'pages/top/index.yaml';
const read = (path: string) => readFile(join(development.configDir, path), 'utf8');
const shop = () => page.frameLocator('iframe[title="商店"]');
const item = (name: string) => page.getByRole('treeitem').filter({ hasText: name }).first();
const inspector = () => page.getByRole('region', { name: '选中的区块' });
const field = (name: string) => inspector().getByRole('textbox', { name, exact: true });

/** The lines of the second text that the first does not have, and the other way round. */
function difference(before: string, after: string) {
  const [a, b] = [before.split('\n'), after.split('\n')];
  return { gone: a.filter((line) => !b.includes(line)), added: b.filter((line) => !a.includes(line)) };
}

async function undo(): Promise<void> {
  await page.getByRole('button', { name: '撤销' }).click();
}

beforeAll(async () => {
  development = await startDevelopment('config');
  const isUp = () =>
    fetch(`${development.url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(isUp, { timeout: 180_000, interval: 300 });
  home = await read(HOME);
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

describe('the studio', () => {
  test('tells of the block that is pointed at, and shows it in the tree', async () => {
    await shop().getByText('近 30 天药店采购最多').click();
    await expect.poll(() => inspector().getByRole('heading', { level: 2 }).textContent()).toContain('面板');
    expect(
      await inspector()
        .getByRole('button', { name: /config\/pages\/top\/index\.yaml:\d+/ })
        .count(),
    ).toBe(1);
    expect(await item('热销商品').getAttribute('aria-selected')).toBe('true');
    expect(await inspector().textContent()).toContain('没有条件');
  });

  test('goes through the tree by keys, and shows data and actions', async () => {
    await item('热销商品').focus();
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => inspector().getByRole('heading', { level: 2 }).textContent())
      .toContain('商品网格');
    expect(await inspector().textContent()).toContain('$data.hot');
    expect(await inspector().textContent()).toContain('cart.add');
    await page.keyboard.press('ArrowUp');
  });

  test('changes a prop in its line alone, shows it, and undoes and redoes it', async () => {
    await item('热销商品').click();
    await field('标题 title').fill('本周热销');
    await field('标题 title').press('Enter');
    await shop().getByRole('heading', { name: '本周热销' }).waitFor();
    expect(difference(home, await read(HOME))).toEqual({
      gone: ['    title: 热销商品'],
      added: ['    title: 本周热销'],
    });
    await undo();
    await shop().getByRole('heading', { name: '热销商品' }).waitFor();
    expect(await read(HOME)).toBe(home);
    await page.getByRole('button', { name: '重做' }).click();
    await shop().getByRole('heading', { name: '本周热销' }).waitFor();
    await undo();
    await expect.poll(() => read(HOME)).toBe(home);
  });

  test('says at the field what the compiler would refuse, and writes nothing', async () => {
    await item('热销商品').click();
    await field('to').fill('/no-such-page');
    await field('to').press('Enter');
    await inspector().getByText('/no-such-page', { exact: false }).first().waitFor();
    expect(await read(HOME)).toBe(home);
    await field('to').fill('/list?sort=sales');
    await field('to').press('Enter');
  });

  test('inserts a block by its Chinese name, moves it by keys, doubles and removes it', async () => {
    await item('热销商品').click();
    await page.getByRole('button', { name: '插入区块' }).click();
    const dialog = page.getByRole('dialog', { name: '插入区块' });
    await dialog.getByRole('textbox', { name: '找区块' }).fill('文字');
    await dialog.getByRole('button', { name: /^文字 text/ }).click();
    await expect.poll(async () => difference(home, await read(HOME)).added.length).toBeGreaterThan(0);
    const inserted = await read(HOME);
    expect(difference(home, inserted).gone).toEqual([]);
    await item('全场满 500').waitFor();

    await item('全场满 500').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => read(HOME)).not.toBe(inserted);
    const moved = await read(HOME);
    expect(moved.split('\n').toSorted()).toEqual(inserted.split('\n').toSorted());

    await item('全场满 500').click();
    await page.getByRole('button', { name: '复制一份' }).click();
    await expect.poll(async () => (await read(HOME)).split('全场满 500').length).toBe(3);
    await page.getByRole('button', { name: '删除', exact: true }).click();
    await expect.poll(() => read(HOME)).toBe(moved);
    for (const _ of [1, 2, 3, 4]) {
      const before = await read(HOME);
      await undo();
      await expect.poll(() => read(HOME)).not.toBe(before);
    }
    expect(await read(HOME)).toBe(home);
  });

  test('makes an activity from a form, and undoing it takes its files away', async () => {
    const ads = await read('ads.yaml');
    await page.getByRole('button', { name: '新页面' }).click();
    const dialog = page.getByRole('dialog', { name: '新页面' });
    await dialog.getByRole('combobox', { name: '种类' }).selectOption('activity');
    await dialog.getByRole('textbox', { name: '标题' }).fill('年终大促');
    await dialog.getByRole('textbox', { name: '地址' }).fill('year-end');
    await dialog.getByRole('button', { name: '建立' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await read('ads.yaml')).toContain('year_end');
    await undo();
    await expect.poll(() => read('ads.yaml')).toBe(ads);
  });

  test('answers nobody but its own page', async () => {
    const api = `${development.url}/studio/api/files`;
    expect((await fetch(api)).status).toBe(403);
    const body = JSON.stringify({ changes: [{ path: `config/${HOME}`, version: null, text: '' }] });
    expect((await fetch(api.replace('files', 'save'), { method: 'POST', body })).status).toBe(403);
    expect(await read(HOME)).toBe(home);
  });

  test('is in nothing that is built for buyers', async () => {
    const dist = process.env['DIST_DIR'] ?? 'dist';
    const files = (await readdir(dist, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    expect(files.length).toBeGreaterThan(100);
    const found = [];
    for (const file of files) {
      const text = await readFile(join(file.parentPath, file.name), 'latin1');
      if (/storewrightMarks|storewright:marks|x-studio-token|studio\/api/.test(text)) found.push(file.name);
    }
    expect(found).toEqual([]);
  });
});
