import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { gotoStill } from './support/still.ts';
import { shareBrowser, visit } from './support/visitor.ts';
import { forEach } from './support/walking.ts';

shareBrowser();

/** What has the focus, as a screen reader would name it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return `${at?.getAttribute('aria-label') ?? ''} ${at?.textContent ?? ''}`.trim();
  });

/** Longest way of the focus that a test goes. */
const STEPS = 200;

/** Presses a key until what has the focus says `wanted`; fails when that takes too long. */
async function tabTo(page: Page, wanted: RegExp, key = 'Tab'): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    await page.keyboard.press(key);
    if (wanted.test(await focused(page))) return;
  }
  throw new Error(
    `${STEPS} times ${key} did not lead to ${wanted}; the focus is on “${await focused(page)}”`,
  );
}

test('from the top of the home page to a good in the cart, by keyboard alone', async () => {
  const { page, context } = await visit({ as: 'buyer-09' });
  await gotoStill(page, '/');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('跳到正文');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');

  await gotoStill(page, '/');
  await tabTo(page, /^搜索药品/);
  await page.keyboard.type('amxl');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\?/);
  await page.getByRole('main').getByRole('button', { name: /加购/ }).first().waitFor();
  await tabTo(page, /^加购/);
  const shadow = await page.evaluate(() => {
    const style = document.activeElement && getComputedStyle(document.activeElement);
    return style && (style.outlineStyle !== 'none' || style.boxShadow !== 'none');
  });
  expect(shadow).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('已加入购物车').waitFor();
  await expect
    .poll(async () => (await (await context.request.get('/api/cart/total')).json()).data.total)
    .toBe(1);

  await tabTo(page, /购物车$/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/cart$/);
  await page.getByRole('button', { name: '去结算' }).waitFor();
});

describe('axe finds nothing on', () => {
  const PAGES = [
    '/',
    '/list',
    '/list/table',
    '/list_info/1',
    '/mrtj',
    '/jfsc',
    '/ptzq',
    '/search?keywords=amxl',
    '/cart',
    '/order',
    '/user',
    '/star',
    '/wdxx',
    '/help/xrzn/hyzc',
    '/news',
    '/dzht',
    '/404',
    '/noActivity',
  ];

  test("a member's pages", { timeout: 300_000 }, async () => {
    const { page, tab } = await visit({ as: 'buyer-08', expected: /status of 404/ });
    const found: string[] = [];
    await forEach(PAGES, [page, await tab()], async (path, each) => {
      await each.emulateMedia({ reducedMotion: 'reduce' });
      await gotoStill(each, path);
      found.push(...(await violationsOn(each)).map((violation) => `${path} ${violation}`));
    });
    expect(found.join('\n')).toBe('');
  });

  test('the login, and the home page of a visitor, narrow', async () => {
    const { page } = await visit();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await gotoStill(page, '/login');
    expect(await violationsOn(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 812 });
    await gotoStill(page, '/');
    expect(await violationsOn(page)).toEqual([]);
  });

  test('the open drawer, suggestions and menu', async () => {
    const { page } = await visit({ as: 'buyer-08' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await gotoStill(page, '/list');
    await page
      .getByRole('navigation', { name: '快捷工具' })
      .getByRole('link', { name: /购物车/ })
      .click();
    await page.getByText('购物车空空如也~').waitFor();
    await page.getByRole('combobox').fill('布洛芬');
    await page.getByRole('option').first().waitFor();
    await page.getByRole('button', { name: /药品分类/ }).hover();
    expect(await violationsOn(page)).toEqual([]);
  });
});
