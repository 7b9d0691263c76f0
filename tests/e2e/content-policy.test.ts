import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { gotoStill } from './support/still.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

declare global {
  interface Window {
    /** What the content policy of this page has stopped. */
    stopped: string[];
  }
}

async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.stopped = [];
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      window.stopped.push(`${effectiveDirective}: ${blockedURI} ${sample}`);
    });
  });
}

/** Of each list of cards, how many stand side by side: a style that the server has rendered says so. */
const columnsOf = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('main ul'), (list) => getComputedStyle(list))
      .filter(({ display }) => display === 'grid')
      .map(({ gridTemplateColumns }) => gridTemplateColumns.split(' ').length),
  );

const READERS: readonly [who: string, as: string | undefined, paths: readonly string[]][] = [
  [
    'a visitor',
    undefined,
    ['/', '/login', '/register', '/search?keywords=阿莫西林', '/ptzq', '/category', '/help_news'],
  ],
  ['a member', 'demo', ['/', '/user', '/cart', '/order_wddd', '/dlsb', '/jfsc', '/dzd']],
  ['staff', 'ops', ['/ops', '/ops/order', '/ops/goods', '/ops/member', '/ops/books', '/ops/report']],
];

describe('the content policy', () => {
  test.each(READERS)('stops nothing that a page of the shop does, for %s', async (_, as, paths) => {
    const { page } = await visit({ isNew: true, ...(as !== undefined && { as }) });
    await watchPolicy(page);
    for (const path of paths) {
      const policy = (await page.goto(path))?.headers()['content-security-policy'] ?? '';
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toContain('unsafe-');
      await gotoStill(page, path);
      expect(await page.evaluate(() => window.stopped), path).toEqual([]);
    }
  });

  test('lets an article be shown that comes after the page', async () => {
    const { page } = await visit({ isNew: true });
    await watchPolicy(page);
    await gotoStill(page, '/help/news/hy');
    await page.locator('main a[href*="/news/info/"]').first().click();
    await page.waitForURL(/news\/info/);
    await page.locator('main p').first().waitFor();
    expect(await page.evaluate(() => window.stopped)).toEqual([]);
  });

  test('lets a page look before its scripts run as it looks afterwards', async () => {
    const { page, context, at } = await visit({ isNew: true });
    await gotoStill(page, '/');
    const alive = await columnsOf(page);
    const still = await context.browser()?.newContext({ javaScriptEnabled: false });
    const silent = await still?.newPage();
    await silent?.goto(at('/'));
    expect(silent && (await columnsOf(silent))).toEqual(alive);
    expect(Math.max(...alive)).toBeGreaterThan(2);
    expect(await page.locator('[data-style]').count()).toBe(0);
    await still?.close();
  });
});

/** What somebody would bring into a page who had found a way to. */
const INJECTED = {
  'a style sheet': '<style>body { outline: 7px solid red }</style>',
  'a style attribute': '<p id="bait" style="position: fixed">x</p>',
  'a mark as of the page’s own styles': '<p id="bait" data-style="position: fixed">x</p>',
  'a script': '<script>document.body.id = "taken"</script>',
  'a handler': '<img src="/none.png" onerror="document.body.id = \'taken\'">',
};

describe('markup that got into a page', () => {
  test.each(Object.entries(INJECTED))('%s takes no effect', async (_, markup) => {
    const { page } = await visit({ isNew: true, expected: /Content Security Policy|404/ });
    await page.route('**/login', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('<div id="root">', `${markup}<div id="root">`);
      expect(body).toContain(markup);
      await route.fulfill({ response, body });
    });
    await page.goto('/login');
    const seen = await page.evaluate(() => {
      const bait = document.getElementById('bait');
      const outline = getComputedStyle(document.body).outlineWidth;
      return { id: document.body.id, outline, position: bait && getComputedStyle(bait).position };
    });
    expect(seen.id).toBe('');
    expect(seen.outline).not.toBe('7px');
    expect(seen.position).not.toBe('fixed');
  });

  test('text does not become markup by a script of the page', async () => {
    const { page } = await visit({ isNew: true, expected: /Trusted/ });
    await page.goto('/login');
    const refused = await page.evaluate(() => {
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy: (name: string, rules: object) => object };
      };
      const attempts = [
        () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
        () => Object.assign(document.createElement('div'), { innerHTML: '<b>x</b>' }),
        () => Object.assign(document.createElement('script'), { src: 'data:,' }),
        () => trustedTypes.createPolicy('mine', {}),
      ];
      return attempts.map((attempt) => {
        try {
          attempt();
          return 'done';
        } catch (fault) {
          return fault instanceof TypeError ? 'refused' : String(fault);
        }
      });
    });
    expect(refused).toEqual(['refused', 'refused', 'refused', 'refused']);
  });
});
