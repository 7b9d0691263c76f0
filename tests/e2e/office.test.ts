import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { haveInvoiceRequest } from './support/invoice-request.ts';
import { tabTo, toContent } from './support/keyboard.ts';
import { gotoStill } from './support/still.ts';
import { mark } from './support/tries.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

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

  // Paid orders are approved as a batch after a look at what that does, and that is taken back.
  await gotoStill(page, '/ops/order?status=20');
  await toContent(page);
  await tabTo(page, /^全选本页/);
  await page.keyboard.press('Space');
  await tabTo(page, /^审核通过$/);
  await page.keyboard.press('Enter');
  await preview.getByText(/^审核通过：\d+ 个会改，0 个不改/).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await tabTo(page, /^确定，改/);
  await page.keyboard.press('Enter');
  await page
    .getByText(/^刚才：审核通过/)
    .first()
    .waitFor();
  await toContent(page);
  await tabTo(page, /^撤销/);
  await page.keyboard.press('Enter');
  await page.getByText(/个订单回到待审核/).waitFor();

  // A registration whose licences were not looked at cannot be approved: the preview says so, and is left.
  await gotoStill(page, '/ops/register');
  await toContent(page);
  await tabTo(page, /^全选本页/);
  await page.keyboard.press('Space');
  await tabTo(page, /^整体通过$/);
  await page.keyboard.press('Enter');
  await preview
    .getByText(/还没有审/)
    .first()
    .waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await preview.waitFor({ state: 'hidden' });

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

  // And as CSV, for another program.
  await gotoStill(page, '/ops/register');
  await toContent(page);
  await tabTo(page, /^导出 CSV/);
  await page.keyboard.press('Enter');
  await page.getByText('已开始导出').waitFor();
  await gotoStill(page, '/ops/export');
  await page
    .getByRole('row', { name: /导出资质审核/ })
    .getByRole('link', { name: '下载' })
    .first()
    .waitFor();
});

describe('on A4', () => {
  /** Points. */
  const A4 = [595, 842] as const;

  /** Nothing is cut or left over from the screen, and the sheet is as wide as its paper. */
  const FAULTLESS = { cut: [], seen: 0, unused: 0 };

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
    const unused = await page.evaluate(
      () => document.body.clientWidth - (document.querySelector('article')?.clientWidth ?? 0),
    );
    const text = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
    await page.emulateMedia({ media: null });
    const boxes = Array.from(text.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g), ([, width, height]) =>
      [Math.round(Number(width)), Math.round(Number(height))].toSorted((one, other) => one - other),
    );
    return { cut, seen, unused, boxes };
  }

  test('a picking list, an order and a delivery note of staff are whole, without what is not theirs', async () => {
    const { page } = await visit({ as: 'ops' });
    for (const path of ['/ops/picking/print', '/ops/document/sheet/25', '/ops/document/delivery/24']) {
      const { boxes, ...faults } = await paper(page, path);
      expect({ path, ...faults }).toEqual({ path, ...FAULTLESS });
      expect(boxes).toEqual([[...A4]]);
    }
  });

  test('an invoice request, with each of its orders and the sum of them', async () => {
    const { context } = await visit({ as: 'demo' });
    await haveInvoiceRequest(context.request);
    const { page } = await visit({ as: 'ops' });
    const { boxes, ...faults } = await paper(page, '/ops/invoice/print/1');
    expect(faults).toEqual(FAULTLESS);
    expect(boxes).toEqual([[...A4]]);
    const sheet = page.getByRole('article');
    expect(await sheet.getByRole('row').count()).toBeGreaterThan(2);
    expect(await sheet.innerText()).toMatch(/合计[\s\S]*大写：\s*\S*[圆元]/);
  });

  test('an order, a delivery note and a statement of a buyer', async () => {
    const { page } = await visit({ as: 'demo' });
    const month = new Date().toISOString().slice(0, 7);
    for (const path of ['/dy/order/25', '/dy/delivery/24', `/dzd/${month}`]) {
      const { boxes, ...faults } = await paper(page, path);
      expect({ path, ...faults }).toEqual({ path, ...FAULTLESS });
      expect(boxes.length).toBeGreaterThan(0);
      for (const box of boxes) expect(box).toEqual([...A4]);
    }
  });
});
