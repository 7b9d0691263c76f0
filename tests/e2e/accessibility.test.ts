import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { treeOf } from './support/accessibility-tree.ts';
import { gotoStill } from './support/still.ts';
import { fillCart, plainGoods } from './support/touch.ts';
import { shareBrowser, type Visitor, visit } from './support/visitor.ts';
import { forEach } from './support/walking.ts';

shareBrowser();

/** What a reader may set for the whole browser, each in another window. */
const READERS = {
  'on a phone, with less motion': { width: 375, media: { reducedMotion: 'reduce' } },
  'on a tablet, in forced colours': {
    width: 768,
    media: { reducedMotion: 'reduce', forcedColors: 'active' },
  },
  'in a wide window, with text of twice the size': {
    width: 1440,
    media: { reducedMotion: 'reduce' },
    text: '200%',
  },
} as const;

type Reader = (typeof READERS)[keyof typeof READERS];

const PAGES = [
  '/',
  '/list',
  '/list/table',
  '/list_info/1',
  '/compare?ids=1,607',
  '/search?keywords=zzzz',
  '/mrtj',
  '/ptzq',
  '/lqzx',
  '/cart',
  '/cart/step2',
  '/order',
  '/user',
  '/kjcg',
];

async function setUp(page: Page, reader: Reader): Promise<void> {
  await page.setViewportSize({ width: reader.width, height: 900 });
  await page.emulateMedia(reader.media);
}

/** Problems of a page, a line each: what axe finds, and a page that must be scrolled sideways. */
async function problemsOf(page: Page, path: string, reader: Reader): Promise<string[]> {
  await gotoStill(page, path);
  if ('text' in reader) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, reader.text);
  }
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const sideways = wider > 0 ? [`is ${wider} px wider than the window`] : [];
  return [...sideways, ...(await violationsOn(page))].map((problem) => `${path}: ${problem}`);
}

async function buyerWithCart(as: string): Promise<Visitor> {
  const visitor = await visit({ as });
  const { request } = visitor.context;
  const [goods] = await plainGoods(request);
  if (goods) await fillCart(request, goods);
  return visitor;
}

describe('every main page is right for who reads it', () => {
  test.each(Object.entries(READERS))('%s', async (_, reader) => {
    const { page, tab } = await buyerWithCart('buyer-58');
    const found: string[] = [];
    await forEach(PAGES, [page, await tab()], async (path, each) => {
      await setUp(each, reader);
      found.push(...(await problemsOf(each, path, reader)));
    });
    expect(found).toEqual([]);
  });

  test('also while something is open, refused or chosen, on a phone', async () => {
    const { page } = await buyerWithCart('buyer-58');
    await setUp(page, READERS['on a phone, with less motion']);
    await gotoStill(page, '/list?compare=1,607');
    await page.getByRole('region', { name: '要比较的商品' }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await gotoStill(page, '/kjcg');
    await page.getByRole('button', { name: '从 Excel 粘贴' }).click();
    await page.getByLabel('粘贴的内容').fill('商品编码\t数量\nNOPE\tx');
    await page.getByRole('button', { name: '识别' }).click();
    await page.getByText('NOPE').first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await gotoStill(page, '/pzqg/add');
    await page.getByRole('button', { name: /提交/ }).click();
    await page.getByRole('main').getByText(/请/).first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await gotoStill(page, '/cart/step2');
    await page.getByRole('button', { name: '价格明细' }).first().click();
    await page.getByRole('dialog').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });
});

/** Pages whose words a screen reader's user lives with; kept to be read, and to be seen when they change. */
const HEARD: readonly [name: string, path: string, as?: string][] = [
  ['login', '/login'],
  ['category', '/category'],
  ['list', '/list'],
  ['detail', '/list_info/1'],
  ['compare', '/compare?ids=1,607', 'buyer-59'],
  ['cart', '/cart', 'buyer-59'],
  ['checkout', '/cart/step2', 'buyer-59'],
  ['user-centre', '/user', 'buyer-59'],
  ['quick-order', '/kjcg', 'buyer-59'],
  ['coupons', '/lqzx', 'buyer-59'],
];

describe('what a screen reader hears is as it was', () => {
  test.each(HEARD)('%s', async (name, path, as) => {
    const { page } = as === undefined ? await visit() : await buyerWithCart(as);
    await gotoStill(page, path);
    const tree = treeOf(await page.getByRole('main').ariaSnapshot());
    await expect(tree).toMatchFileSnapshot(`heard/${name}.yaml`);
  });
});
