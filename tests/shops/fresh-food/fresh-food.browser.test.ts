import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';
import { watchErrors } from '#engine/cli/walk/examine.ts';
import { type WalkReader, walkSite } from '#engine/cli/walk/walk-site.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { readRegistry } from '#engine/host/built-site.ts';
import { untilHydrated } from '../../support/hydrated.ts';
import type { Running } from '../support/commands.ts';
import { type InstalledShop, installShop } from '../support/install.ts';
import { startVendure } from './vendure.ts';

const PASSWORD = 'fresh-every-day';

let starting: Promise<Running>;
let vendure: Running;
let shop: InstalledShop;
let host: Running;
let registry: Registry;
let browser: Browser;

beforeAll(async () => {
  starting = startVendure();
  [vendure, shop] = await Promise.all([starting, installShop('tests/shops/fresh-food/shop')]);
  registry = await readRegistry(join(shop.folder, 'dist'));
  [host, browser] = await Promise.all([shop.start({ API_BASE: vendure.url }), launchChromium()]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), host?.stop()]);
  await Promise.all([starting.then((server) => server.stop()), shop?.remove()]);
});

const at = (path: string) => host.url + path;

/** A browser profile that nobody used before, and what goes wrong in it. */
async function newReader(width = 1440) {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const problems: string[] = [];
  watchErrors(page, problems);
  return { context, page, problems };
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(at(path));
  await untilHydrated(page);
}

/** Makes a call of the shop for the reader of a browser profile, as their browser would. */
async function callAs(
  { request }: BrowserContext,
  name: string,
  variables: Record<string, unknown> = {},
): Promise<void> {
  const { path, graphql } = registry.calls[name] ?? {};
  const response = await request.post(at(`/api${path}`), {
    headers: { 'x-call': name },
    data: { query: graphql, variables },
  });
  const { data, errors } = await response.json();
  if (errors !== undefined || data.result?.errorCode !== undefined)
    throw new Error(`${name}: ${JSON.stringify(errors ?? data.result)}`);
}

let members = 0;

async function register(context: BrowserContext): Promise<void> {
  members += 1;
  const email = `member-${members}@example.com`;
  await callAs(context, 'user.register', { name: '小满', email, password: PASSWORD });
  await callAs(context, 'user.login', { email, password: PASSWORD });
}

/** Ids of what Vendure's import numbered in the order of `server/seed/products.csv`. */
const POTATOES = '4';
const TOMATOES = '9';
const ADDRESS = { name: '小满', phone: '13800138000', region: '湖北省武汉市江汉区', street: '青年路 1 号' };

/** The member's cart, and one order that is paid. */
async function buyBefore(context: BrowserContext): Promise<void> {
  await callAs(context, 'cart.add', { variant: POTATOES, quantity: 2 });
  await callAs(context, 'order.address', ADDRESS);
  await callAs(context, 'order.shipping', { method: '1' });
  await callAs(context, 'order.move', { state: 'ArrangingPayment' });
  await callAs(context, 'order.pay', { method: '在线支付' });
  await callAs(context, 'cart.add', { variant: TOMATOES, quantity: 1 });
}

const cards = (page: Page) => page.locator('main').getByRole('heading', { level: 2 });
const cartLinkOf = (page: Page, count: number) =>
  page.getByRole('banner').getByRole('link', { name: `${count} 件 购物车` });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const toast = (page: Page, text: string) => page.getByRole('region', { name: '提示' }).getByText(text);

describe('the shop of fresh food', () => {
  it('is sent with its products in it, before any script runs', async () => {
    const html = await (await fetch(at('/all'))).text();
    for (const name of ['上海青', '沙瓤番茄', '鲜香菇']) expect(html).toContain(name);
    expect(await (await fetch(at('/c/haixian'))).text()).toContain('阳澄湖大闸蟹');
    expect(await (await fetch(at('/search?q=%E9%B1%BC'))).text()).toContain('挪威三文鱼');
  });

  it('narrows, sorts and pages its list', async () => {
    const { context, page, problems } = await newReader();
    await open(page, '/all');
    await expect.poll(() => cards(page).count()).toBe(12);
    await page.getByRole('group', { name: '产地' }).getByText('云南').click();
    await expect
      .poll(() => cards(page).allTextContents())
      .toEqual(['生菜 250 克', '阳光玫瑰葡萄 500 克', '云南蓝莓 125 克']);
    await page.getByText('只看有货').click();
    await page.getByText('价格从高到低').click();
    await expect.poll(() => cards(page).allTextContents()).toEqual(['阳光玫瑰葡萄 500 克', '生菜 250 克']);
    const reloaded = await page.reload();
    expect(await reloaded?.text()).not.toContain('上海青 500 克');
    await open(page, '/all');
    await page.getByRole('navigation', { name: '分页' }).getByText('3', { exact: true }).click();
    await expect.poll(() => cards(page).count()).toBe(8);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('keeps the cart of a guest, whose browser meets no other site but for pictures', async () => {
    const { context, page, problems } = await newReader();
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(host.url) && request.resourceType() !== 'image')
        elsewhere.push(request.url());
    });
    await open(page, '/p/fanqie');
    await page.getByText('1 千克').click();
    await expect.poll(() => page.url()).toContain('variant=');
    await page.getByRole('spinbutton').fill('2');
    await page.getByRole('spinbutton').press('Enter');
    await page.getByRole('button', { name: '加入购物车' }).click();
    await toast(page, '已放进购物车').waitFor();
    await cartLinkOf(page, 2).click();
    await page.getByText('¥25.60').first().waitFor();
    await page.getByRole('button', { name: /^增加/ }).click();
    await cartLinkOf(page, 3).waitFor();
    const reloaded = await page.reload();
    expect(await reloaded?.text()).toContain('¥38.40');
    const cookies = await context.cookies();
    expect(cookies.map(({ name }) => name).sort()).toEqual(['session', 'session.sig']);
    expect(cookies.every(({ httpOnly, domain }) => httpOnly && domain === 'localhost')).toBe(true);
    expect([elsewhere, problems]).toEqual([[], []]);
    await context.close();
  });

  it('says in Chinese that there is not enough, and shows what it took', async () => {
    const { context, page, problems } = await newReader();
    await open(page, '/p/caomei');
    await page.getByRole('spinbutton').fill('5');
    await page.getByRole('spinbutton').press('Enter');
    await page.getByRole('button', { name: '加入购物车' }).click();
    await toast(page, '库存不足，能买的已经放进购物车').waitFor();
    await cartLinkOf(page, 3).waitFor();
    await open(page, '/c/shuiguo');
    await page.getByText('已售罄').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('takes a guest to the end: registered, sent to an address, paid, found again, logged out', async () => {
    const { context, page, problems } = await newReader();
    await open(page, '/c/shucai');
    await page.getByRole('listitem').filter({ hasText: '沙瓤番茄 500 克' }).getByRole('button').click();
    await cartLinkOf(page, 1).click();
    await page.getByRole('link', { name: '去结算' }).click();
    await page.getByRole('link', { name: '还没有账户？注册' }).click();
    await field(page, '称呼').fill('谷雨');
    await field(page, '邮箱').fill('guyu@example.com');
    await field(page, '密码').fill(PASSWORD);
    await field(page, '再写一次密码').fill(PASSWORD);
    await page.getByRole('button', { name: '注册并登录' }).click();
    await page.getByRole('heading', { name: '收货与配送', level: 1 }).waitFor();
    await page.getByRole('banner').getByText('谷雨').waitFor();
    await untilHydrated(page);
    await field(page, '收货人').fill('谷雨');
    await field(page, '手机').fill('13912345678');
    await page.getByRole('combobox', { name: '省', exact: true }).selectOption('湖北省');
    await page.getByRole('combobox', { name: '市', exact: true }).selectOption('武汉市');
    await page.getByRole('combobox', { name: '区县', exact: true }).selectOption('江汉区');
    await field(page, '详细地址').fill('青年路 12 号');
    await page.getByText('冷链宅配，运费 ¥8.00').waitFor();
    await page.getByRole('button', { name: '下一步，去付款' }).click();
    await page.getByRole('button', { name: '付款 ¥14.80' }).click();
    await expect.poll(() => page.locator('body').innerText()).toContain('付款成功');
    const code = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    for (const text of [
      '待发货',
      '已付款',
      '湖北省武汉市江汉区青年路 12 号',
      '沙瓤番茄',
      '¥6.80',
      '¥8.00',
      '¥14.80',
    ])
      await page.locator('main').getByText(text, { exact: true }).first().waitFor();
    await page.getByRole('link', { name: '我的订单' }).first().click();
    const row = page.getByRole('row').filter({ hasText: code });
    await row.getByText('¥14.80').waitFor();
    await expect.poll(() => row.textContent()).toMatch(/20\d\d-\d\d-\d\d \d\d:\d\d:\d\d.*待发货/);
    await open(page, '/account');
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('banner').getByText('登录').waitFor();
    await open(page, '/orders');
    expect(new URL(page.url()).pathname).toBe('/login');
    await field(page, '邮箱').fill('guyu@example.com');
    await field(page, '密码').fill('not-this-one');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByText('邮箱或密码不对').first().waitFor();
    await field(page, '密码').fill(PASSWORD);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByRole('row').filter({ hasText: code }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it('never sends one reader the cart of another', async () => {
    const readers = await Promise.all(
      [POTATOES, TOMATOES].map(async (variant, index) => {
        const context = await browser.newContext();
        if (index === 1) await register(context);
        await callAs(context, 'cart.add', { variant, quantity: 7 + index });
        return context;
      }),
    );
    for (let turn = 0; turn < 6; turn += 1) {
      const [potatoes = '', tomatoes = ''] = await Promise.all(
        readers.map(async ({ request }) => (await request.get(at('/cart'))).text()),
      );
      expect([potatoes.includes('土豆'), potatoes.includes('沙瓤番茄')]).toEqual([true, false]);
      expect([tomatoes.includes('土豆'), tomatoes.includes('沙瓤番茄')]).toEqual([false, true]);
    }
    expect(await (await fetch(at('/cart'))).text()).toContain('购物车还是空的');
    await Promise.all(readers.map((context) => context.close()));
  });

  it.each<[WalkReader['role'], WalkReader['enter'], readonly string[]]>([
    [
      'visitor',
      (context) => callAs(context, 'cart.add', { variant: TOMATOES, quantity: 1 }),
      ['/', '/all', '/cart', '/login', '/register', '/about'],
    ],
    [
      'member',
      (context) => register(context).then(() => buyBefore(context)),
      ['/', '/cart', '/checkout', '/checkout/pay', '/account', '/orders'],
    ],
  ])(
    'is without fault on every page, wide and narrow, for a %s',
    async (role, enter, paths) => {
      const opened = new Set<string>();
      const problems: string[] = [];
      for await (const visit of walkSite(registry, host.url, { readers: [{ role, enter }] })) {
        opened.add(`${visit.window} ${visit.path}`);
        problems.push(...visit.problems.map((problem) => `${visit.path} (${visit.window}): ${problem}`));
      }
      expect(problems).toEqual([]);
      for (const path of paths) expect(opened).toContain(`phone ${path}`);
      const linked = role === 'member' ? /^desktop \/orders\/\w+/ : /^desktop \/p\/\w+/;
      expect([...opened].some((one) => linked.test(one))).toBe(true);
    },
    /* Two such walks may share the machine. */
    480_000,
  );
});
