import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { untilStill } from './support/still.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

/** Paths that are asked for from now on. */
function listen(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

/** Files that are on their way from now on. */
function listenForFiles(page: Page): Set<Request> {
  const coming = new Set<Request>();
  const end = (request: Request) => coming.delete(request);
  page.on('request', (request) => {
    if (request.url().includes('/assets/')) coming.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return coming;
}

test('a page asks for its data at once when it is chosen: what it is made of came before', async () => {
  const { page } = await visit();
  const asked = listen(page);
  const coming = listenForFiles(page);
  await page.goto('/');
  const link = page.getByRole('navigation').getByRole('link', { name: '全部药品' });
  // A mouse that rests on it would request the data as well.
  await link.focus();
  for (const part of [/\/page-list_index-/, /\/facet-bar-.*\.js$/, /\/sort-bar-.*\.js$/])
    await expect.poll(() => asked.some((path) => part.test(path))).toBe(true);
  await expect.poll(() => coming.size).toBe(0);
  // Whatever it would still need does not come any more.
  await page.route('**/assets/*.js', () => {});
  asked.length = 0;
  await link.click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => asked.includes('/api/goods/list')).toBe(true);
  await page.getByRole('main').getByRole('button', { name: '销量', exact: true }).waitFor();
});

test('the data of a page are requested while the mouse rests on its link', async () => {
  const { page } = await visit({ as: 'demo' });
  await page.goto('/');
  await untilStill(page);
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('tree=device')) requests += 1;
  });
  const link = page.locator('header nav a[href="/qxzq"]').first();
  // Until what listens to the mouse has come.
  await expect
    .poll(async () => {
      await page.mouse.move(0, 0);
      await link.hover();
      await page.waitForTimeout(200);
      return requests;
    })
    .toBeGreaterThan(0);
  expect(new URL(page.url()).pathname).toBe('/');
  await link.click();
  await page.getByRole('main').getByRole('heading', { name: '医疗器械' }).first().waitFor();
});

test('a page with prefetch is shown before its data is renewed, and with it then', async () => {
  const { page } = await visit({ as: 'demo' });
  const early = page.waitForResponse(/\/api\/goods\/list/);
  await page.goto('/');
  await (await early).finished();
  expect(new URL(page.url()).pathname).toBe('/');
  const renewed = Promise.withResolvers<void>();
  await page.route('**/api/goods/list?*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.data.list[0].name = '刚刚改名的商品';
    await renewed.promise;
    await route.fulfill({ response, json: answer });
  });
  await page.getByRole('navigation').getByRole('link', { name: '全部药品' }).first().click();
  const main = page.getByRole('main');
  await main.getByRole('button', { name: '销量', exact: true }).waitFor();
  await expect.poll(() => main.locator('a[href^="/list_info/"] img').count()).toBeGreaterThan(10);
  const renamed = () => main.getByText('刚刚改名的商品').count();
  expect(await renamed()).toBe(0);
  renewed.resolve();
  await expect.poll(renamed).toBeGreaterThan(0);
});

test('who saves data requests that of a page while the button of the mouse goes down, not before', async () => {
  const { page } = await visit({ as: 'demo' });
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.goto('/');
  await untilStill(page);
  const asked = listen(page);
  const lists = () => asked.filter((path) => path === '/api/goods/list').length;
  await page.getByRole('navigation').getByRole('link', { name: '全部药品' }).first().hover();
  await untilStill(page);
  expect(lists()).toBe(0);
  await page.mouse.down();
  await expect.poll(lists).toBe(1);
  expect(new URL(page.url()).pathname).toBe('/');
  await page.mouse.up();
  await page.getByRole('main').getByRole('button', { name: '销量', exact: true }).waitFor();
});

test('a tab that was opened before the shop was built anew opens an address anew whose page is gone', async () => {
  const { page } = await visit({ expected: /40[14]/ });
  let isOlder = true;
  await page.route(/\/assets\/(?:page-index|entry-client)/, (route) => {
    const request = route.request();
    const isGone = isOlder && (request.method() === 'HEAD' || request.url().includes('/page-index'));
    return isGone ? route.fulfill({ status: 404, body: '' }) : route.continue();
  });
  await page.goto('/login');
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOlder = false;
  });
  await page.evaluate(() => Object.assign(globalThis, { isBefore: true }));
  await page.getByRole('link', { name: '返回首页' }).click();
  await page.getByRole('link', { name: '每日特价' }).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.evaluate(() => 'isBefore' in globalThis)).toBe(false);
});

test('the login page leads on who is logged in already', async () => {
  const { page, at } = await visit({ as: 'buyer-20' });
  await page.goto('/login?from=%2Forder%3Fstatus%3D10');
  await page.getByRole('link', { name: '继续', exact: true }).click();
  await page.waitForURL(at('/order?status=10'));
  await page.goto('/login');
  await page.getByRole('link', { name: '进入会员中心' }).click();
  await page.waitForURL(at('/user'));
});

test('a block whose code cannot be had says so, and comes when it is asked for again', async () => {
  const { page } = await visit({ expected: /Failed to load|Failed to fetch|ERR_FAILED|sort-bar/ });
  let asked = 0;
  const isSortBar = /\/sort-bar-.*\.js$/;
  await page.route(isSortBar, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto('/');
  await page.getByRole('navigation').getByRole('link', { name: '全部药品' }).click();
  const note = page.getByRole('main').getByRole('alert');
  await note.waitFor();
  // Whoever asked again and again would do so in the turns that these take.
  for (let turn = 0; turn < 5; turn += 1) await page.evaluate(async () => void (await fetch('/robots.txt')));
  await untilStill(page);
  expect(asked).toBeLessThan(4);
  await page.unroute(isSortBar);
  await note.getByRole('button').click();
  await page.getByRole('main').getByRole('button', { name: '销量', exact: true }).waitFor();
  expect(await note.count()).toBe(0);
});

test('a page that is left loads none of its pictures again, in whatever size', async () => {
  const { page } = await visit({ as: 'demo' });
  await page.goto('/');
  await untilStill(page);
  const asked = listen(page);
  await page.getByRole('navigation').getByRole('link', { name: '全部药品' }).first().click();
  await page.getByRole('main').getByRole('button', { name: '销量', exact: true }).waitFor();
  await untilStill(page);
  const shown = await page
    .locator('img')
    .evaluateAll((pictures) =>
      pictures.map((picture) => new URL((picture as HTMLImageElement).src).pathname),
    );
  const pictures = asked.filter((path) => path.startsWith('/img/goods/'));
  expect(pictures.length).toBeGreaterThan(0);
  expect(pictures.filter((path) => !shown.includes(path))).toEqual([]);
});

test.each([
  [1440, 1],
  [375, 0],
])(
  'in a window of %i px, the banner from edge to edge is fetched %i times: a phone hides it',
  async (width, times) => {
    const { page } = await visit({ as: 'demo', width, isNew: true });
    const asked = listen(page);
    await page.goto('/');
    await untilStill(page);
    const banner = page.getByRole('list', { name: '全站 · 顶部通栏', includeHidden: true });
    const source = await banner.locator('source').first().getAttribute('srcset');
    const { pathname } = new URL(source?.split(' ')[0] ?? '', page.url());
    expect(asked.filter((path) => path === pathname)).toHaveLength(times);
    expect(await banner.isVisible()).toBe(times > 0);
  },
);
