import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

/** What the browser itself reports of a call that failed. */
const REPORTED = /Failed to load resource|net::ERR_|EventSource's response/;

type Failure = (route: Route) => Promise<void>;

const FAILURES: Record<string, Failure> = {
  'a 500': (route) => route.fulfill({ status: 500, json: { code: 500, message: 'fault', data: null } }),
  'a lost connection': (route) => route.abort(),
  'broken JSON': (route) => route.fulfill({ contentType: 'application/json', body: '{"code":2' }),
  'a page of HTML': (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502</h1>' }),
  'no data': (route) => route.fulfill({ json: { code: 200, message: '', data: null } }),
};

/** What each page shows as soon as its data is there. */
const PAGES: Record<string, RegExp> = {
  '/': /热销商品[\s\S]*加购/,
  '/list': /加购/,
  '/list/table': /加购/,
  '/list_info/1': /加入购物车/,
  '/search?keywords=amxl': /加购/,
  '/cart': /购物车/,
  '/order': /我的订单/,
  '/star': /我的收藏/,
  '/wdxx': /我的消息/,
  '/help/xrzn/hyzc': /会员注册/,
  '/help/news/hy': /行业资讯/,
  '/help/news/info/205/hy': /GSP/,
  '/dzht': /电子合同/,
};

/** Goes to a page as a link does, so that everything of it is asked in the browser. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** The login page as a member sees it: nothing of the shop's data has been asked yet. */
async function start(page: Page): Promise<void> {
  await page.goto('/login', { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => {
    const form = document.querySelector('form');
    return form !== null && Object.keys(form).some((key) => key.startsWith('__react'));
  });
}

/** The API paths that a page asks. */
async function callsOf(page: Page, path: string): Promise<string[]> {
  const asked = new Set<string>();
  const note = (request: { url: () => string }) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.add(pathname);
  };
  await start(page);
  page.on('request', note);
  await follow(page, path);
  await page.getByRole('combobox').waitFor();
  await page.waitForTimeout(700);
  page.off('request', note);
  return [...asked];
}

/** The page stands: it has words, a field to search in, and no block of it has crashed. */
async function expectUsable(page: Page, what: string): Promise<void> {
  await page.getByRole('combobox').waitFor();
  await page.waitForTimeout(250);
  expect.soft((await page.getByRole('main').innerText()).trim(), what).not.toBe('');
  expect.soft((await page.locator('body').innerText()).length, what).toBeGreaterThan(200);
  expect.soft(await page.getByText('这一块出了问题').count(), what).toBe(0);
}

test('whichever call fails, and however, every page stands and stays usable', {
  timeout: 600_000,
}, async () => {
  const { page } = await visit({ as: 'demo', expected: REPORTED });
  const tried = new Set<string>();
  for (const path of Object.keys(PAGES)) {
    const fresh = (await callsOf(page, path)).filter((call) => !tried.has(call));
    for (const call of fresh) {
      tried.add(call);
      for (const [name, fail] of Object.entries(FAILURES)) {
        const matches = (url: URL) => url.pathname === call;
        await page.route(matches, fail);
        await start(page);
        await follow(page, path);
        await expectUsable(page, `${path}, ${call}: ${name}`);
        await page.unroute(matches);
      }
    }
  }
  expect(tried.size).toBeGreaterThan(20);
});

describe('the part that failed says so, and asks again', () => {
  test.each([
    ['/', '/api/goods/hot'],
    ['/list', '/api/goods/list'],
    ['/list_info/1', '/api/goods/detail/1'],
    ['/search?keywords=amxl', '/api/goods/list'],
    ['/order', '/api/order'],
    ['/star', '/api/favorite'],
    ['/help/news/hy', '/api/article'],
    ['/help/xrzn/hyzc', '/api/article/help/hyzc'],
  ])('%s without %s', async (path, call) => {
    const { page } = await visit({ as: 'demo', expected: REPORTED });
    for (const fail of Object.values(FAILURES).slice(0, 4)) {
      const matches = (url: URL) => url.pathname === call;
      await page.route(matches, fail);
      await start(page);
      await follow(page, path);
      const failed = page.getByRole('main').getByRole('alert').filter({ hasText: '加载失败' });
      await failed.first().waitFor();
      await page.unroute(matches);
      await failed.first().getByRole('button', { name: '重试' }).click();
      await expect.poll(() => page.getByRole('main').innerText()).toMatch(PAGES[path] ?? /./);
      await expect.poll(() => failed.count()).toBe(0);
    }
  });
});

test('answers that take 8 s leave the page usable meanwhile, and arrive', { timeout: 120_000 }, async () => {
  const { page } = await visit({ as: 'demo', expected: REPORTED });
  await start(page);
  await page.route('**/api/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 8000));
    await route.continue().catch(() => {});
  });
  await follow(page, '/list');
  await page.getByRole('main').getByText('加载中…').first().waitFor({ state: 'attached' });
  const box = page.getByRole('combobox');
  await box.fill('布洛芬');
  await page.getByText('搜索中...').waitFor();
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
  await expect.poll(() => page.getByRole('main').innerText(), { timeout: 20_000 }).toMatch(/加购/);
});
