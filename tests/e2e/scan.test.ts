import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

/** A browser that reads codes, with a camera that shows this one; null for one that may not be used. */
const withCamera = (page: Page, code: string | null) =>
  page.addInitScript((shown) => {
    const camera = {
      getUserMedia: () =>
        shown === null
          ? Promise.reject(new DOMException('denied', 'NotAllowedError'))
          : Promise.resolve(document.createElement('canvas').captureStream()),
    };
    Object.defineProperty(navigator, 'mediaDevices', { value: camera });
    window.BarcodeDetector = class {
      detect = () => Promise.resolve([{ rawValue: shown ?? '' }]);
    };
    /* A picture without frames never starts to play. */
    HTMLMediaElement.prototype.play = () => Promise.resolve();
  }, code);

async function barcodeOf(page: Page, goods: string): Promise<string> {
  const answer = await page.request.get(`/api/goods/detail/${goods}`);
  const { data } = (await answer.json()) as { data: { barcode: string } };
  return data.barcode;
}

test('a bar code before the camera opens its good', async () => {
  const { page } = await visit({ as: 'demo', width: 375, height: 812, isNew: true });
  await withCamera(page, await barcodeOf(page, '1'));
  await page.goto('/scan');
  await page.getByRole('button', { name: '打开摄像头扫码' }).click();
  await page.waitForURL('**/list_info/1');
});

test('a camera that is refused is told plainly, and a code can be typed', async () => {
  const { page } = await visit({ as: 'demo', width: 375, height: 812, isNew: true });
  await withCamera(page, null);
  await page.goto('/scan');
  await page.getByRole('button', { name: '打开摄像头扫码' }).click();
  await page.getByText('没有得到使用摄像头的许可').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('textbox', { name: '条码' }).fill(await barcodeOf(page, '1'));
  await page.getByRole('textbox', { name: '条码' }).press('Enter');
  await page.waitForURL('**/list_info/1');
});

test('a browser that cannot read codes says so', async () => {
  const { page } = await visit({ isNew: true });
  await page.addInitScript(() => delete window.BarcodeDetector);
  await page.goto('/scan');
  await page.getByRole('button', { name: '打开摄像头扫码' }).click();
  await page.getByText('这个浏览器不能用摄像头读码').waitFor();
});

test('a code that fits nothing is told with ways to go on', async () => {
  const { page } = await visit({ as: 'demo' });
  await page.goto('/scan');
  await page.getByRole('textbox', { name: '条码' }).fill('0000000000000');
  await page.getByRole('button', { name: '查找' }).click();
  await page.getByText('没有商品用条码 0000000000000').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('link', { name: '按这个条码搜索' }).click();
  await page.waitForURL('**/search?keywords=0000000000000');
});

test('the shop can be installed, with shortcuts to pages that are there', async () => {
  const { page } = await visit();
  const answer = await page.request.get('/manifest.webmanifest');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const { icons, shortcuts, start_url } = (await answer.json()) as {
    icons: { src: string; purpose: string }[];
    shortcuts: { name: string; url: string }[];
    start_url: string;
  };
  expect(shortcuts.map(({ name }) => name)).toEqual(['扫码', '购物车', '我的订单']);
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
  const addresses = [start_url, ...shortcuts.map(({ url }) => url), ...icons.map(({ src }) => src)];
  for (const address of addresses) expect((await page.request.get(address)).status(), address).toBe(200);
});
