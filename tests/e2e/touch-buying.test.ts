import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { get, post } from './support/stores.ts';
import { fillCart, paidOrder, plainGoods, tap } from './support/touch.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** From the page of payment to the end. */
async function pay(page: Page, way: RegExp): Promise<void> {
  await page.waitForURL(/\/cart\/step3\/\d+$/);
  await tap(page.getByRole('radio', { name: way }));
  await tap(button(page, '立即付款'));
  await page.waitForURL(/\/cart\/step4\?order=\d+$/);
}

test('the first order: found, put into the cart, ordered and paid with a thumb', async () => {
  const { page } = await visit({ as: 'buyer-50', isPhone: true });
  await page.goto('/');
  await page.getByRole('combobox', { name: '搜索药品或厂家' }).fill('阿莫西林胶囊');
  await page.getByRole('option').first().tap();
  await page.waitForURL(/\/search\?/);
  await page.getByRole('main').getByRole('link', { name: '阿莫西林胶囊' }).first().tap();
  await page.waitForURL(/\/list_info\//);
  const bar = page.getByRole('group', { name: '价格与加入购物车' });
  await tap(bar.getByRole('button', { name: '加入购物车' }));
  await page.getByText(/购物车已有 \d+盒/).waitFor();
  await tap(page.getByRole('navigation', { name: '快捷工具' }).getByRole('link', { name: /购物车/ }));
  await page.waitForURL(/\/cart$/);
  await tap(button(page, '去结算'));
  await page.waitForURL(/\/cart\/step2$/);

  // Total and button are in sight before anything is scrolled.
  const order = button(page, '提交订单');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  const box = await order.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(812);
  await tap(order);
  await pay(page, /余额支付/);
  await page.getByText('付款成功').waitFor();
});

test('an order is bought again', async () => {
  const { page, context } = await visit({ as: 'buyer-51', isPhone: true });
  const id = await paidOrder(context.request);
  await page.goto(`/order/info/${id}`);
  await tap(button(page, '再次购买'));
  await page.waitForURL(/\/cart$/);
  await tap(button(page, '去结算'));
  await page.waitForURL(/\/cart\/step2$/);
  await tap(button(page, '提交订单'));
  await pay(page, /余额支付/);
});

test('a place in a group-buy is taken and paid', async () => {
  const { page, context } = await visit({ as: 'buyer-52', isPhone: true });
  interface Group {
    can_join: boolean;
    least: number;
    goods: { name: string };
  }
  const { list } = await get<{ list: Group[] }>(context.request, '/api/activity/groups');
  const group = list.find(({ can_join }) => can_join);
  if (!group) throw new Error('no group-buy is open');
  await page.goto('/ptzq');
  const card = page
    .locator('main article')
    .filter({ has: page.getByRole('link', { name: group.goods.name, exact: true }) });
  await tap(card.getByRole('button', { name: /参团/ }).first());
  const dialog = page.getByRole('dialog', { name: '参团' });
  await dialog.getByLabel('数量').fill(String(group.least));
  await tap(dialog.getByRole('button', { name: '提交并付款' }));
  await pay(page, /余额支付/);
  const { list: orders } = await get<{ list: object[] }>(context.request, '/api/order');
  expect(orders).toHaveLength(1);
});

test('a coupon is received and reduces the order', async () => {
  const { page, context } = await visit({ as: 'buyer-53', isPhone: true });
  await page.goto('/lqzx');
  const card = page.locator('article').filter({ hasText: '新客礼券' });
  await tap(card.getByRole('button', { name: /立即领取/ }));
  await card.getByText('已领取').waitFor();
  const [goods] = await plainGoods(context.request);
  if (!goods) throw new Error('nothing to buy');
  const step = Math.max(goods.qg_number, goods.multiple);
  await post(context.request, '/api/cart', {
    params: [{ goods_id: goods.id, number: step * Math.ceil(60 / step), ck_id: goods.ck_id }],
  });
  await page.goto('/cart/step2');
  await tap(page.getByRole('radio', { name: /新客礼券/ }));
  await page.getByText('已使用优惠券').waitFor();
  await tap(button(page, '提交订单'));
  await page.waitForURL(/\/cart\/step3\/\d+$/);
  const id = Number(page.url().split('/').at(-1));
  const { coupon_reduce } = await get<{ coupon_reduce: number }>(context.request, `/api/order/${id}`);
  expect(coupon_reduce).toBeGreaterThan(0);
});

test('an order is paid on credit', async () => {
  const { page, context, username } = await visit({ as: 'buyer-54', isPhone: true });
  const { context: staff } = await visit({ as: 'ops' });
  await post(staff.request, '/api/ops/credit', { company: username, limit: 5000, term_days: 30 });
  const [goods] = await plainGoods(context.request);
  if (!goods) throw new Error('nothing to buy');
  await fillCart(context.request, goods);
  await page.goto('/cart/step2');
  await tap(button(page, '提交订单'));
  await pay(page, /账期支付/);
  const { list } = await get<{ list: { status: number }[] }>(context.request, '/api/order');
  expect(list[0]?.status).toBe(30);
});
