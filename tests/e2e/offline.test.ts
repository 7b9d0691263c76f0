import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { get } from './support/stores.ts';
import { fillCart, type PlainGoods, plainGoods } from './support/touch.ts';
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

/** Keys of the calls that write to this address, each as often as it went out from now on. */
function keysSent(page: Page, path: RegExp): string[] {
  const sent: string[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === 'POST' && path.test(new URL(request.url()).pathname))
      sent.push(request.headers()['idempotency-key'] ?? '');
  });
  return sent;
}

const numbersInCart = async ({ request }: Page): Promise<Record<number, number>> => {
  const { data } = await get<{ data: { goods: { id: number }; number: number }[] }>(
    request,
    '/api/cart/list',
  );
  return Object.fromEntries(data.map(({ goods, number }) => [goods.id, number]));
};

const stepsOf = ({ qg_number, multiple }: PlainGoods, steps: number) =>
  Math.max(qg_number, multiple) + steps * multiple;

test('quantities that are changed while the line is down show on, and are sent once when it is back', async () => {
  const { page, context } = await visit({ as: 'buyer-60', hasWorker: true, expected: LINE_DOWN });
  const [one, two] = await plainGoods(page.request);
  if (!one || !two) throw new Error('nothing to buy');
  await fillCart(page.request, one);
  await fillCart(page.request, two);
  await page.goto('/cart');
  await untilKept(page, '/cart');
  const sent = keysSent(page, /^\/api\/cart\/\d+\/edit$/);
  await context.setOffline(true);
  const wanted = { [one.id]: stepsOf(one, 2), [two.id]: stepsOf(two, 1) };
  const quantity = ({ name }: PlainGoods) =>
    page
      .getByRole('main')
      .getByRole('spinbutton', { name: `${name}的数量` })
      .first();
  for (const goods of [one, two]) {
    await quantity(goods).fill(String(wanted[goods.id]));
    await quantity(goods).press('Enter');
  }
  await page.getByText('没有网络，已经记下，联网后自动提交一次').first().waitFor();
  const kept = () =>
    page.evaluate(() => localStorage.getItem('offline-writes')?.match(/cart\.edit/g)?.length);
  await expect.poll(kept).toBe(2);
  for (const goods of [one, two]) expect(await quantity(goods).inputValue()).toBe(String(wanted[goods.id]));
  sent.length = 0;
  await context.setOffline(false);
  await page.getByText('网络恢复，离线时记下的 2 项操作已提交').waitFor();
  expect(await numbersInCart(page)).toEqual(wanted);
  for (const goods of [one, two]) expect(await quantity(goods).inputValue()).toBe(String(wanted[goods.id]));
  expect(new Set(sent).size).toBe(2);
});

test('a pasted list of a quick order is kept while the line is down, and is sent once', async () => {
  const { page, context } = await visit({ as: 'buyer-57', hasWorker: true, expected: LINE_DOWN });
  const [one, two] = await plainGoods(page.request);
  if (!one || !two) throw new Error('nothing to buy');
  await page.goto('/kjcg');
  await page.getByRole('button', { name: '从 Excel 粘贴' }).click();
  const rows = [one, two].map((goods) => `${goods.code}\t${stepsOf(goods, 1)}`);
  await page.getByLabel('粘贴的内容').fill(['编码\t数量', ...rows].join('\n'));
  await page.getByRole('button', { name: '识别' }).click();
  await page.getByRole('button', { name: '填入 2 行' }).click();
  await page.getByText('已填 2 个品种').waitFor();
  const sent = keysSent(page, /^\/api\/user\/fast_buy$/);
  await context.setOffline(true);
  await page.getByRole('button', { name: '加入购物车', exact: true }).click();
  await page.getByText('没有网络，已经记下，联网后自动提交一次').waitFor();
  /* What is kept is no longer there to be sent again. */
  await page.getByText('已填 0 个品种').waitFor();
  sent.length = 0;
  await context.setOffline(false);
  await page.getByText('网络恢复，离线时记下的 1 项操作已提交').waitFor();
  expect(await numbersInCart(page)).toEqual({ [one.id]: stepsOf(one, 1), [two.id]: stepsOf(two, 1) });
  expect(new Set(sent).size).toBe(1);
});

test('an order over a line that comes and goes is placed once, with a way on at each step', async () => {
  const { page, context } = await visit({ as: 'buyer-56', expected: LINE_DOWN });
  const [goods] = await plainGoods(page.request);
  if (!goods) throw new Error('nothing to buy');
  await fillCart(page.request, goods);
  const orders = async () => (await get<{ total: number }>(page.request, '/api/order')).total;
  const before = await orders();
  /* Down at the checkout: what failed is said, and asked again by a button. */
  await page.goto('/cart');
  await context.route('**/api/cart/checkout', (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: '去结算' }).click();
  await page.waitForURL(/\/cart\/step2$/);
  const again = page.getByRole('main').getByRole('button', { name: '重试' }).first();
  await again.waitFor();
  await context.unroute('**/api/cart/checkout');
  await again.click();
  const submit = page.getByRole('button', { name: '提交订单' });
  await submit.waitFor();
  /* Down before the order is sent: nothing is lost. */
  await page.getByRole('textbox', { name: '订单备注' }).fill('放在门口');
  await context.route('**/api/order', (route) => route.abort('internetdisconnected'));
  await submit.click();
  await page.getByText('网络连接失败，请检查网络后重试').waitFor();
  await context.unroute('**/api/order');
  expect(await orders()).toBe(before);
  /* The server handles it, and its answer is lost: pressed again it is the same order. */
  const keys = keysSent(page, /^\/api\/order$/);
  await context.route(
    '**/api/order',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await submit.click();
  await expect.poll(orders).toBe(before + 1);
  await expect.poll(() => submit.isEnabled()).toBe(true);
  expect(await page.getByRole('textbox', { name: '订单备注' }).inputValue()).toBe('放在门口');
  await submit.click();
  await page.waitForURL(/\/cart\/step3\/\d+$/);
  expect(await orders()).toBe(before + 1);
  expect(new Set(keys).size).toBe(1);
});

test('an order whose answer was lost with the page is found, and is not placed again', async () => {
  const { page, context } = await visit({ as: 'buyer-55', expected: LINE_DOWN });
  const [goods] = await plainGoods(page.request);
  if (!goods) throw new Error('nothing to buy');
  await fillCart(page.request, goods);
  const orders = async () => (await get<{ total: number }>(page.request, '/api/order')).total;
  const before = await orders();
  await page.goto('/cart/step2');
  await context.route(
    '**/api/order',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect.poll(orders).toBe(before + 1);
  await page.reload();
  await page.getByRole('main').getByRole('link', { name: '查看我的订单' }).click();
  await page.waitForURL(/\/order/);
  await page.getByRole('main').getByText('待付款').first().waitFor();
  expect(await orders()).toBe(before + 1);
});
