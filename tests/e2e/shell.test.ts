import { describe, expect, test } from 'vitest';
import { useBrowser, visit } from './support/visitor.ts';

useBrowser();

/** Opens the home page and waits until it listens. */
async function home(options: Parameters<typeof visit>[0] = {}) {
  const visitor = await visit(options);
  await visitor.page.goto('/', { waitUntil: 'networkidle' });
  return { ...visitor, box: visitor.page.getByRole('combobox') };
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
    const { page, box } = await home();
    await box.fill('没有这种药名');
    await page.getByText('暂无数据').waitFor();
    await box.press('Escape');
    expect(await page.getByText('暂无数据').isVisible()).toBe(false);
    await box.fill('布洛芬');
    await page.getByRole('option').first().waitFor();
    await box.blur();
    expect(await page.getByRole('option').count()).toBe(0);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await box.fill('');
    await page.waitForTimeout(900);
    expect(asked.filter((url) => url.includes('/api/goods/search'))).toEqual([]);
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

describe('the home page', () => {
  test('adds a good to the cart and counts it in the header', async () => {
    const { page } = await home({ as: 'buyer-02' });
    await page.getByRole('button', { name: '加购' }).first().click();
    await page.getByText('已加入购物车').waitFor();
    await expect.poll(() => page.getByRole('banner').getByText('1 件商品').count()).toBe(1);
  });

  test.each([1440, 1280, 768, 375])(
    'fits a window of %i px and does not move while it loads',
    async (width) => {
      const { page } = await visit({ width });
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
      await page.goto('/', { waitUntil: 'networkidle' });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      expect(await page.evaluate(() => Reflect.get(globalThis, 'shift'))).toBeLessThan(0.01);
    },
  );
});
