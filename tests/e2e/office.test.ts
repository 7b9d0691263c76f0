import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { gotoStill } from './support/still.ts';
import { mark } from './support/tries.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

/** What has the focus, as a screen reader would name it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : undefined;
    return `${at?.getAttribute('aria-label') ?? label ?? ''} ${at?.textContent ?? ''}`.trim();
  });

/** Longest way of the focus that a test goes. */
const STEPS = 120;

/** Presses a key until what has the focus says `wanted`; fails when that takes too long. */
async function tabTo(page: Page, wanted: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    await page.keyboard.press(key);
    const name = await focused(page);
    if (wanted.test(name)) return;
    passed.push(name);
  }
  throw new Error(`${STEPS} times ${key} did not lead to ${wanted}, but to ${passed.join(' | ')}`);
}

/** From the head of the page, past the menu. */
async function toContent(page: Page): Promise<void> {
  await page.evaluate(() => document.getElementById('main')?.focus());
}

test('a morning of the back office, by keyboard alone', { timeout: 300_000 }, async () => {
  const { page } = await visit({ as: 'ops' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const name = `优选 ${mark()}`.slice(0, 20);

  // A page is found by its name.
  await gotoStill(page, '/ops');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('资质审核');
  await page
    .getByRole('option', { name: /资质审核/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ops/register');

  // The most urgent to-do leads to what is to be done.
  await gotoStill(page, '/ops');
  await toContent(page);
  await tabTo(page, /待发货/);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/ops\/order\?/);
  expect(await violationsOn(page)).toEqual([]);

  // A filter is saved, left and recalled.
  await gotoStill(page, '/ops/goods?state=yx');
  await toContent(page);
  await tabTo(page, /^保存筛选/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '保存筛选' }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await tabTo(page, /^名称/);
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name }).waitFor();
  await gotoStill(page, '/ops/goods');
  await toContent(page);
  await tabTo(page, new RegExp(`^${name}`));
  await page.keyboard.press('Enter');
  await page.waitForURL(/state=yx/);
  await page.locator('[aria-current=true]', { hasText: name }).waitFor();

  // Many goods are taken off sale after a look at what that does, and put back.
  await toContent(page);
  await tabTo(page, /^全选本页/);
  await page.keyboard.press('Space');
  await page.getByText('已选 20 行').waitFor();
  await tabTo(page, /^下架$/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const preview = page.getByRole('dialog', { name: '确认批量处理' });
  await preview.getByText(/个会改/).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await tabTo(page, /^确定，改/);
  await page.keyboard.press('Enter');
  await page
    .getByText(/^刚才：下架/)
    .first()
    .waitFor();
  await toContent(page);
  await tabTo(page, /^撤销/);
  await page.keyboard.press('Enter');
  await page
    .getByText(/^已撤销/)
    .first()
    .waitFor();
  await expect.poll(() => page.getByText(/^刚才：下架/).count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);

  // What is to be taken from the shelves is ticked.
  await gotoStill(page, '/ops/picking');
  expect(await violationsOn(page)).toEqual([]);
  await toContent(page);
  await tabTo(page, /^全选本页/);
  await page.keyboard.press('Space');
  await tabTo(page, /^标为已拣/);
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByText('已拣', { exact: true }).first().waitFor();

  // The table goes into a file.
  await toContent(page);
  await tabTo(page, /^导出/);
  await page.keyboard.press('Enter');
  await page.getByText('已开始导出').waitFor();
  await gotoStill(page, '/ops/export');
  await page
    .getByRole('row', { name: /导出拣货单/ })
    .getByRole('link', { name: '下载' })
    .first()
    .waitFor();
});

describe('on A4', () => {
  /** Points. */
  const A4 = [595, 842] as const;

  async function paper(page: Page, path: string) {
    await gotoStill(page, path);
    await page.emulateMedia({ media: 'print' });
    const cut = await page.evaluate(() =>
      Array.from(document.querySelectorAll('article *'))
        .filter(
          (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline',
        )
        .map((part) => part.textContent),
    );
    const seen = await page.evaluate(
      () =>
        Array.from(document.querySelectorAll('nav, header, button')).filter(
          (part) => part instanceof HTMLElement && part.offsetParent !== null,
        ).length,
    );
    const text = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
    await page.emulateMedia({ media: null });
    const boxes = Array.from(text.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g), ([, width, height]) =>
      [Math.round(Number(width)), Math.round(Number(height))].toSorted((one, other) => one - other),
    );
    return { cut, seen, boxes };
  }

  test('a picking list, an order and a delivery note of staff are whole, without what is not theirs', async () => {
    const { page } = await visit({ as: 'ops' });
    for (const path of ['/ops/picking/print', '/ops/document/sheet/25', '/ops/document/delivery/24']) {
      const { cut, seen, boxes } = await paper(page, path);
      expect({ path, cut, seen }).toEqual({ path, cut: [], seen: 0 });
      expect(boxes).toEqual([[...A4]]);
    }
  });

  test('an order, a delivery note and a statement of a buyer', async () => {
    const { page } = await visit({ as: 'demo' });
    const month = new Date().toISOString().slice(0, 7);
    for (const path of ['/dy/order/25', '/dy/delivery/24', `/dzd/${month}`]) {
      const { cut, seen, boxes } = await paper(page, path);
      expect({ path, cut, seen }).toEqual({ path, cut: [], seen: 0 });
      expect(boxes.length).toBeGreaterThan(0);
      for (const box of boxes) expect(box).toEqual([...A4]);
    }
  });
});
