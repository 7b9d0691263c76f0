import { describe, expect, test } from 'vitest';
import { takeClock } from './support/clock.ts';
import { gotoStill } from './support/still.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

/** Opens the home page and waits until all of it is there. */
async function home(options: Parameters<typeof visit>[0] = {}) {
  const visitor = await visit(options);
  await gotoStill(visitor.page, '/');
  return { ...visitor, box: visitor.page.getByRole('combobox') };
}

/** The same, in a browser whose clock the test can put on. */
async function homeWithClock() {
  const { page } = await visit({ isNew: true });
  await page.goto('/');
  await takeClock(page);
  return { page, box: page.getByRole('combobox') };
}

describe('the search box', () => {
  test('asks once after a pause, shows what is suggested, and the arrows wrap around', async () => {
    const { page, box } = await home();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/goods/search')) asked.push(request.url());
    });
    await box.pressSequentially('amxl', { delay: 30 });
    await expect.poll(() => page.getByText('搜索中...').isVisible()).toBe(true);
    await page.getByRole('option').first().waitFor();
    expect(asked).toHaveLength(1);

    const options = await page.getByRole('option').all();
    await box.press('ArrowUp');
    expect(await options.at(-1)?.getAttribute('aria-selected')).toBe('true');
    await box.press('ArrowDown');
    expect(await options[0]?.getAttribute('aria-selected')).toBe('true');
    expect(await box.getAttribute('aria-activedescendant')).toBe(await options[0]?.getAttribute('id'));

    await box.press('Enter');
    await page.waitForURL(/\/search\?/);
    expect(new URL(page.url()).searchParams.get('keywords')).toContain('阿莫西林');
    expect(await page.getByRole('listbox').count()).toBe(0);
  });

  test('says that there is nothing, closes on Esc and when it is left, and asks nothing for an empty word', async () => {
    const { page, box } = await homeWithClock();
    await box.fill('没有这种药名');
    await page.getByText('暂无数据').waitFor();
    await box.press('Escape');
    expect(await page.getByText('暂无数据').isVisible()).toBe(false);
    await box.fill('布洛芬');
    await page.getByRole('option').first().waitFor();
    await box.blur();
    expect(await page.getByRole('option').count()).toBe(0);
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/goods/search') asked.push(searchParams.get('keywords'));
    });
    await box.fill('');
    await page.clock.runFor(2000);
    await box.fill('阿莫西林');
    await page
      .getByRole('option', { name: /阿莫西林/ })
      .first()
      .waitFor();
    expect(asked).toEqual(['阿莫西林']);
  });

  test('trims what is submitted, keeps special characters, and keeps its text on the result page', async () => {
    const { page, box } = await home();
    await box.fill('  维生素 B&C+ ');
    await box.press('Enter');
    await page.waitForURL(/\/search\?/);
    expect(new URL(page.url()).searchParams.get('keywords')).toBe('维生素 B&C+');
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('维生素 B&C+');
  });

  test('searches manufacturers under 厂家, with a placeholder of its own', async () => {
    const { page, box } = await home();
    expect(await box.getAttribute('placeholder')).toBe('药品名称/拼音缩写');
    await page.getByText('厂家', { exact: true }).click();
    expect(await box.getAttribute('placeholder')).toBe('厂家名称/拼音缩写');
    await box.fill('药业');
    await box.press('Enter');
    await page.waitForURL(/type=maker/);
  });

  test('stays at the top of the window once the page has been scrolled 205 px, and nothing jumps', async () => {
    const { page, box } = await home();
    const top = async () => (await box.boundingBox())?.y ?? Number.NaN;
    await page.evaluate(() => scrollTo(0, 200));
    await expect.poll(top).toBeLessThan(0);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.evaluate(() => scrollTo(0, 900));
    await expect.poll(top).toBeGreaterThan(0);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
  });
});

describe('what is remembered of suggestions', () => {
  /** Opens the home page with suggestions that count how often they are asked. */
  async function counting() {
    const { page, box } = await homeWithClock();
    let asked = 0;
    await page.route('**/api/goods/search**', (route) => {
      asked += 1;
      return route.continue();
    });
    return { page, box, asked: () => asked };
  }

  test('a young list is shown again as it is; one older than 5 s is asked for anew', async () => {
    const { page, box, asked } = await counting();
    await box.fill('布洛芬');
    await page.getByRole('option').first().waitFor();
    await box.blur();
    await box.focus();
    await page.getByRole('option').first().waitFor();
    expect(asked()).toBe(1);
    await box.blur();
    await page.clock.fastForward(5100);
    await box.focus();
    await expect.poll(asked).toBe(2);
  });

  test('an empty word clears the list, so that the same word is asked anew', async () => {
    const { page, box, asked } = await counting();
    await box.fill('布洛芬');
    await page.getByRole('option').first().waitFor();
    await box.fill('');
    expect(await page.getByRole('option').count()).toBe(0);
    await box.press('ArrowDown');
    expect(await page.getByRole('listbox').count()).toBe(0);
    await box.fill('布洛芬');
    await page.getByText('搜索中...').waitFor();
    await page.getByRole('option').first().waitFor();
    expect(asked()).toBe(2);
  });
});

describe('the top bar', () => {
  test('leads to the member centre, the orders and back home, which it does not offer at home', async () => {
    const { page } = await home({ as: 'buyer-03' });
    const bar = page.getByRole('navigation', { name: '账户与常用链接' });
    expect(await bar.getByRole('link', { name: '返回首页' }).isVisible()).toBe(false);
    await bar.getByRole('link', { name: '会员中心' }).click();
    await page.waitForURL(/\/user$/);
    await bar.getByRole('link', { name: '我的订单' }).click();
    await page.waitForURL(/\/order$/);
    await bar.getByRole('link', { name: '返回首页' }).click();
    await page.waitForURL(/\/$/);
  });

  test('puts the shop on the desktop: by the browser where it can, else it says how', async () => {
    const { page } = await home();
    const button = page.getByRole('button', { name: '添加到桌面' });
    await button.click();
    const dialog = page.getByRole('dialog', { name: '添加到桌面' });
    await dialog.getByText(/安装此站点/).waitFor();
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: '下载快捷方式' }).click();
    expect((await saved).suggestedFilename()).toBe('杏衡药采.url');
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      const offer = new Event('beforeinstallprompt', { cancelable: true });
      Object.assign(offer, { prompt: () => Object.assign(window, { prompted: true }) });
      dispatchEvent(offer);
    });
    await button.click();
    expect(await page.evaluate(() => Reflect.get(window, 'prompted'))).toBe(true);
    expect(await dialog.count()).toBe(0);
  });

  test('the manifest names the shop, and its icons are there, as robots and browsers ask for them', async () => {
    const { page } = await home();
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = await (await page.request.get(address ?? '')).json();
    expect(manifest).toMatchObject({ name: '杏衡药采', start_url: '/', display: 'standalone' });
    expect(
      manifest.icons.map(({ sizes, purpose }: { sizes: string; purpose: string }) => [sizes, purpose]),
    ).toEqual([
      ['any', 'any'],
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ]);
    for (const { src, type } of manifest.icons) {
      const icon = await page.request.get(src);
      expect(icon.headers()['content-type']).toContain(type);
    }
    const plain = async (path: string) => {
      const answer = await page.request.get(path);
      return [answer.status(), answer.headers()['content-type']?.split(';')[0]];
    };
    expect(await plain('/favicon.ico')).toEqual([200, 'image/vnd.microsoft.icon']);
    expect(await plain('/apple-touch-icon.png')).toEqual([200, 'image/png']);
    expect(await plain('/robots.txt')).toEqual([200, 'text/plain']);
    expect((await plain('/manifest.json'))[0]).toBe(404);
    const rules = await (await page.request.get('/robots.txt')).text();
    for (const closed of ['/api/', '/ops', '/cart', '/order'])
      expect(rules).toContain(`Disallow: ${closed}\n`);
    expect(rules).not.toMatch(/^Disallow: \/(?:list|help.*)?$/m);
  });

  test('shows the mini-program code on hover', async () => {
    const { page } = await home();
    await page.getByRole('button', { name: '小程序码' }).hover();
    const code = page.getByRole('banner').getByRole('img', { name: '小程序码' });
    await code.waitFor();
    await expect.poll(() => code.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0);
  });

  test('names the manager, as one’s own where the service is dedicated', async () => {
    const { page } = await visit({ as: 'demo' });
    const answer = await (await page.request.get('/api/user/base')).json();
    await page.route('**/api/user/base', (route) => route.fulfill({ json: answer }));
    for (const [isDefault, text] of [
      [0, '专属客服'],
      [1, '客户经理'],
    ] as const) {
      answer.data.admin = { name: '沈立行', phone: '13700000011', is_default: isDefault };
      await page.goto('/login');
      await page.getByRole('link', { name: '返回首页' }).click();
      const contact = page.getByRole('banner').locator('dl');
      await contact.getByText('沈立行 13700000011').waitFor();
      expect(await contact.innerText()).toContain(text);
      expect(await contact.innerText()).toContain('400-000-0000');
    }
  });
});

describe('the header', () => {
  test('offers login to a visitor; shows a member the company, the manager and a way out', async () => {
    const { page: visitor } = await home();
    expect(await visitor.getByRole('banner').getByRole('link', { name: '登录' }).isVisible()).toBe(true);

    const { page } = await home({ as: 'demo' });
    const header = page.getByRole('banner');
    expect(await header.innerText()).toMatch(/药房（演示）[\s\S]*专属客服/);
    await header.getByRole('button', { name: '安全退出' }).click();
    await header.getByRole('link', { name: '登录' }).waitFor();
  });

  test('says that an activity has not begun where a link leads nowhere', async () => {
    const { page } = await home();
    const pending = page.getByRole('navigation', { name: '主导航' }).getByRole('button');
    if ((await pending.count()) === 0) return;
    await pending.first().click();
    const notice = page.getByRole('region', { name: '提示' }).getByRole('paragraph').first();
    await notice.waitFor();
    expect(await notice.innerText()).toMatch(/未开始|开始|开放/);
  });

  test('opens the categories by keyboard: down to the next, right into its children, Esc back', async () => {
    const { page } = await home();
    const menu = page.getByRole('navigation', { name: '药品分类' });
    const entries = menu.locator('[data-level="top"]');
    expect(await entries.count()).toBe(7);
    await entries.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-parent'))).toBe('1');
    await page.keyboard.press('Escape');
    expect(await menu.locator('[data-parent]').count()).toBe(0);
  });
});

describe('the navigation', () => {
  test('shows nine entries from the server, and what stands below one on hover and by keyboard', async () => {
    const { page } = await home();
    const nav = page.getByRole('navigation', { name: '主导航' });
    expect(await nav.locator('> ul > li').count()).toBe(9);
    const child = nav.getByRole('link', { name: '按销量' });
    expect(await child.isVisible()).toBe(false);
    await nav.getByRole('link', { name: '全部药品' }).hover();
    await child.waitFor();
    await page.mouse.move(0, 600);
    await child.waitFor({ state: 'hidden' });
    await nav.getByRole('link', { name: '全部药品' }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('按销量');
  });

  test('opens a category’s children on hover', async () => {
    const { page } = await home();
    const menu = page.getByRole('navigation', { name: '药品分类' });
    expect(await menu.locator('[data-parent]').count()).toBe(0);
    await menu.locator('[data-level="top"]').first().hover();
    await menu.locator('[data-parent]').first().waitFor();
  });
});

describe('ads and side navigation', () => {
  test('stand where the page says: right of the search box, beside the page, above and below it', async () => {
    const { page } = await visit();
    await gotoStill(page, '/hb');
    const ad = page.getByRole('banner').getByRole('list', { name: '全站 · 页头右上角' });
    const box = await ad.boundingBox();
    expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([200, 80]);
    expect(box?.x).toBeGreaterThan(900);
    const side = page.getByRole('navigation', { name: '热门专题' });
    expect((await side.boundingBox())?.x).toBeLessThan(20);
    await side.getByRole('link', { name: '领券中心' }).click();
    await page.waitForURL(/\/lqzx$/);
    await gotoStill(page, '/');
    expect(await page.getByRole('list', { name: '全站 · 顶部通栏' }).isVisible()).toBe(true);
    expect(await page.getByRole('contentinfo').getByRole('list', { name: '全站 · 底部通栏' }).count()).toBe(
      1,
    );
    expect(await ad.count()).toBe(0);
  });

  test.each([1280, 1400, 1440, 1920])('cover nothing of the page at %i px', async (width) => {
    const { page } = await visit({ width });
    await page.goto('/welfare');
    const side = await page.getByRole('navigation', { name: '热门专题' }).boundingBox();
    const main = await page.getByRole('main').boundingBox();
    if (!side || !main) throw new Error('the side navigation or the page is not there');
    const beside = side.x + side.width <= main.x;
    const above = side.y + side.height <= main.y;
    expect(beside || above).toBe(true);
  });
});

describe('what is remembered of where one comes from', () => {
  test('the brands zone has a way back until the home page; the footer is short from the cart on', async () => {
    const { page } = await visit({ as: 'buyer-03' });
    const back = page.getByRole('banner').getByRole('link', { name: '返回品牌专区' });
    await gotoStill(page, '/ppzq');
    await gotoStill(page, '/list');
    expect(await back.getAttribute('href')).toBe('/ppzq');
    await gotoStill(page, '/');
    expect(await back.count()).toBe(0);
    const help = page.getByRole('contentinfo').getByRole('link', { name: '购物指南' });
    expect(await help.count()).toBe(1);
    await gotoStill(page, '/cart');
    expect(await help.count()).toBe(0);
    expect(await page.getByRole('contentinfo').getByText('药品经营许可证').count()).toBe(1);
    await gotoStill(page, '/list');
    expect(await help.count()).toBe(1);
  });
});

describe('a login on the main site', () => {
  test('is where links to the login lead, and whatever needs one, with the address to come back to', async () => {
    const { page } = await visit({ expected: /Failed to load resource/ });
    await page.route('**/assets/registry-*.json', async (route) => {
      const file = await (await route.fetch()).json();
      file.registry.site.pages.loginUrl = 'https://main.example/login';
      await route.fulfill({ json: file });
    });
    await page.route('https://main.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>主站登录</h1>' }),
    );
    const from = () => new URL(page.url()).searchParams.get('from');
    await page.goto('/list');
    await page.getByRole('banner').getByRole('link', { name: '登录' }).click();
    await page.waitForURL(/main\.example/);
    expect(from()).toMatch(/^https:\/\/www\.xingheng\.example\//);
    await page.goto('/list');
    await page.getByRole('banner').getByRole('link', { name: '我的订单' }).click();
    await page.waitForURL(/main\.example/);
    expect(from()).toBe('https://www.xingheng.example/order');
  });
});

describe('the home page', () => {
  test('adds a good to the cart and counts it in the header', async () => {
    const { page } = await home({ as: 'buyer-05' });
    await page.getByRole('button', { name: '加购' }).first().click();
    await page.getByText('已加入购物车').waitFor();
    await expect.poll(() => page.getByRole('banner').getByText('1 件商品').count()).toBe(1);
  });

  test.each([1440, 1280, 768, 375])(
    'fits a window of %i px and does not move while it loads',
    async (width) => {
      const { page } = await visit({ width, isNew: true });
      await page.addInitScript(() => {
        Object.assign(globalThis, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            Object.assign(globalThis, {
              shift: Reflect.get(globalThis, 'shift') + Reflect.get(entry, 'value'),
            });
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await gotoStill(page, '/');
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      expect(await page.evaluate(() => Reflect.get(globalThis, 'shift'))).toBeLessThan(0.01);
    },
  );
});
