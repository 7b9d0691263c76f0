import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { Asker } from './support/addresses.ts';
import { gotoStill, untilStill } from './support/still.ts';
import { openStore, post } from './support/stores.ts';
import { mark } from './support/tries.ts';
import { shareBrowser, visit } from './support/visitor.ts';
import { forEach } from './support/walking.ts';

shareBrowser();

/** Where an address ends, the title it shows there, and whether its header is the shop's or that of the login page. */
type Stop = [path: string, end: string, title: string, header: 'shop' | 'login'];

const SITE = '杏衡药采';

const help = (paths: string[], title: string, header: Stop[3] = 'shop') =>
  paths.map((path): Stop => [path, path, title, header]);

const led = (paths: string[], end: string, title: string, header: Stop[3] = 'shop') =>
  paths.map((path): Stop => [path, end, title, header]);

/** spec §2 Help, in both styles of addresses. */
const WALKS: Record<string, Stop[]> = {
  'the new-user guide': [
    ...led(['/help', '/help_xrzn', '/help/xrzn'], '/help/xrzn/hyzc', '会员注册'),
    ...help(['/help/xrzn/hyzc', '/help_xrzn/hyzc', '/help_xrzn_hyzc', '/help/xrzn/hyzc?id=101'], '会员注册'),
    ...help(['/help/xrzn/gwzn', '/help_xrzn/gwzn', '/help_xrzn_gwzn'], '购物指南'),
    ...help(['/help/xrzn/aqgy', '/help_xrzn/aqgy', '/help_xrzn_aqgy'], '安全购药'),
    ...help(['/help/xrzn/hyzc?id=113'], '药品退货'),
  ],
  'payment and after-sales': [
    ...led(['/help_zfps', '/help/zfps', '/help_pay', '/help/pay'], '/help/zfps/ddzf', '订单支付', 'login'),
    ...help(['/help/zfps/ddzf', '/help/pay/ddzf', '/help_pay/ddzf', '/help_zfps_ddzf'], '订单支付', 'login'),
    ...help(['/help/zfps/hwps', '/help/pay/hwps', '/help_pay/hwps'], '货物配送', 'login'),
    ...help(['/help/zfps/ypth', '/help/pay/ypth', '/help_pay/ypth'], '药品退货', 'login'),
    ...help(['/help/zfps/fpdz', '/help_zfps/fpdz'], '发票与对账'),
    ...help(['/help/zfps/cjwt', '/help_zfps/cjwt'], '常见问题'),
  ],
  'service and the company': [
    ...led(['/help_serve', '/help/serve', '/help/fwbz'], '/help/fwbz/wzzz', '网站资质'),
    ...help(['/help/fwbz/wzzz', '/help_serve/fwbz_wzzz', '/help/serve/fwbz_wzzz'], '网站资质'),
    ...help(['/help/fwbz/yhxy', '/help_serve/fwbz_yhxy', '/help_fwbz_yhxy'], '用户协议'),
    ...help(['/help/fwbz/zskf', '/help_serve/fwbz_zskf'], '专属客服'),
    ...led(['/help_us', '/help/us'], '/help/us/tsjy', '投诉与建议'),
    ...help(['/help/us/tsjy', '/help_us/tsjy', '/help_us_tsjy'], '投诉与建议'),
    ...help(['/help/us/link', '/help_us/link'], '联系我们'),
  ],
  news: [
    ...led(['/news', '/help_news', '/help/news'], '/help/news/hy', '行业资讯'),
    ...help(['/help/news/hy', '/help_news/hy', '/news/hy'], '行业资讯'),
    ...help(['/help/news/company', '/help_news/company', '/news/company'], '企业动态'),
    ...help(['/help/news/notice', '/news/notice'], '平台公告'),
    ...help(
      ['/help/news/info/205/hy', '/help_news/info/205/hy', '/news/info/205/hy'],
      '门店 GSP 自查清单：迎检之前先看这十二项',
    ),
  ],
  'what leads on': [
    ...help(['/404'], '页面不存在'),
    ...help(['/noActivity'], '活动未开始'),
    ...led(['/nowhere', '/help/nothing', '/list/other'], '/404', '页面不存在'),
    ...led(['/loading?to=/help/us/link', '/loading?to=%2Fhelp%2Fus%2Flink'], '/help/us/link', '联系我们'),
    ...led(['/loading', '/loading?to=//evil.example', '/loading?to=https://evil.example/'], '/', '首页'),
    ...led(['/loading?to=javascript:alert(1)'], '/', '首页'),
    ...led(['/activity/mrtj', '/activity/mrtj/1/2'], '/mrtj', '每日特价'),
    ...led(['/activity/goods/1'], '/list_info/1', '商品详情'),
    ...led(['/activity', '/activity/nothing', '/loading/activity'], '/noActivity', '活动未开始'),
    ...led(['/eleven', '/eleven_index'], '/', '首页'),
    ...help(['/list/other/105/%E6%84%9F%E5%86%92'], '感冒'),
    ...help(['/list/other/105'], '分类商品'),
  ],
};

/** How many marks of a page there are: its banner, the search box in it, its footer and its titles. */
interface Marks {
  banners: number;
  searches: number;
  footers: number;
  titles: number;
}

const marksOf = ([, end, , header]: Stop, { titles }: Pick<Marks, 'titles'>): Marks => ({
  banners: 1,
  searches: header === 'shop' ? 1 : 0,
  footers: 1,
  // The home page may do without.
  titles: end === '/' ? Math.min(titles, 1) : 1,
});

/** Asks for an address as a browser does, redirects and all, and holds what the server rendered against the stop. */
async function expectAnswer(asker: Asker, stop: Stop): Promise<void> {
  const [path, end, title] = stop;
  let at = path;
  let answer = await asker.fetch(at);
  for (let leads = 0; leads < 4 && answer.headers.has('location'); leads += 1) {
    at = answer.headers.get('location') ?? '';
    answer = await asker.fetch(at);
  }
  const html = await answer.text();
  expect(decodeURI(at), path).toBe(decodeURI(end));
  expect(/<title>([^<]*)<\/title>/.exec(html)?.[1], path).toBe(`${title} - ${SITE}`);
  const count = (mark: RegExp, text = html) => text.match(mark)?.length ?? 0;
  const marks: Marks = {
    banners: count(/<header[ >]/g),
    searches: count(/role="combobox"/g, /<header[ >].*?<\/header>/s.exec(html)?.[0] ?? ''),
    footers: count(/<footer[ >]/g),
    titles: count(/<h1[ >]/g),
  };
  expect(marks, path).toEqual(marksOf(stop, marks));
}

async function expectStop(page: Page, stop: Stop): Promise<void> {
  const [path, end, title] = stop;
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  const at = (there: string) => new URL(there, page.url()).href;
  await expect.poll(() => decodeURI(page.url()), { message: path }).toBe(decodeURI(at(end)));
  await expect.poll(() => page.title(), { message: path }).toBe(`${title} - ${SITE}`);
  await page.getByRole('banner').waitFor();
  const count = async (): Promise<Marks> => ({
    banners: await page.getByRole('banner').count(),
    searches: await page.getByRole('banner').getByRole('combobox').count(),
    footers: await page.getByRole('contentinfo').count(),
    titles: await page.getByRole('heading', { level: 1 }).count(),
  });
  // A script has led here: what stands around the page may be drawn a moment after its title.
  await expect
    .poll(
      async () => {
        const marks = await count();
        return { marks, wanted: marksOf(stop, marks) };
      },
      { message: path },
    )
    .toSatisfy(({ marks, wanted }) => isDeepStrictEqual(marks, wanted));
}

/** Stops to which a script leads: only a browser gets there. */
const byScript = ([path]: Stop) => /^\/(loading|activity|eleven)/.test(path);

const STOPS = Object.values(WALKS).flat();

/** One stop for every page, which its title tells from others, and all that a script leads to. */
const OPENED = STOPS.filter(
  (stop, index) => byScript(stop) || STOPS.findIndex(([, , title]) => title === stop[2]) === index,
);

describe.each([
  ['a visitor', undefined, OPENED],
  ['a member', 'demo', OPENED.filter(byScript)],
])('%s', (_who, as, opened) => {
  test.each(Object.entries(WALKS))('is answered at every address of %s', async (_group, stops) => {
    const asker = await Asker.as(as);
    for (const stop of stops.filter((one) => !byScript(one))) await expectAnswer(asker, stop);
  });

  test('is shown what was answered, and led on', { timeout: 180_000 }, async () => {
    const { page, tab } = await visit({ expected: /status of 404/, ...(as !== undefined && { as }) });
    await forEach(opened, [page, await tab()], (stop, each) => expectStop(each, stop));
  });
});

test('the menu shows where the reader is, and leads on without loading the site anew', async () => {
  const { page, at } = await visit();
  await page.goto(at('/help/xrzn/hyzc?id=101'));
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
  const menu = page.getByRole('navigation', { name: '帮助中心' }).first();
  expect(await menu.locator('[aria-current=page]').allInnerTexts()).toEqual(['会员注册']);
  await menu.getByRole('link', { name: '冷链药品怎样签收' }).click();
  await page.getByRole('heading', { level: 1, name: '冷链药品怎样签收' }).waitFor();
  expect(await menu.locator('[aria-current=page]').allInnerTexts()).toEqual(['冷链药品怎样签收']);
  await page.getByRole('link', { name: /下一篇/ }).click();
  await page.getByRole('heading', { level: 1, name: '含麻黄碱类复方制剂采购须知' }).waitFor();

  await page.goto(at('/help/xrzn/hyzc?id=104'));
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
  await page.getByRole('main').getByRole('link', { name: '电子合同' }).click();
  await page.waitForURL(/\/login\?from=%2Fdzht/);
  expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true);
});

test('what an article brings along does not run, whoever let it pass', async () => {
  /* The browser reports handlers while the text is parsed for cleaning, in a document that runs nothing. */
  const { page, at } = await visit({ expected: /inline event handler/ });
  await page.route('**/api/article/help/gwzn*', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = (await answer.json()) as { data: object };
    const body =
      '<p>正文</p><img src="x:" onerror="globalThis.harmed = 1"><svg onload="globalThis.harmed = 1"></svg>' +
      '<script>globalThis.harmed = 1</script><a href="javascript:globalThis.harmed = 1">点我</a><form><input></form>';
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, body } } });
  });
  await page.goto(at('/help/xrzn/hyzc'));
  await page
    .getByRole('navigation', { name: '帮助中心' })
    .first()
    .getByRole('link', { name: '购物指南' })
    .click();
  const main = page.getByRole('main');
  await main.getByText('正文', { exact: true }).waitFor();
  await main.getByText('点我').click();
  expect(await page.evaluate(() => 'harmed' in globalThis)).toBe(false);
  expect(await main.locator('script, form, input, [onerror], [onload], a[href^=javascript]').count()).toBe(0);
});

test('an article that is not there says so, and the menu still helps', async () => {
  const { page, context, at } = await visit({ expected: /status of 404/ });
  for (const id of ['99999', 'abc'])
    expect((await context.request.get(at(`/help/xrzn/hyzc?id=${id}`))).status()).toBe(404);
  await page.goto(at('/help/xrzn/hyzc'));
  await page.evaluate(() => {
    history.pushState(null, '', '/help/xrzn/hyzc?id=99999');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.getByText('文章不存在或已撤下').first().waitFor();
  await page
    .getByRole('navigation', { name: '帮助中心' })
    .first()
    .getByRole('link', { name: '联系我们' })
    .click();
  await page.getByRole('heading', { level: 1, name: '联系我们' }).waitFor();
});

test('on paper there is the article alone', async () => {
  const { page, at } = await visit();
  await page.goto(at('/help/zfps/ypth?id=113'));
  await page.emulateMedia({ media: 'print' });
  for (const role of ['banner', 'contentinfo', 'navigation'] as const) {
    for (const part of await page.getByRole(role, { includeHidden: true }).all())
      expect(await part.isVisible()).toBe(false);
  }
  expect(await page.getByRole('heading', { level: 1, name: '药品退货' }).isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: '打印' }).isVisible()).toBe(false);
});

test.each([375, 768, 1440])('articles, lists and contracts fit a window of %i px', async (width) => {
  const { page } = await visit({ width, as: 'demo' });
  for (const path of ['/help/xrzn/hyzc?id=104', '/help/fwbz/wzzz?id=125', '/news', '/dzht?id=1']) {
    await gotoStill(page, path);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(excess, path).toBeLessThanOrEqual(0);
  }
});

test('the browser remembers the last form of a list, and the keyword, across pages and visits', async () => {
  const { page } = await visit();
  await gotoStill(page, '/list/table');
  await gotoStill(page, '/');
  const category = page.getByRole('main').locator('a[href^="/list/table?select="]');
  expect(await category.count()).toBeGreaterThan(0);
  await gotoStill(page, '/search?keywords=布洛芬');
  await gotoStill(page, '/list_info/1');
  expect(await page.getByRole('combobox').first().inputValue()).toBe('布洛芬');
  await gotoStill(page, '/');
  expect(await page.getByRole('combobox').first().inputValue()).toBe('');
});

test('eleven_index loads the site anew once after a login', async () => {
  const { page, at } = await visit();
  await page.goto(at('/login'));
  await page.getByLabel('用户名或手机号').fill('demo');
  await page.locator('input[name=password]').fill('Demo@2026');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL(at('/'));
  await untilStill(page);
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  await page.goto(at('/eleven'));
  await expect.poll(() => loads).toEqual(['/eleven', '/']);
  await page.waitForURL(at('/'));
  await untilStill(page);
  expect(loads).toEqual(['/eleven', '/']);
  loads.length = 0;
  await page.goto(at('/eleven'));
  await page.waitForURL(at('/'));
  await untilStill(page);
  expect(loads).toEqual(['/eleven']);
});

test('an order without the contracts leads to /dzht, where they are signed', async () => {
  const staff = await visit({ as: 'ops' });
  const { page, context, at } = await visit({ as: 'chain', expected: /status of 459/ });
  const id = await openStore(context.request, staff.context.request, `未签合同的门店 ${mark()}`);
  await post(context.request, '/api/store/switch', { id });
  const goods = (await (await context.request.get('/api/goods/list?stock=1&sort=sales')).json()) as {
    data: { list: { id: number; is_buy: number; qg_number: number; multiple: number; ck_id: number }[] };
  };
  const good = goods.data.list.find(({ is_buy }) => is_buy === 1);
  if (!good) throw new Error('nothing to buy');
  await context.request.post('/api/cart', {
    form: {
      'params[0][goods_id]': good.id,
      'params[0][number]': Math.max(good.qg_number, good.multiple),
      'params[0][ck_id]': good.ck_id,
    },
  });
  const signed = async () => {
    const answer = (await (await context.request.get('/api/contract')).json()) as {
      data: { needed: number };
    };
    return answer.data.needed === 0;
  };
  expect(await signed()).toBe(false);
  await page.route('**/api/order', (route) =>
    route.fulfill({
      status: 459,
      json: { code: 459, message: '还有 2 份电子合同未签署，请先签署再下单', data: null },
    }),
  );
  await page.goto(at('/cart/step2'));
  await page.getByRole('button', { name: '提交订单' }).click();
  const alert = page.getByRole('alertdialog');
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(/温馨提示[\s\S]*电子合同未签署/);
  await alert.getByRole('button', { name: '确定' }).click();
  await page.waitForURL(at('/dzht'));

  for (const title of ['药品质量保证协议', '药品购销框架合同']) {
    await page.getByRole('link', { name: title }).first().click();
    await page.getByRole('heading', { level: 2, name: title }).waitFor();
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
    await page.getByRole('button', { name: '签署', exact: true }).click();
    await page.getByText('签署成功').first().waitFor();
    await page
      .getByText(/^陈嘉禾 于 .* 签署$/)
      .first()
      .waitFor();
  }
  await page.getByText('必签的合同都已签署').waitFor();
  expect(await signed()).toBe(true);
});
