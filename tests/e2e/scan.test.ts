import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toBuffer } from 'bwip-js/node';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { shareBrowser, visit } from './support/visitor.ts';

const folder = await mkdtemp(join(tmpdir(), 'camera-'));
const VIDEO = join(folder, 'camera.y4m');
afterAll(() => rm(folder, { recursive: true }));

/* Chromium's own camera shows a film: what stands in it is read anew each time that the camera is opened. */
shareBrowser({
  isWhole: true,
  flags: ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${VIDEO}`],
});

/** Puts a package with this bar code before the camera: held a little askew, and not quite sharp. */
async function holdBefore(code: string): Promise<void> {
  const { width, height } = { width: 640, height: 480 };
  const drawn = await toBuffer({ bcid: 'ean13', text: code, scale: 3, height: 20, includetext: true });
  const label = await sharp(drawn)
    .flatten({ background: '#fff' })
    .rotate(3, { background: '#fff' })
    .toBuffer();
  const { data } = await sharp({ create: { width, height, channels: 3, background: '#d8d2c4' } })
    .composite([{ input: label }])
    .blur(0.8)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colours = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), data, colours]);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(VIDEO, Buffer.concat([head, frame, frame]));
}

/** A browser that reads codes itself, and sees this one. */
const withOwnReader = (page: Page, code: string) =>
  page.addInitScript((shown) => {
    const camera = {
      getUserMedia: () => Promise.resolve(document.createElement('canvas').captureStream()),
    };
    Object.defineProperty(navigator, 'mediaDevices', { value: camera });
    window.BarcodeDetector = class {
      detect = () => Promise.resolve([{ rawValue: shown }]);
    };
    /* A picture without frames never starts to play. */
    HTMLMediaElement.prototype.play = () => Promise.resolve();
  }, code);

async function barcodeOf(page: Page, goods: string): Promise<string> {
  const answer = await page.request.get(`/api/goods/detail/${goods}`);
  const { data } = (await answer.json()) as { data: { barcode: string } };
  return data.barcode;
}

test('a bar code before the camera is read and opens its good, under the content policy of the shop', async () => {
  const { page, context } = await visit({ as: 'demo', width: 375, height: 812, isNew: true });
  await context.grantPermissions(['camera']);
  await holdBefore(await barcodeOf(page, '1'));
  await page.goto('/scan');
  await page.getByRole('button', { name: '打开摄像头扫码' }).click();
  await page.waitForURL('**/list_info/1');
});

test('a bar code before the camera that fits nothing is told with ways to go on', async () => {
  const { page, context } = await visit({ as: 'demo', width: 375, height: 812, isNew: true });
  await context.grantPermissions(['camera']);
  await holdBefore('4006381333931');
  await page.goto('/scan');
  await page.getByRole('button', { name: '打开摄像头扫码' }).click();
  await page.getByText('没有商品用条码 4006381333931').waitFor();
  await page.getByRole('link', { name: '按这个条码搜索' }).waitFor();
});

test('a camera that is refused is told plainly, and a code can be typed', async () => {
  const { page } = await visit({ as: 'demo', width: 375, height: 812, isNew: true });
  await page.goto('/scan');
  await page.getByRole('button', { name: '打开摄像头扫码' }).click();
  await page.getByText('没有得到使用摄像头的许可').waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('textbox', { name: '条码' }).fill(await barcodeOf(page, '1'));
  await page.getByRole('textbox', { name: '条码' }).press('Enter');
  await page.waitForURL('**/list_info/1');
});

test('a browser that has no camera for pages says so', async () => {
  const { page } = await visit({ isNew: true });
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'mediaDevices'));
  await page.goto('/scan');
  await page.getByRole('button', { name: '打开摄像头扫码' }).click();
  await page.getByText('这个浏览器不能用摄像头读码').waitFor();
});

test('a browser whose own reader reads codes needs no other', async () => {
  const { page } = await visit({ as: 'demo', width: 375, height: 812, isNew: true });
  await withOwnReader(page, await barcodeOf(page, '1'));
  await page.goto('/scan');
  await page.getByRole('button', { name: '打开摄像头扫码' }).click();
  await page.waitForURL('**/list_info/1');
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
