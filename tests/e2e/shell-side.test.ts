import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { takeClock } from './support/clock.ts';
import { gotoStill, untilAtRest, untilStill } from './support/still.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

/** A visitor is asked for, and answered that nobody is logged in. */
const UNKNOWN = /status of 401/;

const tools = (page: Page) => page.getByRole('navigation', { name: '快捷工具' });
const cartTool = (page: Page) => tools(page).getByRole('link', { name: /购物车/ });
const drawer = (page: Page) => page.getByRole('complementary', { name: '购物车' });
const width = async (page: Page) => Math.round((await drawer(page).boundingBox())?.width ?? Number.NaN);

/** How often a path has been asked since the page was opened. */
function countCalls(page: Page, path: string): () => number {
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) asked += 1;
  });
  return () => asked;
}

/** Stops the clock that was installed in a page; from here on the test moves it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

/** A visitor whose cart holds the first good that can be bought, twice its least quantity. */
async function withCart(as: string, path = '/list') {
  const visitor = await visit({ as, expected: /status of 404/ });
  const goods = await visitor.context.request.get('/api/goods/list?stock=1&sort=sales');
  const { list } = (await goods.json()).data;
  const good = list.find((item: { is_buy: number }) => item.is_buy === 1);
  const number = Math.max(good.qg_number, good.multiple);
  const form = {
    'params[0][goods_id]': good.id,
    'params[0][number]': number,
    'params[0][ck_id]': good.ck_id,
  };
  expect((await visitor.context.request.post('/api/cart', { form })).status()).toBeLessThan(300);
  const asked = countCalls(visitor.page, '/api/cart/list');
  await gotoStill(visitor.page, path);
  return { ...visitor, good, number, asked };
}

describe('the toolbar', () => {
  test('leads to the account and the messages, to the service, shows a code and goes back up', async () => {
    const { page } = await visit({ as: 'buyer-21' });
    await gotoStill(page, '/list');
    const bar = tools(page);
    expect(await bar.getByRole('link', { name: '我的账户' }).getAttribute('href')).toBe('/user');
    expect(await bar.getByRole('link', { name: /消息/ }).getAttribute('href')).toBe('/wdxx');
    await bar.getByRole('button', { name: '微信码' }).hover();
    await bar.getByRole('img').waitFor();
    await page.evaluate(() => scrollTo(0, 900));
    await bar.getByRole('button', { name: '回到顶部' }).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });

  test('counts at most 99 goods, in the header as well', async () => {
    const { page } = await visit({ expected: UNKNOWN });
    await page.route('**/api/cart/total', (route) =>
      route.fulfill({ json: { code: 200, message: '', data: { total: 120 } } }),
    );
    await page.goto('/login');
    await page.getByRole('link', { name: '返回首页' }).click();
    await cartTool(page).getByText('99+').waitFor();
    await page.getByRole('banner').getByText('99+').waitFor();
  });

  test('shows how many messages are unread', async () => {
    const { page } = await visit({ as: 'buyer-21' });
    const base = await (await page.request.get('/api/user/base')).json();
    base.data.message_count = 7;
    await page.route('**/api/user/base', (route) => route.fulfill({ json: base }));
    await page.goto('/login');
    await page.getByRole('link', { name: '返回首页' }).click();
    await tools(page).getByRole('link', { name: /消息/ }).getByText('7', { exact: true }).waitFor();
  });

  test('offers two services outside; one that is not set up says what to do instead', async () => {
    const { page } = await visit();
    await page.goto('/');
    for (const name of ['客服一', '客服二']) {
      await tools(page).getByRole('button', { name }).click();
      const said = page.getByRole('region', { name: '提示', exact: true });
      await said.getByText('在线客服暂未接入，请拨打热线').waitFor();
      await said.getByRole('button', { name: '关闭' }).click();
      await said.getByText('在线客服暂未接入').waitFor({ state: 'detached' });
    }
  });
});

describe('the cart drawer', () => {
  test('is 40 px wide and asks nothing until it is opened; then 310 px with what is in the cart', async () => {
    const { page, good, number, asked } = await withCart('buyer-15');
    expect(await width(page)).toBe(40);
    expect(asked()).toBe(0);
    await cartTool(page).click();
    await expect.poll(() => width(page)).toBe(310);
    const line = drawer(page).getByRole('listitem').filter({ hasText: good.name });
    await line.waitFor();
    const text = await line.innerText();
    for (const part of [good.sccj, good.ypgg, `× ${number}`]) expect(text).toContain(part);
    expect(text).toMatch(/¥\s*\d+\.\d\d/);
    expect(await line.getByRole('img').or(line.locator('img')).count()).toBe(1);
    expect(await drawer(page).innerText()).toMatch(new RegExp(`共 ${number} 件[\\s\\S]*合计`));
    expect(asked()).toBe(1);
    await cartTool(page).click();
    await expect.poll(() => width(page)).toBe(40);
  });

  test('renews itself when the cart changes', async () => {
    const { page, asked } = await withCart('buyer-16');
    await cartTool(page).click();
    await drawer(page).getByRole('listitem').first().waitFor();
    await page.getByRole('main').getByRole('button', { name: /加购/ }).first().click();
    await expect.poll(asked).toBe(2);
  });

  test('asks before it deletes, and says when nothing is left', async () => {
    const { page, good } = await withCart('buyer-17');
    await cartTool(page).click();
    const remove = drawer(page).getByRole('button', { name: `删除${good.name}` });
    const question = page.getByRole('alertdialog').filter({ hasText: '确定删除这件商品吗?' });
    await remove.click();
    await question.getByRole('button', { name: '取消' }).click();
    await remove.click();
    await question.getByRole('button', { name: '确定' }).click();
    await drawer(page).getByText('购物车空空如也~').waitFor();
    await expect.poll(() => cartTool(page).getByText(/^\d+$/).count()).toBe(0);
  });

  test('keeps the focus inside when a line goes: on the next one, and at last on the title', async () => {
    const { page, context } = await withCart('buyer-06');
    const goods = await (await context.request.get('/api/goods/list?stock=1&sort=newest')).json();
    const other = goods.data.list.find((item: { is_buy: number }) => item.is_buy === 1);
    const form = {
      'params[0][goods_id]': other.id,
      'params[0][number]': Math.max(other.qg_number, other.multiple),
      'params[0][ck_id]': other.ck_id,
    };
    expect((await context.request.post('/api/cart', { form })).status()).toBeLessThan(300);
    await cartTool(page).click();
    const lines = drawer(page).getByRole('listitem');
    await expect.poll(() => lines.count()).toBe(2);
    const remove = async () => {
      await drawer(page).getByRole('button', { name: /^删除/ }).first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click();
    };
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      );
    await remove();
    await expect.poll(() => lines.count()).toBe(1);
    await expect.poll(focused).toMatch(/^删除/);
    await remove();
    await drawer(page).getByText('购物车空空如也~').waitFor();
    await expect.poll(focused).toBe('购物车');
  });

  test('a line that was deleted elsewhere goes when it is refused', async () => {
    const { page, context } = await withCart('buyer-07');
    await cartTool(page).click();
    const line = drawer(page).getByRole('listitem');
    await line.first().waitFor();
    const cart = await (await context.request.get('/api/cart/list?filters=99999&new=1')).json();
    const id = cart.data.data[0].id;
    await context.request.post('/api/cart/batch_delete', { form: { 'ids[0]': id } });
    await page.route('**/api/cart/batch_delete', (route) =>
      route.fulfill({ status: 404, json: { code: 404, message: '购物车里没有这件商品', data: null } }),
    );
    await drawer(page).getByRole('button', { name: /^删除/ }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click();
    await page.getByText('购物车里没有这件商品').waitFor();
    await drawer(page).getByText('购物车空空如也~').waitFor();
  });

  test('keeps its head in reach when the search bar is fixed above the page', async () => {
    const { page } = await visit({ as: 'buyer-22' });
    await gotoStill(page, '/');
    await page.getByRole('banner').getByRole('button', { name: '小程序码' }).click();
    await page.getByText('微信扫一扫，手机采购').waitFor();
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, 900);
    await cartTool(page).click();
    await expect.poll(() => width(page)).toBe(310);
    await drawer(page).getByRole('button', { name: '收起' }).click();
    await expect.poll(() => width(page)).toBe(40);
  });

  test('leads to the cart, where it stays closed, loads nothing, and has no badge', async () => {
    const { page, asked } = await withCart('buyer-18');
    await cartTool(page).getByText('1', { exact: true }).waitFor();
    await cartTool(page).click();
    await drawer(page).getByRole('link', { name: '去购物车' }).click();
    await page.waitForURL(/\/cart$/);
    await page.getByRole('button', { name: '去结算' }).waitFor();
    await expect.poll(() => width(page)).toBe(40);
    expect(await cartTool(page).getByText('1', { exact: true }).isVisible()).toBe(false);
    const before = asked();
    await cartTool(page).click();
    await untilStill(page);
    await untilAtRest(drawer(page));
    expect(await width(page)).toBe(40);
    expect(asked()).toBe(before);
    for (const path of ['/cart', '/cart_step1']) {
      await gotoStill(page, path);
      expect(await cartTool(page).getByText('1', { exact: true }).isVisible()).toBe(false);
    }
  });

  test('opens and closes by keyboard, and gives the focus back', async () => {
    const { page } = await withCart('buyer-19');
    await cartTool(page).focus();
    await page.keyboard.press('Enter');
    await drawer(page).getByRole('listitem').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => width(page)).toBe(40);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('购物车');
  });

  test('is not there on a narrow window, where the bar leads to the cart itself', async () => {
    const { page } = await visit({ as: 'buyer-10', width: 375, height: 812 });
    await page.goto('/list');
    await cartTool(page).click();
    await page.waitForURL(/\/cart$/);
    await page.getByText('购物车空空如也~').waitFor();
    expect(await width(page)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });
});

describe('the lottery', () => {
  const popup = (page: Page) => page.getByRole('region', { name: '会员幸运抽奖' });
  const leaving = (page: Page) => page.getByRole('alertdialog').filter({ hasText: '抽奖进行中' });

  test('shows nothing to visitors, and on no page but the index', async () => {
    const { page } = await visit();
    await gotoStill(page, '/');
    expect(await popup(page).count()).toBe(0);
    const { page: member } = await visit({ as: 'buyer-20' });
    await gotoStill(member, '/list');
    expect(await popup(member).count()).toBe(0);
    await member.getByRole('link', { name: '首页' }).first().click();
    await popup(member).waitFor();
  });

  test('draws: turning, after 2 s the prize, and not again for who has drawn', async () => {
    const { page } = await visit({ as: 'buyer-20', isNew: true });
    const result = {
      id: 1,
      prize_id: 1,
      name: '88 积分',
      remarks: '可在积分商城兑换',
      kind: 'points',
      chances: 0,
    };
    await page.route('**/api/draw?*', (route) =>
      route.fulfill({ json: { code: 200, message: '', data: result } }),
    );
    await page.goto('/');
    await takeClock(page);
    await stopClock(page);
    const answered = page.waitForResponse('**/api/draw?*');
    await popup(page).getByRole('button', { name: /^抽奖/ }).click();
    await popup(page).getByRole('button', { name: '立即抽奖' }).click();
    expect(await popup(page).getAttribute('aria-busy')).toBe('true');
    await (await answered).finished();
    await page.clock.runFor(1900);
    expect(await popup(page).getAttribute('aria-busy')).toBe('true');
    await page.clock.resume();
    await popup(page).getByText('恭喜获得 88 积分').waitFor();
    await stopClock(page);
    await popup(page).getByRole('button', { name: '知道了' }).click();
    expect(await popup(page).getAttribute('data-stage')).toBe('closing');
    await page.clock.runFor(900);
    expect(await popup(page).getAttribute('data-stage')).toBe('closing');
    await page.clock.resume();
    await popup(page).waitFor({ state: 'detached' });
  });

  test('really draws on the server, once', async () => {
    const { page, context } = await visit({ as: 'buyer-22' });
    await page.goto('/');
    await popup(page).getByRole('button', { name: /^抽奖/ }).click();
    await popup(page).getByRole('button', { name: '立即抽奖' }).click();
    await popup(page)
      .getByRole('button', { name: /知道了|再抽一次/ })
      .waitFor();
    const record = await (await context.request.get('/api/draw/record')).json();
    expect(record.data.total).toBe(1);
    expect(await popup(page).innerText()).toContain(record.data.list[0].name);
    await page.reload();
    await untilStill(page);
    expect(await popup(page).count()).toBe(0);
  });

  test('closing during a draw asks first', async () => {
    // What is never answered may reach the shop when its page is closed: nobody else plays with this account.
    const { page } = await visit({ as: 'buyer-29' });
    await page.route('**/api/draw?*', () => new Promise(() => {}));
    await page.goto('/');
    await popup(page).getByRole('button', { name: /^抽奖/ }).click();
    await popup(page).getByRole('button', { name: '立即抽奖' }).click();
    await popup(page).getByRole('button', { name: '关闭抽奖' }).click();
    await leaving(page).getByText('抽奖进行中 , 如果关闭后未出结果 , 请移步至个人中心查看结果。').waitFor();
    await leaving(page).getByRole('button', { name: '取消' }).click();
    expect(await popup(page).getAttribute('data-stage')).toBe('drawing');
    await popup(page).getByRole('button', { name: '关闭抽奖' }).click();
    await leaving(page).getByRole('button', { name: '关闭', exact: true }).last().click();
    await popup(page).waitFor({ state: 'detached' });
  });

  test('the question is taken back when the result comes first', async () => {
    const { page } = await visit({ as: 'buyer-20' });
    const result = {
      id: 1,
      prize_id: 1,
      name: '88 积分',
      remarks: '可在积分商城兑换',
      kind: 'points',
      chances: 0,
    };
    const asked = Promise.withResolvers<void>();
    await page.route('**/api/draw?*', async (route) => {
      await asked.promise;
      await route.fulfill({ json: { code: 200, message: '', data: result } });
    });
    await page.goto('/');
    await popup(page).getByRole('button', { name: /^抽奖/ }).click();
    await popup(page).getByRole('button', { name: '立即抽奖' }).click();
    await popup(page).getByRole('button', { name: '关闭抽奖' }).click();
    await leaving(page).waitFor();
    asked.resolve();
    await popup(page).getByText('恭喜获得 88 积分').waitFor();
    await leaving(page).waitFor({ state: 'detached' });
    expect(await popup(page).getAttribute('data-stage')).toBe('result');
  });
});

describe('the chat', () => {
  test('is asked for once when a page opens', async () => {
    const { page } = await visit({ as: 'demo' });
    const asked = countCalls(page, '/api/chat');
    const answered = page.waitForResponse('**/api/chat');
    await page.goto('/list');
    await answered;
    await untilStill(page);
    expect(asked()).toBe(1);
  });
});

describe('the reader', () => {
  test('is not asked for on the login page', async () => {
    const { page } = await visit();
    const asked = countCalls(page, '/api/user/base');
    await gotoStill(page, '/login');
    expect(asked()).toBe(0);
    expect(await page.locator('#state').textContent()).not.toContain('user.base');
  });

  test('is asked for once in a visit, the member centre included', async () => {
    const { page } = await visit({ as: 'buyer-21' });
    const asked = countCalls(page, '/api/user/base');
    await gotoStill(page, '/list');
    await page.getByRole('link', { name: '会员中心' }).click();
    await page.waitForURL(/\/user$/);
    await page.getByRole('heading', { name: '会员中心' }).waitFor();
    expect(asked()).toBe(0);
  });
});
