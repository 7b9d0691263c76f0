import { expect, test } from 'vitest';
import { accountFor } from './support/tries.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

test('a pharmacy finds amoxicillin by its initials, buys three boxes and pays from its balance', async () => {
  const username = accountFor('buyer-04');
  const { page, at } = await visit();
  await page.goto(at('/login'));
  await page.getByLabel('用户名或手机号').fill(username);
  await page.locator('input[name=password]').fill('Demo@2026');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL(at('/'));
  await page
    .getByText(`压测药房${username.slice(6)}号`)
    .first()
    .waitFor();

  const search = page.getByRole('combobox', { name: /搜索/ });
  await search.pressSequentially('amxl');
  const suggestion = page.getByRole('option').first();
  expect(await suggestion.textContent()).toContain('阿莫西林');
  await suggestion.click();
  await page.waitForURL(/\/search\?/);

  await page.getByRole('link', { name: '阿莫西林胶囊' }).first().click();
  await page.waitForURL(/\/list_info\//);
  await expect.poll(() => page.title()).toMatch(/^商品详情 - /);
  const quantity = page.getByRole('spinbutton', { name: '采购数量' });
  await quantity.fill('3');
  await quantity.press('Enter');
  await page.getByText(/再买 \d+ 盒，单价降至 ¥/).waitFor();
  await page.getByRole('button', { name: '加入购物车' }).click();
  await page.getByText('购物车已有 3盒').waitFor();

  await page
    .getByRole('link', { name: /购物车/ })
    .first()
    .click();
  await page.waitForURL(at('/cart'));
  const main = page.getByRole('main');
  await main.getByRole('link', { name: '阿莫西林胶囊' }).first().waitFor();
  expect(await main.getByRole('spinbutton').first().inputValue()).toBe('3');
  await page.getByRole('button', { name: '去结算' }).click();
  await page.waitForURL(at('/cart/step2'));
  await page.getByRole('button', { name: '提交订单' }).click();
  await page.waitForURL(/\/cart\/step3\/\d+$/);
  await page.getByRole('radio', { name: /余额支付/ }).check();
  await page.getByRole('button', { name: /付款/ }).click();
  await page.waitForURL(/\/cart\/step4\?order=\d+$/);
  await page.getByText('付款成功').waitFor();

  await page.getByRole('link', { name: '查看订单' }).click();
  await page.waitForURL(/\/order\/info\/\d+$/);
  await page.getByRole('heading', { name: '订单待发货' }).waitFor();
});

test('the sandbox cashier pays an order, and says what it is', async () => {
  const { page, context, at } = await visit({ as: 'buyer-02' });
  const goods = await findGoods(context.request);
  const added = await context.request.post('/api/cart', {
    form: {
      'params[0][goods_id]': goods.id,
      'params[0][number]': goods.number,
      'params[0][ck_id]': goods.ck_id,
    },
  });
  expect(added.status()).toBeLessThan(300);
  await page.goto(at('/cart/step2'));
  await page.getByRole('button', { name: '提交订单' }).click();
  await page.waitForURL(/\/cart\/step3\//);
  await page.getByRole('radio', { name: /支付宝/ }).check();
  await page.getByRole('button', { name: /付款/ }).click();
  await page.waitForURL(/\/cashier\//);
  await page.getByText('这是演示用的沙箱收银台').waitFor();
  await page.getByRole('button', { name: '确认付款' }).click();
  await page.waitForURL(/\/cart\/step4\?order=\d+$/);
  await page.getByText('付款成功').waitFor();
});

const PRICE = /"(price|base_price|original_price|retail_price)":\d/;

test.each([
  ['a visitor', undefined, '登录后可见'],
  ['a member that is not approved yet', 'newbie', '认证后可见'],
])('%s sees the notice and no price, in the HTML, the answers and the page', async (_who, as, notice) => {
  const { page, context, at } = await visit(as === undefined ? {} : { as });
  for (const path of ['/', '/list', '/list/table', '/search?keywords=amxl', '/list_info/1']) {
    const html = await (await context.request.get(path)).text();
    expect(html).toContain(notice);
    expect(html).not.toMatch(PRICE);
    await page.goto(at(path));
    await page.getByText(notice).first().waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/[¥￥]\s*\d+\.\d\d\s*\/(盒|瓶|袋|支)/);
  }
  for (const path of ['/api/goods/list', '/api/goods/detail/1', '/api/goods/hot', '/api/index/spike']) {
    const answer = await (await context.request.get(path)).text();
    expect(answer).toContain(notice);
    expect(answer).not.toMatch(PRICE);
  }
});

interface Found {
  id: number;
  number: number;
  ck_id: number;
}

type Request = Awaited<ReturnType<typeof visit>>['context']['request'];

/** A good that may be bought by anyone approved, with its least quantity. */
async function findGoods(request: Request): Promise<Found> {
  const answer = await request.get('/api/goods/list?stock=1&sort=sales');
  const { data } = (await answer.json()) as {
    data: { list: { id: number; is_buy: number; qg_number: number; multiple: number; ck_id: number }[] };
  };
  const goods = data.list.find((item) => item.is_buy === 1);
  if (!goods) throw new Error('nothing to buy');
  return { id: goods.id, number: Math.max(goods.qg_number, goods.multiple), ck_id: goods.ck_id };
}
