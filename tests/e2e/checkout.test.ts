import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { accountFor, mark } from './support/tries.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

interface Sold {
  id: number;
  name: string;
  is_buy: number;
  qg_number: number;
  multiple: number;
  ck_id: number;
}

/** Goods that anyone approved may buy. */
async function sold({ request }: BrowserContext): Promise<Sold[]> {
  const { data } = await (await request.get('/api/goods/list?stock=1&sort=sales')).json();
  return (data.list as Sold[]).filter(({ is_buy }) => is_buy === 1);
}

async function add({ request }: BrowserContext, goods: Sold | undefined): Promise<void> {
  if (!goods) throw new Error('nothing to buy');
  const number = Math.max(goods.qg_number, goods.multiple);
  const params = [{ goods_id: goods.id, number, ck_id: goods.ck_id }];
  expect((await request.post('/api/cart', { data: { params } })).status()).toBe(200);
}

const remarkOf = (page: Page) => page.getByRole('textbox', { name: '订单备注' });

/** Presses the button of the checkout; answers what it sent. */
async function ordered(page: Page): Promise<URLSearchParams> {
  const sending = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/order'),
  );
  await page.getByRole('button', { name: '提交订单' }).click();
  return new URLSearchParams((await sending).postData() ?? '');
}

describe('what was filled in at the checkout', () => {
  test('is still there after the page was left and stepped back to, and goes with the order', async () => {
    const { page, context, at } = await visit({ as: 'buyer-15' });
    await add(context, (await sold(context))[0]);
    const remark = `周六送 ${mark()}`;
    await page.goto(at('/cart/step2'));
    await remarkOf(page).fill(remark);
    await page.getByRole('radio', { name: /电子专票/ }).check();
    await page.goto(at('/list'));
    await page.goBack();
    await expect.poll(() => remarkOf(page).inputValue()).toBe(remark);
    await page.reload();
    await expect.poll(() => remarkOf(page).inputValue()).toBe(remark);
    await expect.poll(() => page.getByRole('radio', { name: /电子专票/ }).isChecked()).toBe(true);
    const sent = await ordered(page);
    expect([sent.get('remark'), sent.get('invoice')]).toEqual([remark, 'special']);
    await page.waitForURL(/\/cart\/step3\/\d+$/);

    await add(context, (await sold(context))[0]);
    await page.goto(at('/cart/step2'));
    expect(await remarkOf(page).inputValue()).toBe('');
    expect(await page.getByRole('radio', { name: '暂不开票' }).isChecked()).toBe(true);
  });
});

describe('what stands in a field of the server’s page is what is sent', () => {
  test('what the browser brought back after a step back', async () => {
    const { page, context, at } = await visit({ as: 'buyer-16' });
    await add(context, (await sold(context))[0]);
    const remark = `放传达室 ${mark()}`;
    await page.goto(at('/cart/step2'));
    await remarkOf(page).fill(remark);
    // Nothing but the browser's own memory is to bring it back.
    await page.goto(at('/list'));
    await page.evaluate(() => sessionStorage.clear());
    await page.goBack();
    await expect.poll(() => remarkOf(page).inputValue()).toBe(remark);
    expect((await ordered(page)).get('remark')).toBe(remark);
  });

  test('what was typed and pressed before the page’s scripts were there', async () => {
    const { page, username, at } = await visitLogin('buyer-17');
    const arrived = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    void page.goto(at('/login'), { waitUntil: 'commit' }).catch(() => {});
    await page.getByLabel('用户名或手机号').fill(username);
    await page.locator('input[name=password]').fill('Demo@2026');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    arrived.resolve();
    await page.waitForURL(at('/'));
  });
});

/** A visitor that is to log in by hand as this account of the try. */
async function visitLogin(account: string) {
  const visitor = await visit();
  return { ...visitor, username: accountFor(account) };
}

test('an open cart follows what is added in another tab, and keeps the number that is being typed', async () => {
  const { page, context, tab, at } = await visit({ as: 'buyer-18' });
  const [first, second] = await sold(context);
  await add(context, first);
  await page.goto(at('/cart'));
  const main = page.getByRole('main');
  const typing = main.getByRole('spinbutton').first();
  await typing.fill('77');
  const other = await tab();
  await other.goto(at('/list'));
  await add(context, second);
  await main
    .getByRole('link', { name: second?.name ?? '' })
    .first()
    .waitFor();
  expect(await typing.inputValue()).toBe('77');
  for (const open of [page, other]) await open.getByText('2 件商品').first().waitFor({ state: 'attached' });
});

test('every line of the checkout says how its price came about, and leads to the report of its batch', async () => {
  const { page, context, at } = await visit({ as: 'buyer-27' });
  await add(context, (await sold(context))[0]);
  await page.goto(at('/cart/step2'));
  await page.getByRole('button', { name: '价格明细' }).first().click();
  const dialog = page.getByRole('dialog', { name: '价格明细' });
  await dialog.getByText('原价').first().waitFor();
  await dialog.getByText('小计').waitFor();
  await page.keyboard.press('Escape');
  await remarkOf(page).fill('先看报告');
  await page.getByRole('button', { name: '药检报告' }).first().click();
  await page.waitForURL(/\/zhzx_zlxz\?name=.+&batch=/);
  await page.getByRole('link', { name: '查看' }).first().waitFor();
  await page.goBack();
  await expect.poll(() => remarkOf(page).inputValue()).toBe('先看报告');
});

test('a good’s page under its group-buy shows the team, and what a place costs before it is taken', async () => {
  const { page, context, at } = await visit({ as: 'buyer-29' });
  const { data } = await (await context.request.get('/api/activity/groups')).json();
  const groups = data.list as { can_join: boolean; goods: { id: number } }[];
  const group = groups.find(({ can_join }) => can_join);
  await page.goto(at(`/list_info_pt/${group?.goods.id ?? 0}`));
  await page.getByRole('button', { name: '参团' }).click();
  const dialog = page.getByRole('dialog', { name: '参团' });
  await dialog.getByText('运费', { exact: true }).waitFor();
  await dialog.getByText('应付', { exact: true }).waitFor();
  await dialog.getByRole('combobox', { name: /收货地址/ }).waitFor();
});

test('a good’s page says its reductions, and leads back to the zone of free shipping where it comes from there', async () => {
  const { page, context, at } = await visit({ as: 'buyer-30' });
  const main = page.getByRole('main');
  const { data } = await (await context.request.get('/api/activity/promotions?kind=manjian')).json();
  const promotions = data.list as { name: string; state: string; offers: { goods: { id: number } }[] }[];
  const promotion = promotions.find(({ state, offers }) => state === 'open' && offers.length > 0);
  await page.goto(at(`/list_info/${promotion?.offers[0]?.goods.id ?? 0}`));
  await main.getByText('促销', { exact: true }).click();
  await main.getByText(`满减 · ${promotion?.name ?? ''}`).waitFor();
  await main
    .getByText(/满 ¥[\d,.]+ 减 ¥/)
    .first()
    .waitFor();

  const { data: zone } = await (await context.request.get('/api/goods/list?yx=1')).json();
  const [first] = zone.list as { id: number }[];
  const back = main.getByRole('link', { name: '优选包邮' });
  await page.goto(at(`/list_info/${first?.id ?? 0}?yx=1`));
  await back.waitFor();
  await page.goto(at(`/list_info/${first?.id ?? 0}`));
  expect(await back.count()).toBe(0);
});

test('a set to choose is not offered to who may not buy yet, and says why', async () => {
  const { page, at } = await visit({ as: 'newbie' });
  await page.goto(at('/zhzq'));
  const main = page.getByRole('main');
  await main.getByRole('status').getByText('认证后可购买').first().waitFor();
  expect(await main.getByRole('button', { name: '整组加入购物车' }).count()).toBe(0);
  for (const number of await main.getByRole('spinbutton').all()) expect(await number.isDisabled()).toBe(true);
});
