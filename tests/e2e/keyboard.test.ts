import { describe, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { focusOf, searchByKeys, tabTo } from './support/keyboard.ts';
import { gotoStill } from './support/still.ts';
import { shareBrowser, visit } from './support/visitor.ts';
import { forEach } from './support/walking.ts';

shareBrowser();

test('from the top of the home page to a good in the cart, by keyboard alone', async () => {
  const { page, context } = await visit({ as: 'buyer-09' });
  await gotoStill(page, '/');
  await page.keyboard.press('Tab');
  expect((await focusOf(page)).name).toBe('跳到正文');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');

  await searchByKeys(page, 'amxl');
  await page.getByRole('main').getByRole('button', { name: /加购/ }).first().waitFor();
  await tabTo(page, /^加购/);
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
