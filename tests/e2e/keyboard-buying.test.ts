import { expect, test } from 'vitest';
import { focusOf, press, searchByKeys, tabTo, toContent, write } from './support/keyboard.ts';
import { gotoStill } from './support/still.ts';
import { get } from './support/stores.ts';
import { fillCart, plainGoods } from './support/touch.ts';
import { accountFor } from './support/tries.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

test('somebody logs in, and is told what is missing, by keyboard alone', async () => {
  const { page, at } = await visit();
  await gotoStill(page, '/login');
  await write(page, /用户名或手机号/, accountFor('buyer-61'));
  await page.keyboard.press('Enter');
  await page.getByText('请填写密码').waitFor();
  await expect.poll(async () => (await focusOf(page)).name).toMatch(/^密码/);
  await page.keyboard.insertText('Demo@2026');
  await page.keyboard.press('Enter');
  await page.waitForURL(at('/'));
});

test('a search leads to a good, the good into the cart, and the cart to a paid order, by keyboard alone', async () => {
  const { page } = await visit({ as: 'buyer-62' });
  await searchByKeys(page, 'amxl');
  await page.getByRole('main').getByRole('link', { name: '阿莫西林胶囊' }).first().waitFor();
  await toContent(page);
  await press(page, /^阿莫西林胶囊$/);
  await page.waitForURL(/\/list_info\//);
  await page.getByRole('button', { name: '加入购物车' }).first().waitFor();

  await toContent(page);
  await press(page, /^采购数量/, 'ArrowUp');
  await press(page, /^加入购物车$/);
  await page.getByText(/购物车已有 \d+盒/).waitFor();
  expect((await focusOf(page)).name).toMatch(/加入购物车/);
  await tabTo(page, /购物车/, 'Shift+Tab');
  await gotoStill(page, '/cart');

  // What the price is made of opens, and closes with the focus where it was.
  await toContent(page);
  await press(page, /^价格明细/);
  const parts = page.getByRole('main').getByText(/原价 ¥/);
  await parts.first().waitFor();
  await page.keyboard.press('Escape');
  await parts.first().waitFor({ state: 'hidden' });
  await expect.poll(async () => (await focusOf(page)).name).toMatch(/^价格明细/);
  await press(page, /^去结算/);
  await page.waitForURL(/\/cart\/step2$/);
  await page.getByRole('button', { name: '提交订单' }).waitFor();

  await toContent(page);
  await press(page, /^新增地址/);
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('Tab');
    expect(
      await dialog.evaluate(
        (it) => it.contains(document.activeElement) || document.activeElement === document.body,
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await focusOf(page)).name).toMatch(/^新增地址/);
  await press(page, /^提交订单/);
  await page.waitForURL(/\/cart\/step3\/\d+$/);
  await page.getByRole('radio', { name: /余额支付/ }).waitFor();

  await toContent(page);
  // Of a group of radio buttons the focus goes to one; the arrows choose.
  await tabTo(page, /支付/);
  const chosen = page.getByRole('radio', { name: /余额支付/ });
  for (let step = 0; step < 8 && !(await chosen.isChecked()); step += 1)
    await page.keyboard.press('ArrowDown');
  expect(await chosen.isChecked()).toBe(true);
  await press(page, /^立即付款/);
  await page.waitForURL(/\/cart\/step4\?order=\d+$/);
  await page.getByText('付款成功').waitFor();
});

test('a good is marked as a favourite and dropped from the list of them, by keyboard alone', async () => {
  const { page, context } = await visit({ as: 'buyer-63' });
  const [goods] = await plainGoods(context.request);
  const favourites = async () =>
    (await get<{ list: object[] }>(context.request, '/api/favorite')).list.length;
  await gotoStill(page, `/list_info/${goods?.id ?? 0}`);
  await toContent(page);
  await press(page, /^收藏/);
  await expect.poll(favourites).toBe(1);
  await gotoStill(page, '/star');
  await toContent(page);
  await press(page, /^不再收藏/);
  await expect.poll(favourites).toBe(0);
  await expect.poll(async () => (await focusOf(page)).name).not.toBe('');
});

test('a line is dropped from the cart, and the focus stays in it', async () => {
  const { page, context } = await visit({ as: 'buyer-64' });
  const [one, two] = await plainGoods(context.request);
  for (const goods of [one, two]) if (goods) await fillCart(context.request, goods);
  await gotoStill(page, '/cart');
  await toContent(page);
  await press(page, /^删除 /);
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await expect.poll(async () => (await focusOf(page)).name).toBe('确定');
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByRole('spinbutton').count()).toBe(1);
  await expect.poll(async () => (await focusOf(page)).name).toMatch(/^选中/);
});
