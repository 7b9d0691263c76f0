import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { untilHydrated } from '../support/hydrated.ts';
import { gotoStill, untilAtRest } from './support/still.ts';
import { shareBrowser, type VisitorOptions, visit } from './support/visitor.ts';

shareBrowser();

const onPhone = (options: VisitorOptions = {}) => visit({ width: 375, height: 812, ...options });

const bottomBar = (page: Page) => page.getByRole('navigation', { name: '快捷工具' });
const searchBox = (page: Page) => page.getByRole('combobox', { name: '搜索药品或厂家' });

async function boxOf(part: Locator): Promise<{ top: number; bottom: number; left: number; right: number }> {
  const box = await part.boundingBox();
  if (!box) throw new Error('not on show');
  return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width };
}

interface Good {
  id: number;
  name: string;
  is_buy: number;
  qg_number: number;
  multiple: number;
  ck_id: number;
}

/** Who has the best-selling goods that can be bought in the cart, and these goods. */
async function withGoods(as: string, most: number, options: VisitorOptions = {}) {
  const visitor = await onPhone({ as, ...options });
  const answer = await visitor.context.request.get('/api/goods/list?stock=1&sort=sales');
  const list: Good[] = (await answer.json()).data.list;
  const goods = list.filter(({ is_buy }) => is_buy === 1).slice(0, most);
  expect(goods).toHaveLength(most);
  for (const { id, qg_number, multiple, ck_id } of goods) {
    const form = {
      'params[0][goods_id]': id,
      'params[0][number]': Math.max(qg_number, multiple),
      'params[0][ck_id]': ck_id,
    };
    expect((await visitor.context.request.post('/api/cart', { form })).status()).toBeLessThan(300);
  }
  return { ...visitor, goods };
}

/** A good that this buyer can buy, and has not in the cart. */
async function aGood(page: Page): Promise<Good> {
  const answer = await page.request.get('/api/goods/list?stock=1&sort=sales');
  const list: Good[] = (await answer.json()).data.list;
  const good = list.find(({ is_buy }) => is_buy === 1);
  if (!good) throw new Error('nothing can be bought');
  return good;
}

describe('the bar at the foot of a phone', () => {
  test('leads home, to the categories, the cart and the account, and marks where one is', async () => {
    const { page } = await onPhone({ as: 'buyer-23' });
    await gotoStill(page, '/list');
    const links = bottomBar(page).getByRole('link');
    expect((await links.allInnerTexts()).map((text) => text.trim().split('\n').at(-1))).toEqual([
      '首页',
      '分类',
      '购物车',
      '我的',
    ]);
    for (const [name, path] of [
      ['分类', '/category'],
      ['购物车', '/cart'],
      ['我的', '/user'],
      ['首页', '/'],
    ] as const) {
      await bottomBar(page).getByRole('link', { name }).click();
      await page.waitForURL((url) => url.pathname === path);
      await expect
        .poll(() => bottomBar(page).locator('[aria-current=page]:visible').allInnerTexts())
        .toEqual([expect.stringContaining(name)]);
    }
  });

  test('has its counts beside the signs', async () => {
    const { page } = await withGoods('buyer-24', 1);
    await gotoStill(page, '/list');
    const cart = bottomBar(page).getByRole('link', { name: /购物车/ });
    const badge = await boxOf(cart.getByText('1', { exact: true }));
    expect(badge.left).toBeGreaterThanOrEqual((await boxOf(cart.locator('svg'))).right);
  });

  test('is not there on a wide window, whose column has its own', async () => {
    const { page } = await visit({ as: 'buyer-23' });
    await gotoStill(page, '/list');
    expect(await bottomBar(page).getByRole('link', { name: '分类' }).count()).toBe(0);
    expect(await bottomBar(page).getByRole('link', { name: '我的账户' }).count()).toBe(1);
  });

  test('leads to all categories on one page, and each to its goods', async () => {
    const { page } = await onPhone();
    await gotoStill(page, '/category');
    const menu = page.getByRole('main').getByRole('navigation', { name: '商品分类' });
    expect(await menu.getByRole('list').count()).toBeGreaterThan(5);
    await menu.getByRole('link', { name: '头孢菌素类' }).click();
    await page.waitForURL(/\/list\?select=\d+/);
  });
});

describe('the header on a phone', () => {
  test('takes one line of at most 56 px once the page is scrolled', async () => {
    const { page } = await onPhone();
    await gotoStill(page, '/list');
    await page.evaluate(() => scrollTo(0, 1200));
    await untilAtRest(searchBox(page));
    const fixed = await page.evaluate(() => {
      const parts = Array.from(document.querySelectorAll('header *')).map((part) =>
        part.getBoundingClientRect(),
      );
      return Math.max(...parts.map(({ bottom }) => bottom));
    });
    expect((await boxOf(searchBox(page))).top).toBeGreaterThanOrEqual(0);
    expect(fixed).toBeLessThanOrEqual(57);
  });

  test('has neither search nor navigation while an order is confirmed and paid, and has them after it', async () => {
    const { page } = await withGoods('buyer-25', 1, { expected: /status of 404/ });
    const nav = page.getByRole('navigation', { name: '主导航' });
    // The second is of an order that is not there: the page is the same.
    for (const path of ['/cart/step2', '/cart/step3/1', '/cart/hm']) {
      await page.goto(path);
      await page.getByRole('main').waitFor();
      expect(await searchBox(page).isVisible(), path).toBe(false);
      expect(await nav.isVisible(), path).toBe(false);
    }
    await gotoStill(page, '/cart');
    expect(await searchBox(page).isVisible()).toBe(true);
    expect(await nav.isVisible()).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await gotoStill(page, '/cart/step2');
    expect(await searchBox(page).isVisible()).toBe(true);
  });
});

describe('a good on a phone', () => {
  test('has its price and the way into the cart in reach, which work as the button above does', async () => {
    const { page } = await onPhone({ as: 'buyer-26' });
    const good = await aGood(page);
    await gotoStill(page, `/list_info/${good.id}`);
    const bar = page.getByRole('group', { name: '价格与加入购物车' });
    const { bottom } = await boxOf(bar);
    expect(Math.abs(bottom - (await boxOf(bottomBar(page))).top)).toBeLessThanOrEqual(1);
    expect(await bar.innerText()).toMatch(/¥\s*\d+/);
    const field = page.getByRole('main').getByRole('spinbutton', { name: '采购数量' });
    const more = page.getByRole('main').getByRole('button', { name: /增加采购数量/ });
    const before = Number(await field.inputValue());
    await more.click();
    const number = Number(await field.inputValue());
    expect(number).toBeGreaterThan(before);
    await bar.getByRole('button', { name: '加入购物车' }).click();
    await page.getByText('已加入购物车').waitFor();
    const { data } = await (await page.request.get('/api/cart/list')).json();
    expect(data.data.map((line: { number: number }) => line.number)).toEqual([number]);
  });

  test('has that bar on a phone only', async () => {
    const { page } = await visit({ as: 'buyer-26' });
    await gotoStill(page, `/list_info/${(await aGood(page)).id}`);
    expect(await page.getByRole('button', { name: '加入购物车' }).count()).toBe(1);
  });
});

describe('the cart on a phone', () => {
  test('has one line of hints above a slim total, and its last line comes free of every bar', async () => {
    const { page, goods } = await withGoods('buyer-27', 3);
    await gotoStill(page, '/cart');
    const total = page.getByRole('main').getByRole('contentinfo').or(page.locator('main footer'));
    const bar = await boxOf(total);
    expect(bar.bottom).toBeLessThanOrEqual((await boxOf(bottomBar(page))).top + 1);
    expect(bar.bottom - bar.top).toBeLessThanOrEqual(100);
    const hints = await total.getByRole('listitem').all();
    const tops = await Promise.all(hints.map(async (hint) => (await boxOf(hint)).top));
    expect(new Set(tops).size).toBeLessThanOrEqual(1);
    const last = page
      .getByRole('main')
      .getByRole('button', { name: /^删除 / })
      .last();
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /^删除 / })
        .count(),
    ).toBe(goods.length);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await untilAtRest(total);
    expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(total)).top);
    expect((await boxOf(total)).bottom).toBeLessThanOrEqual((await boxOf(bottomBar(page))).top);
    const remove = page.getByRole('button', { name: '删除选中' });
    expect(await remove.count()).toBe(1);
  });
});

describe('the lottery on a phone', () => {
  test('is one line of the page, over nothing, and opens when it is pressed', async () => {
    const { page } = await onPhone({ as: 'buyer-28' });
    await gotoStill(page, '/');
    const popup = page.getByRole('region', { name: '会员幸运抽奖' });
    const line = popup.getByRole('button', { name: /^抽奖 会员幸运抽奖/ });
    await line.scrollIntoViewIfNeeded();
    const folded = await boxOf(popup);
    expect(folded.bottom - folded.top).toBeLessThanOrEqual(48);
    const above = await boxOf(page.getByRole('heading', { name: '平台公告' }));
    expect(above.bottom).toBeLessThan(folded.top);
    await page.mouse.wheel(0, 200);
    await expect.poll(async () => (await boxOf(popup)).top).toBeLessThan(folded.top);
    await line.click();
    await popup.getByRole('button', { name: '立即抽奖' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('会员幸运抽奖');
  });
});

describe('home', () => {
  const own = (page: Page) => page.getByRole('list', { name: '上次买过' });

  test.each([
    [1440, 900],
    [375, 812],
  ])(
    'shows a member at %i px what was bought last before the adverts, to be bought again at one press',
    async (width, height) => {
      const { page } = await visit({ as: 'demo', width, height });
      await gotoStill(page, '/');
      const bought = await boxOf(own(page));
      const adverts = await boxOf(page.getByRole('region', { name: /主轮播/ }));
      expect(bought.bottom).toBeLessThan(adverts.top);
      expect(bought.bottom).toBeLessThan(height);
      const answered = page.waitForResponse(
        (response) => response.url().endsWith('/api/cart') && response.request().method() === 'POST',
      );
      await own(page).getByRole('button', { name: '加购' }).first().click();
      expect((await answered).status()).toBeLessThan(300);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    },
  );

  test('shows a visitor the adverts first, and nothing of a buyer', async () => {
    const { page } = await onPhone();
    await gotoStill(page, '/');
    expect(await own(page).count()).toBe(0);
    const { top } = await boxOf(page.getByRole('region', { name: /主轮播/ }));
    expect(top).toBeLessThan(812 / 2);
  });

  test('has the marks of its carousel clear of the corner', async () => {
    const { page } = await onPhone();
    await gotoStill(page, '/');
    const adverts = page.getByRole('region', { name: /主轮播/ });
    const last = adverts.getByRole('button', { name: /^第 \d+ 张/ }).last();
    expect((await boxOf(adverts)).right - (await boxOf(last)).right).toBeGreaterThanOrEqual(8);
  });
});

/** What a finger may miss: lower than 44 px, or than 24 px where it is a link in text. Runs in the page. */
function smallTargets(): string[] {
  const heightOf = (part: Element) => Math.round(part.getBoundingClientRect().height);
  const isShown = (part: Element) =>
    part.checkVisibility({ visibilityProperty: true }) && part.getBoundingClientRect().width > 1;
  const targets = Array.from(
    document.querySelectorAll('a[href], button, input, select, textarea, summary, label:has(input)'),
  ).filter((part) => isShown(part) && !part.matches('label input, [href="#main"]'));
  const big = new Set(
    targets.filter((part) => heightOf(part) >= 44).map((part) => part.getAttribute('href') ?? ''),
  );
  return targets
    .filter((part) => {
      const height = heightOf(part);
      const isText = part.matches('a') && part.querySelector('img, svg') === null;
      // What a picture of its own leads to as well is not hard to hit.
      return height < 44 && !(isText && (height >= 24 || big.has(part.getAttribute('href') ?? '')));
    })
    .map(
      (part) => `${part.tagName} ${part.textContent || part.getAttribute('aria-label')} ${heightOf(part)} px`,
    );
}

test('every target is as high as a finger needs, and axe finds nothing', { timeout: 120_000 }, async () => {
  const { page, goods } = await withGoods('buyer-23', 2);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults: string[] = [];
  const paths = ['/', '/category', '/list', `/list_info/${goods[0]?.id}`, '/cart', '/cart/step2', '/order'];
  for (const path of paths) {
    await gotoStill(page, path);
    const found = [...new Set(await page.evaluate(smallTargets)), ...(await violationsOn(page))];
    faults.push(...found.map((fault) => `${path}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

describe('the first screen of a phone', () => {
  test('a list has its filters and its order in one line, and the goods right below', async () => {
    const { page } = await onPhone({ as: 'buyer-23' });
    for (const address of ['/list', `/search?keywords=${encodeURIComponent('感冒')}`]) {
      await gotoStill(page, address);
      const filter = await boxOf(page.getByRole('button', { name: '筛选' }));
      const order = await boxOf(page.getByRole('button', { name: '综合' }));
      expect(order.left).toBeGreaterThan(filter.right);
      expect(order.top).toBeLessThan(filter.bottom);
      expect((await boxOf(page.locator('main article').first())).top).toBeLessThan(360);
    }
  });

  test('a good shows its price box above the bar, under a picture of two fifths at most', async () => {
    const { page } = await onPhone({ as: 'buyer-23' });
    const { id } = await aGood(page);
    await gotoStill(page, `/list_info/${id}`);
    const picture = await boxOf(page.getByRole('region', { name: '商品图片' }).getByRole('img').first());
    expect(picture.bottom - picture.top).toBeLessThanOrEqual(0.4 * 812);
    const price = await boxOf(page.locator('main dl dd').first());
    const bar = await boxOf(page.getByRole('group', { name: '价格与加入购物车' }));
    expect(price.bottom).toBeLessThan(bar.top);
  });

  test('the footer folds its groups; a key opens one', async () => {
    const { page } = await onPhone({ as: 'buyer-23' });
    await gotoStill(page, '/');
    const footer = page.getByRole('contentinfo');
    const help = footer.getByRole('link', { name: '购物指南' });
    expect(await help.count()).toBe(0);
    await footer.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    await help.waitFor();
  });
});

test('filters that a lost line keeps from opening say so, and open once it is back', async () => {
  const { page } = await onPhone({ as: 'buyer-23', isNew: true, expected: /Failed to load resource/ });
  const sheet = /\/assets\/facet-sheet[^/]*\.js$/;
  await gotoStill(page, '/list');
  await page.route(sheet, (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: '筛选' }).click();
  const note = page.getByRole('alert').filter({ hasText: '网络断了，没有打开' });
  await note.waitFor();
  await page.locator('main article').first().waitFor();
  await page.unroute(sheet);
  const filters = page.getByRole('dialog', { name: '筛选条件' });
  // A browser that keeps a failed script loads the page anew, and the filters are one press away; others open them at once.
  const loadedAnew = page.waitForEvent('load', { timeout: 0 }).then(
    () => true,
    () => false,
  );
  await note.getByRole('button', { name: '重试' }).click();
  if (await Promise.race([filters.waitFor().then(() => false), loadedAnew])) {
    await untilHydrated(page);
    await page.getByRole('button', { name: '筛选' }).click();
  }
  await filters.waitFor();
});
