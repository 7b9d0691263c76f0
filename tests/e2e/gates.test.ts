import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Asker, builtRegistry, fill, routeEntries, valuesFor } from './support/addresses.ts';
import { shareBrowser, visit } from './support/visitor.ts';
import { arrive, forEach, isScheduled, leads, RANKS, rankOf } from './support/walking.ts';

shareBrowser();

const registry = await builtRegistry();
const { site } = registry;
const { member, approved } = site.roles;
const REVIEW = approved?.page ?? '';
/** The state of the review, asked for by whoever wanted to see `path`. */
const reviewFrom = (path: string) => `${REVIEW}?from=${encodeURIComponent(path)}`;
const [loginToSee, seeReview] = [member?.action ?? '', approved?.action ?? ''];

/** Pages for logging in are about nothing else, and an article may tell what visitors see. */
const speaksOfLogin = (name: string, header: unknown) =>
  header === 'header-login' || registry.pages[name]?.types.includes('rich-text');

/** What of a page asks its reader to log in. */
const askedToLogIn = (page: Page): Promise<string[]> =>
  page.evaluate((login) => {
    const links = document.querySelectorAll<HTMLAnchorElement>(`a[href^="${login}"]`);
    const words = document.querySelector('main')?.innerText.match(/.*登录(认证)?(后|查看|看|可).*/g) ?? [];
    return [...Array.from(links, ({ textContent }) => textContent), ...words];
  }, site.pages.login);

test('a member in review is asked to log in nowhere', { timeout: 180_000 }, async () => {
  const { page, tab } = await visit({ as: 'newbie', expected: /Failed to load resource|EventSource/ });
  const asker = await Asker.as('newbie');
  const entries = [...routeEntries(registry.routes)].filter(
    (entry) =>
      entry.isOwn &&
      entry.route.redirect === undefined &&
      rankOf(entry) <= RANKS.indexOf('member') &&
      !leads(entry, registry) &&
      !isScheduled(entry) &&
      !speaksOfLogin(entry.route.name, entry.route.meta.header),
  );
  expect(entries.length).toBeGreaterThan(80);
  const tabs = [page, await tab(), await tab()];
  await Promise.all(tabs.map((each) => each.goto('/404')));
  const faults: string[] = [];
  await forEach(entries, tabs, async (entry, each) => {
    const address = fill(entry.path, await valuesFor(entry, registry, asker));
    await arrive(each, address, site.texts.loading);
    faults.push(...(await askedToLogIn(each)).map((words) => `${address}: ${words}`));
  });
  expect(faults).toEqual([]);
});

test.each(['/list_info/1', '/list_info_pt/1', '/zhzq', '/yyh', '/cart', '/jfsc'])(
  'the button of %s leads a member in review to the state of the review',
  async (address) => {
    const { page } = await visit({ as: 'newbie' });
    await page.goto(address);
    await page.locator('main').getByRole('link', { name: seeReview }).first().click();
    await page.waitForURL((url) => url.pathname + url.search === reviewFrom(address));
    await page.getByRole('heading', { name: '资料已提交，等待审核' }).waitFor();
  },
);

test('a page for approved members leads a member in review there, too', async () => {
  const { page, at } = await visit({ as: 'newbie' });
  await page.goto('/cart/step2');
  expect(page.url()).toBe(at(reviewFrom('/cart/step2')));
});

test('a visitor is led to the login and back; an approved member sees no such button', async () => {
  const visitor = await visit();
  await visitor.page.goto('/list_info/1?yx=1');
  const way = visitor.page.locator('main').getByRole('link', { name: loginToSee });
  expect(await way.getAttribute('href')).toBe(
    `${site.pages.login}?from=${encodeURIComponent('/list_info/1?yx=1')}`,
  );
  const buyer = await visit({ as: 'demo' });
  await buyer.page.goto('/list_info/1');
  await buyer.page.getByRole('button', { name: '加入购物车' }).waitFor();
  expect(await buyer.page.getByRole('link', { name: new RegExp(`${loginToSee}|${seeReview}`) }).count()).toBe(
    0,
  );
});

test('a price that is kept back says why in the words of its reader', async () => {
  for (const [as, words] of [
    [undefined, member?.notice ?? ''],
    ['newbie', approved?.notice ?? ''],
  ] as const) {
    const { page } = await visit(as === undefined ? {} : { as });
    await page.goto('/zhzq');
    const price = page.locator('main').getByText('整套价').first().locator('..');
    expect(await price.innerText()).toContain(words);
  }
});
