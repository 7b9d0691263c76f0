import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { takeClock } from './support/clock.ts';
import { untilStill } from './support/still.ts';
import { shareBrowser, type VisitorOptions, visit } from './support/visitor.ts';

shareBrowser();

/** Browsers report a refused call on the console by themselves. */
const REFUSED = /Failed to load resource/;

const envelope =
  (code: number, message: string, data: unknown = null) =>
  (route: Route) =>
    route.fulfill({ status: code >= 200 && code < 600 ? code : 200, json: { code, message, data } });

/** A list of goods to act on, with one call routed to its condition. */
async function shopWith(call: string, answer: (route: Route) => unknown, options: VisitorOptions = {}) {
  const visitor = await visit({ as: 'buyer-11', expected: REFUSED, ...options });
  await visitor.page.route(`**${call}`, async (route) => void (await answer(route)));
  await visitor.page.goto('/list');
  return visitor;
}

const toasts = (page: Page) => page.getByRole('region', { name: '提示', exact: true });
const alert = (page: Page) => page.getByRole('alertdialog');
const heart = (page: Page) => page.getByRole('main').getByRole('button', { name: /^收藏/ }).first();
const favorite = (page: Page) => heart(page).click();
/** What the server says beside a code. */
const WORDS = '这件商品暂时不能收藏';

/** On one page, presses a favourite (`label`) for each code that the server answers with, and lets pass what was shown of it. */
async function answeredInTurn(
  codes: readonly number[],
  data: unknown,
  look: (page: Page, label: string) => Promise<void>,
) {
  let now = 0;
  const answer = (route: Route) => envelope(now, WORDS, data)(route);
  const { page } = await shopWith('/api/favorite', answer, { isNew: true });
  await takeClock(page);
  for (const code of codes) {
    now = code;
    const label = (await heart(page).getAttribute('aria-label')) ?? '';
    const answered = page.waitForResponse('**/api/favorite');
    await favorite(page);
    expect((await (await answered).json()).code).toBe(code);
    await look(page, label);
    await page.clock.runFor(10_000);
    await expect.poll(() => toasts(page).getByRole('paragraph').count()).toBe(0);
  }
}

const add = (page: Page) => page.getByRole('main').getByRole('button', { name: /加购/ }).first().click();

describe('codes', () => {
  test('10000, 200 and 201 are a success', async () => {
    await answeredInTurn([10000, 200, 201], { total: 1 }, async (page, label) => {
      await toasts(page).getByText('收藏成功').waitFor();
      // The next press goes to the first goods that is no favourite yet.
      await page
        .getByRole('main')
        .getByRole('button', { name: `取消${label}`, exact: true })
        .first()
        .waitFor();
    });
  });

  test.each([10001, 401])('%i leads to the login page, and back afterwards', async (code) => {
    const { page, at, username } = await shopWith('/api/favorite', envelope(code, '请先登录'));
    await favorite(page);
    await page.waitForURL(/\/login\?from=/);
    expect(await alert(page).count()).toBe(0);
    await page.getByLabel('用户名或手机号').fill(username);
    await page.locator('input[name=password]').fill('Demo@2026');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL(at('/list'));
  });

  test('459 shows its message and leads to the contracts', async () => {
    const { page, at } = await shopWith('/api/favorite', envelope(459, '请先签署电子合同'));
    await favorite(page);
    await alert(page).getByText('请先签署电子合同').waitFor();
    await alert(page).getByRole('button', { name: '确定' }).click();
    await page.waitForURL(at('/dzht'));
    await page
      .getByRole('heading', { name: /电子合同/ })
      .first()
      .waitFor();
  });

  test('422 shows the first message of the first field, with an error icon', async () => {
    const errors = { number: ['数量超过库存', '另一条'], goods_id: ['商品有误'] };
    const { page } = await shopWith('/api/favorite', envelope(422, '提交的内容有误', { errors }));
    await favorite(page);
    await toasts(page).getByText('数量超过库存', { exact: true }).waitFor();
    expect(await toasts(page).locator('[data-tone=error]').count()).toBe(1);
    expect(await alert(page).count()).toBe(0);
  });

  test('400, 403, 404, 409 and 429 show the server’s words in an alert titled 温馨提示', async () => {
    await answeredInTurn([400, 403, 404, 409, 429], null, async (page) => {
      await alert(page).getByRole('heading', { name: '温馨提示' }).waitFor();
      expect(await alert(page).innerText()).toContain(WORDS);
      await page.keyboard.press('Escape');
      await alert(page).waitFor({ state: 'detached' });
    });
  });

  test('500, 502 and 599 say that the system is busy', async () => {
    await answeredInTurn([500, 502, 599], null, async (page) => {
      await toasts(page).getByText('系统繁忙，请稍候再试').waitFor();
      expect(await page.getByText(WORDS).count()).toBe(0);
    });
  });

  test('an answer that does not come within 30 s offers to load the page anew', async () => {
    const { page } = await visit({ as: 'buyer-11', isNew: true, expected: REFUSED });
    await page.route('**/api/favorite', () => new Promise(() => {}));
    await page.goto('/list');
    await takeClock(page);
    await favorite(page);
    await page.clock.runFor(29_000);
    expect(await alert(page).count()).toBe(0);
    await page.clock.runFor(2000);
    await alert(page).getByText('请求超时，请刷新页面').waitFor();
    const loaded = page.waitForEvent('load');
    await alert(page).getByRole('button', { name: '刷新' }).click();
    await loaded;
  });
});

describe('what the reader does', () => {
  test('adding to the favourites says so, and leads to them', async () => {
    const { page, at } = await visit({ as: 'buyer-12' });
    await page.goto('/list');
    await favorite(page);
    await toasts(page).getByText('收藏成功').waitFor();
    await toasts(page).getByRole('link', { name: '查看我的收藏' }).click();
    await page.waitForURL(at('/star'));
    await page.getByRole('heading', { name: '我的收藏' }).first().waitFor();
    const main = page.getByRole('main');
    await main.getByRole('checkbox').first().check();
    await main.getByRole('button', { name: '取消收藏' }).click();
    await toasts(page).getByText('取消收藏成功').waitFor();
    await page.getByText('还没有收藏商品').waitFor();
  });

  test('adding to the cart shows the server’s words with a success icon', async () => {
    const { page } = await shopWith('/api/cart', envelope(200, '已加入购物车啦', { ids: [1], total: 1 }));
    await add(page);
    await toasts(page).getByText('已加入购物车啦').waitFor();
    expect(await toasts(page).locator('[data-tone=success]').count()).toBe(1);
  });

  test('a good that cannot be added shows them with a warning icon', async () => {
    const { page } = await shopWith('/api/cart', envelope(409, '已超出限购数量'));
    await add(page);
    await toasts(page).getByText('已超出限购数量').waitFor();
    expect(await toasts(page).locator('[data-tone=warning]').count()).toBe(1);
    expect(await alert(page).count()).toBe(0);
  });

  test('a link with no target says 活动暂未开始, or what stands after its hash', async () => {
    const { page } = await visit({ expected: REFUSED });
    const home = await (await page.request.get('/api/global/home')).json();
    const nav = [
      { id: 1, name: '没有去处', url: '', image: null, is_open: 0, children: [] },
      { id: 2, name: '下月开始', url: '#下月一日开始', image: null, is_open: 0, children: [] },
    ];
    home.data.nav = nav;
    await page.route('**/api/global/home', (route) => route.fulfill({ json: home }));
    await page.goto('/login');
    await page.getByRole('link', { name: '返回首页' }).click();
    const main = page.getByRole('navigation', { name: '主导航' });
    await main.getByRole('button', { name: '没有去处' }).click();
    await toasts(page).getByText('活动暂未开始').waitFor();
    await main.getByRole('button', { name: '下月开始' }).click();
    await toasts(page).getByText('下月一日开始').waitFor();
  });

  test('the inspection link without an address shows the server’s message in an alert', async () => {
    const { page } = await visit();
    await page.goto('/');
    await page.getByRole('button', { name: '药检查询' }).click();
    await alert(page)
      .getByText('药检报告在“自助服务 · 药检报告”查询：登录后按品名、批号或订单号查看与下载')
      .waitFor();
  });

  test('a lottery that fails stops turning and says why', async () => {
    const { page } = await visit({ as: 'buyer-13', expected: REFUSED });
    await page.route('**/api/draw?*', envelope(409, '活动太火爆，请稍后再抽'));
    await page.goto('/');
    const popup = page.getByRole('region', { name: '会员幸运抽奖' });
    await popup.getByRole('button', { name: /^抽奖/ }).click();
    await popup.getByRole('button', { name: '立即抽奖' }).click();
    await alert(page).getByText('活动太火爆，请稍后再抽').waitFor();
    await alert(page).getByRole('button', { name: '确定' }).click();
    await popup.getByRole('button', { name: '立即抽奖' }).waitFor();
    expect(await popup.getAttribute('aria-busy')).toBe('false');
  });

  test('common data of the header, ads and the reader may fail without a word', async () => {
    const { page } = await visit({ expected: REFUSED });
    for (const path of ['global/home', 'global/config', 'global/links', 'focus/*', 'cart/total', 'user/base'])
      await page.route(`**/api/${path}`, (route) => route.abort());
    await page.goto('/login');
    await page.getByRole('link', { name: '返回首页' }).click();
    await page.getByRole('combobox').waitFor();
    await page.getByRole('banner').getByRole('link', { name: '登录' }).waitFor();
    await untilStill(page);
    expect(await toasts(page).count()).toBe(0);
    expect(await alert(page).count()).toBe(0);
    expect(await page.getByRole('banner').getByText('加载失败').count()).toBe(0);
  });

  test('leaving forgets the login and loads the page anew; a failure is shown like any other', async () => {
    const { page, context } = await visit({ as: 'buyer-14', expected: REFUSED });
    await page.goto('/list');
    await page.route('**/api/user/logout', envelope(500, ''));
    await page.getByRole('button', { name: '安全退出' }).click();
    await toasts(page).getByText('系统繁忙，请稍候再试').waitFor();
    await page.unroute('**/api/user/logout');
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: '安全退出' }).click();
    await loaded;
    await page.getByRole('banner').getByRole('link', { name: '登录' }).waitFor();
    const kept = (await context.cookies()).find(({ name }) => name === 'kept');
    expect(decodeURIComponent(kept?.value ?? '')).not.toContain('"justLoggedIn":true');
  });
});
