import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

const colourOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const LIGHT = 'rgb(244, 245, 248)';

async function choose(page: Page, ...choices: string[]): Promise<void> {
  await page.getByRole('button', { name: '外观' }).click();
  const dialog = page.getByRole('dialog', { name: '选择外观' });
  for (const name of choices) await dialog.getByRole('radio', { name }).check({ force: true });
  await dialog.getByRole('button', { name: '关闭' }).click();
}

test('a reader who chooses dark and compact pages has them at once, in every tab, and before any module has loaded', async () => {
  const { page, tab, context } = await visit({ isNew: true });
  const other = await tab();
  await Promise.all([page.goto('/'), other.goto('/list')]);
  expect(await colourOf(page)).toBe(LIGHT);
  await choose(page, '深色', '紧凑');
  expect(await colourOf(page)).not.toBe(LIGHT);
  await expect.poll(() => colourOf(other)).not.toBe(LIGHT);
  const bare = await context.newPage();
  await bare.route('**/*.js', (route) => route.abort());
  await bare.goto('/list', { waitUntil: 'domcontentloaded' });
  const kept = await bare.evaluate(() => {
    const { theme, density } = document.documentElement.dataset;
    return [theme, density];
  });
  expect(kept).toEqual(['dark', 'compact']);
});

test('pages that follow the device turn dark with it, and a sheet of paper stays white', async () => {
  const { page } = await visit({ isNew: true });
  await page.goto('/');
  await choose(page, '跟随系统');
  expect(await colourOf(page)).toBe(LIGHT);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => colourOf(page)).not.toBe(LIGHT);
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
});

test.each([
  ['深色', '标准'],
  ['深色', '紧凑'],
  ['浅色', '大字'],
])('texts and targets of %s, %s pages can be read and pressed by everyone', async (theme, density) => {
  const { page } = await visit({ as: 'demo', isNew: true });
  await page.goto('/');
  await choose(page, theme, density);
  for (const path of ['/', '/list', '/list_info/1', '/mrtj', '/order', '/user', '/kjcg', '/yhq']) {
    await page.goto(path);
    expect(await violationsOn(page), path).toEqual([]);
  }
});
