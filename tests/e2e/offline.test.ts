import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accountFor } from './support/tries.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

/** The line is down, which the console tells as well. */
const LINE_DOWN = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|503|Failed to fetch|Failed to load/;

/** Until the worker keeps what is seen: the page itself, and what would say that something was kept. */
async function untilKept(page: Page, path: string): Promise<void> {
  await expect.poll(() => keptPages(page), { timeout: 20_000 }).toContain(path);
}

/** Pages that the worker keeps. */
const keptPages = (page: Page) =>
  page.evaluate(async () =>
    (await (await caches.open('seen')).keys()).map(({ url }) => new URL(url).pathname),
  );

async function cartTotal(page: Page): Promise<number> {
  const answer = await page.request.get('/api/cart/total');
  return ((await answer.json()) as { data: { total: number } }).data.total;
}

test('a page that was seen is read without a connection, as a copy with its time', async () => {
  const { page, context } = await visit({ as: 'demo', hasWorker: true, expected: LINE_DOWN });
  await page.goto('/list_info/1');
  await untilKept(page, '/list_info/1');
  await context.setOffline(true);
  await page.getByText('没有网络：看过的页面可以继续看').waitFor();
  await page.goto('/list_info/1');
  await page.getByText(/离线副本 · 保存于 \d{4}年/).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('阿莫西林');
  /* The copy has been taken over when the page has put its own line beside the one of the copy. */
  await expect.poll(() => page.locator('body > p[role=status]').count()).toBe(2);
  await page.goto('/mrtj');
  await page.getByRole('heading', { name: '没有网络，这一页还没有在这台设备上看过' }).waitFor();
  await page.getByRole('listitem').getByRole('link').first().waitFor();
  await context.setOffline(false);
  await page.goto('/mrtj');
  expect(await page.getByText('离线副本').count()).toBe(0);
});

test('what is put into the cart while the line is down is told, and sent once when it is back', async () => {
  const { page, context } = await visit({ as: 'demo', hasWorker: true, expected: LINE_DOWN });
  await page.goto('/list_info/1');
  await untilKept(page, '/list_info/1');
  const posted: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.startsWith('/api/cart'))
      posted.push(request.headers()['idempotency-key']);
  });
  const before = await cartTotal(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: '加入购物车' }).first().click();
  await page.getByText('没有网络，已经记下，联网后自动提交一次').waitFor();
  await context.setOffline(false);
  await page.getByText('网络恢复，离线时记下的 1 项操作已提交').waitFor();
  expect(await cartTotal(page)).toBe(before + 1);
  await context.setOffline(true);
  await context.setOffline(false);
  await page.reload();
  expect(await cartTotal(page)).toBe(before + 1);
  expect(new Set(posted).size).toBe(1);
});

test('an answer that is lost on the way is not acted on twice', async () => {
  const { page, context } = await visit({ as: 'demo', hasWorker: true, expected: LINE_DOWN });
  await page.goto('/list_info/2');
  const before = await cartTotal(page);
  /* The server gets it; the line breaks before its answer arrives. */
  let lost = false;
  await context.route('**/api/cart', async (route) => {
    if (route.request().method() !== 'POST' || lost) return route.continue();
    lost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: '加入购物车' }).first().click();
  await expect.poll(() => lost).toBe(true);
  await expect.poll(() => cartTotal(page), { timeout: 20_000 }).toBe(before + 1);
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('offline-writes'))).toBe(null);
  const answer = await page.request.get('/api/cart/list');
  const text = await answer.text();
  expect(text.match(/"goods_id":2\b/g)?.length ?? 0).toBeLessThanOrEqual(1);
});

test('logging out leaves no copy, and what one member kept is never sent by another', async () => {
  const { page, context } = await visit({ as: 'demo', hasWorker: true, expected: LINE_DOWN });
  await page.goto('/list_info/1');
  await untilKept(page, '/list_info/1');
  await context.setOffline(true);
  await page.getByRole('button', { name: '加入购物车' }).first().click();
  await page.getByText('没有网络，已经记下').waitFor();
  /* The first reader leaves while the page that would send is not there. */
  await page.goto('about:blank').catch(() => null);
  await context.setOffline(false);
  await context.clearCookies();
  await page.goto('/login');
  await page.getByRole('textbox', { name: /用户名/ }).fill(accountFor('clinic'));
  await page.getByLabel(/^密码/).fill('Demo@2026');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  expect(await keptPages(page)).not.toContain('/list_info/1');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('offline-writes'))).toBe(null);
  expect(await cartTotal(page)).toBe(0);
  await page.goto('/list_info/2');
  await untilKept(page, '/list_info/2');
  await page.getByRole('button', { name: '安全退出' }).click();
  await page.getByRole('link', { name: '登录', exact: true }).first().waitFor();
  /* What is kept from now on is what a visitor sees. */
  const copies = await page.evaluate(async () => {
    const cache = await caches.open('seen');
    const kept = await cache.matchAll();
    return (await Promise.all(kept.map((copy) => copy.text()))).join('');
  });
  expect(copies).not.toContain('安全退出');
});
