import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSheet } from '#server/kernel/sheets/read.ts';
import { mark } from './support/tries.ts';
import { shareBrowser, type Visitor, visit } from './support/visitor.ts';

shareBrowser();

/** A picture of one point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Row {
  id: number;
  code: string;
  name: string;
  multiple: number;
}

/** Goods that can be bought, as the shop lists them to this member. */
async function goodsFor({ context, at }: Visitor, count: number): Promise<Row[]> {
  const answer = await context.request.get(at('/api/goods/list?stock=1&sort=newest&page_size=40'));
  const { data } = (await answer.json()) as { data: { list: (Row & { is_buy: number; number: number })[] } };
  return data.list.filter(({ is_buy, number }) => is_buy === 1 && number > 200).slice(0, count);
}

const cell = (page: Page, name: string) => page.getByRole('textbox', { name: `${name} 的数量` }).first();

/** Makes a call of the API as the page's own client would, and answers its data. */
async function post<Data>({ context, at }: Visitor, path: string, data: object): Promise<Data> {
  const answer = await context.request.post(at(path), { data });
  const {
    code,
    message,
    data: given,
  } = (await answer.json()) as { code: number; message: string; data: Data };
  if (code >= 300) throw new Error(`${path}: ${message}`);
  return given;
}

/** An order that was paid from the balance, sent by staff and received: through the API, what is tried comes after. */
async function completedOrder(
  buyer: Visitor,
  staff: Visitor,
  goods: Row,
): Promise<{ id: number; no: string }> {
  const line = { goods_id: goods.id, number: goods.multiple * 20 };
  const { ids } = await post<{ ids: number[] }>(buyer, '/api/cart', { params: [line] });
  const kept = await buyer.context.request.get(buyer.at('/api/address'));
  const addresses = (await kept.json()) as { data: { list: { id: number }[] } };
  const body = { ids, address_id: addresses.data.list[0]?.id };
  const placed = await post<{ ids: number[] }>(buyer, '/api/order', body);
  const id = placed.ids[0] ?? 0;
  await post(buyer, `/api/pay/${id}`, { method: 'balance' });
  const read = await buyer.context.request.get(buyer.at(`/api/order/${id}`));
  const { data } = (await read.json()) as { data: { no: string; status: number } };
  if (data.status === 20) await post(staff, `/api/ops/order/${id}/review`, { accepted: 1 });
  await post(staff, `/api/ops/order/${id}/ship`, { carrier: '演示快递', tracking_no: `YS${id}0000` });
  await post(buyer, `/api/order/${id}/confirm`, {});
  return { id, no: data.no };
}

/** The paper of the first page that the browser would print, in mm. */
async function paperOf(page: Page): Promise<string> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width, height] = /MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf) ?? [];
  const mm = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4);
  return `${mm(width)}x${mm(height)}`;
}

describe('self-service in the browser', () => {
  it('orders by keyboard, from a paste and from a file, and keeps what was filled in over a reload', async () => {
    const buyer = await visit({ as: 'buyer-44' });
    const { page } = buyer;
    const [one, two, three] = await goodsFor(buyer, 3);
    if (!one || !two || !three) throw new Error('the demo has too few goods');
    await page.goto('/kjcg');
    await page.getByText('还没有买过商品').waitFor();

    await page.getByRole('combobox', { name: '加一行' }).fill(one.code);
    await page.getByRole('listbox', { name: '加一行' }).getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    const first = cell(page, one.name);
    await first.waitFor();
    await expect.poll(() => first.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type(String(one.multiple * 3));
    await page.keyboard.press('+');
    expect(await first.inputValue()).toBe(String(one.multiple * 4));

    await page.getByRole('button', { name: '从 Excel 粘贴' }).click();
    const pasted = `编码\t数量\n${two.code}\t${two.multiple * 2}\nNOPE\t5`;
    await page.getByLabel('粘贴的内容').fill(pasted);
    await page.getByRole('button', { name: '识别' }).click();
    await page.getByRole('button', { name: '填入 1 行' }).click();
    await page.getByText('填入 1 行').waitFor();
    expect(await page.getByText('NOPE：没有这个编码或条码的商品').count()).toBe(1);
    // The head is no row.
    expect(await page.getByText(/编码：没有/).count()).toBe(0);

    await page.reload();
    await page.getByText(`已填 2 个品种，${one.multiple * 4 + two.multiple * 2} 件`).waitFor();
    await cell(page, one.name).focus();
    await page.keyboard.press('ArrowDown');
    expect(await cell(page, two.name).evaluate((input) => input === document.activeElement)).toBe(true);

    await page.getByRole('button', { name: '存为常购清单' }).click();
    await page.getByLabel('清单名称').fill('每周补货');
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByRole('link', { name: '查看清单' }).waitFor();
    await page.getByRole('button', { name: '加入购物车' }).click();
    await page.getByText('2 个品种已加入购物车').first().waitFor();
    await page.getByText('已填 0 个品种').waitFor();

    const file = join(tmpdir(), `storewright-import-${process.pid}.csv`);
    await writeFile(file, `编码,数量\n${three.code},${three.multiple}\nMISSING,1\n`);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('共 2 行，成功 1 行，失败 1 行').waitFor();
    const total = await buyer.context.request.get(buyer.at('/api/cart/total'));
    expect(((await total.json()) as { data: { total: number } }).data.total).toBe(3);

    await page.goto('/cgqd');
    await page.getByRole('link', { name: '每周补货' }).click();
    await page.getByRole('heading', { name: '每周补货' }).waitFor();
    expect(await cell(page, two.name).inputValue()).toBe(String(two.multiple * 2));
  });

  it('orders by keyboard alone: find, choose, fill in, take out, paste, put into the cart', async () => {
    const buyer = await visit({ as: 'buyer-43' });
    const { page, context } = buyer;
    const { keyboard } = page;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const [one, two, three] = await goodsFor(buyer, 3);
    if (!one || !two || !three) throw new Error('the demo has too few goods');
    await page.goto('/kjcg');
    const finder = page.getByRole('combobox', { name: '加一行' });
    const isFocused = async (locator: Locator) => {
      await expect.poll(() => locator.evaluate((element) => element === document.activeElement)).toBe(true);
    };

    // Past the menus to the content, and on to the finder.
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    for (
      let steps = 0;
      steps < 8 && !(await finder.evaluate((it) => it === document.activeElement));
      steps += 1
    ) {
      await keyboard.press('Tab');
    }
    await isFocused(finder);

    await keyboard.type(one.code);
    const options = page.getByRole('listbox', { name: '加一行' }).getByRole('option');
    await options.first().waitFor();
    await keyboard.press('Enter');
    await isFocused(cell(page, one.name));
    await keyboard.type(String(one.multiple * 3));
    // Behind the number of what was found one goes on finding.
    await keyboard.press('Enter');
    await isFocused(finder);

    // By name: the arrows choose among several, and the chosen one is in view.
    await keyboard.type(two.name);
    await expect.poll(() => options.count()).toBeGreaterThan(1);
    const count = await options.count();
    await keyboard.press('ArrowUp');
    const last = options.nth(count - 1);
    expect(await last.getAttribute('aria-selected')).toBe('true');
    const seen = await last.evaluate((option) => {
      const { bottom } = option.getBoundingClientRect();
      return bottom <= (option.parentElement?.getBoundingClientRect().bottom ?? 0) + 1;
    });
    expect(seen).toBe(true);
    await keyboard.press('Enter');
    await page.getByText('已填 2 个品种').waitFor();

    // What was chosen wrongly is taken out again; the focus stays in the table.
    await keyboard.press('Delete');
    await page.getByText('已填 1 个品种').waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest('form, main') !== null)).toBe(true);
    await finder.focus();

    const table = `商品编码\t品名\t数量\r\n${two.code}\t${two.name}\t${two.multiple * 2}\r\n${three.code}\t${three.name}\t${three.multiple}\r\n`;
    await page.evaluate((text) => navigator.clipboard.writeText(text), table);
    await keyboard.press('ControlOrMeta+V');
    await isFocused(page.getByRole('button', { name: '填入 2 行' }));
    await keyboard.press('Enter');
    await page.getByText('填入 2 行').waitFor();
    await isFocused(finder);
    await page
      .getByText(`已填 3 个品种，${one.multiple * 3 + two.multiple * 2 + three.multiple} 件`)
      .waitFor();

    await keyboard.press('Control+Enter');
    await page.getByText('3 个品种已加入购物车').first().waitFor();
    await page.getByText('已填 0 个品种').waitFor();
    await isFocused(finder);
  });

  it('opens the good whose bar code is scanned into the header, and narrows a list by expiry', async () => {
    const buyer = await visit({ as: 'buyer-42' });
    const { page, context, at } = buyer;
    const [goods] = await goodsFor(buyer, 1);
    if (!goods) throw new Error('the demo has no goods');
    const detail = await context.request.get(at(`/api/goods/detail/${goods.id}`));
    const { barcode } = ((await detail.json()) as { data: { barcode: string } }).data;
    await page.goto('/');
    const search = page.getByRole('search').getByRole('combobox');
    // As a scanner does: all at once, and Enter.
    await search.focus();
    await page.keyboard.insertText(barcode);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/list_info/${goods.id}`);
    await page.getByRole('heading', { name: goods.name }).first().waitFor();
    await search.fill('2999999999990');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/search?keywords=2999999999990**');

    await page.goto('/list');
    await page
      .getByRole('group', { name: '效期' })
      .getByRole('button', { name: /^6 个月内/ })
      .click();
    await page.waitForURL('**expiry=near**');
    const near = await context.request.get(at('/api/goods/list?expiry=near'));
    const { data } = (await near.json()) as { data: { total: number; list: { is_near: number }[] } };
    expect(data.list.length).toBeGreaterThan(0);
    expect(data.list.every(({ is_near }) => is_near === 1)).toBe(true);
    await page.getByText(`共 ${data.total} 个商品`).waitFor();
  });

  it('asks for an invoice that staff issue, and downloads a statement whose total is the ledger’s', async () => {
    const buyer = await visit({ as: 'buyer-45' });
    const { page } = buyer;
    const [goods] = await goodsFor(buyer, 1);
    if (!goods) throw new Error('the demo has no goods');
    const staff = await visit({ as: 'ops' });
    const { id, no } = await completedOrder(buyer, staff, goods);

    await page.goto('/dzd');
    await page
      .getByRole('link', { name: /年\d+月$/ })
      .first()
      .click();
    await page.getByRole('heading', { name: /月对账单/ }).waitFor();
    await page.getByText(no).first().waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: '下载 Excel' }).click();
    const bytes = await readFile(await (await downloading).path());
    const sheet = await readSheet(new Uint8Array(bytes));
    const rows = 'rows' in sheet ? sheet.rows : [];
    const net = rows.find(([name]) => name === '净额')?.[4];
    const money = await buyer.context.request.get(buyer.at('/api/user/user_money_log?use_type=2'));
    const { data } = (await money.json()) as { data: { spent: number } };
    expect(Number(net)).toBe(data.spent);
    expect(await page.getByText(`净额：`).count()).toBe(1);

    // A sheet goes to paper alone: neither menus nor its own buttons.
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: '打印' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    expect(await paperOf(page)).toBe('210x297');
    await page.goto(`/dy/delivery/${id}`);
    await page.getByText('供货单位出库专用章').waitFor();
    expect(await page.getByText(/^[壹贰叁肆伍陆柒捌玖].*[整分]$/).count()).toBe(1);
    expect(await paperOf(page)).toBe('297x210');

    await page.goto('/dzfp');
    await page.getByRole('checkbox', { name: `选择 ${no}` }).check();
    await page.getByRole('button', { name: '申请开票' }).click();
    await page.getByLabel('纳税人识别号').fill('91420100MA4KXXXX1T');
    await page.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('没有可以开票的订单').waitFor();

    await staff.page.goto('/ops');
    await staff.page.getByRole('link', { name: /待开发票/ }).click();
    const row = staff.page.getByRole('row').filter({ hasText: no });
    await row.getByRole('button', { name: '开票' }).click();
    await staff.page.getByRole('dialog').getByRole('button', { name: '开票' }).click();
    await row.waitFor({ state: 'detached' });

    await page.reload();
    await page.getByRole('link', { name: '下载' }).waitFor();
    const opening = page.waitForEvent('download');
    await page.getByRole('link', { name: '下载' }).click();
    const invoice = await readFile(await (await opening).path());
    expect(invoice.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('sends several pictures with feedback, shows and takes out single ones, and staff see what was sent', async () => {
    const { page } = await visit({ as: 'buyer-41', expected: /422/ });
    const text = `外箱有压痕 ${mark()}`;
    const folder = await mkdtemp(join(tmpdir(), 'storewright-feedback-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const paths = ['一.png', '二.png', '三.png', '说明.txt'].map((name) => join(folder, name));
    await Promise.all(paths.map((path, at) => writeFile(path, at === 3 ? '没有图' : PICTURE)));

    await page.goto('/yjfk');
    await page.getByLabel('类型').selectOption({ label: '物流配送' });
    await page.getByLabel('内容').fill(text);
    const files = page.locator('input[type=file]');
    await files.setInputFiles(paths.slice(0, 3));
    for (const name of ['一.png', '二.png', '三.png']) {
      await page.getByRole('button', { name: `查看 ${name}` }).waitFor();
    }
    await files.setInputFiles(paths.slice(3));
    await page.getByRole('alert').filter({ hasText: '说明.txt' }).waitFor();

    await page.getByRole('button', { name: '查看 二.png' }).click();
    await page.getByRole('dialog').getByRole('img', { name: '二.png' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '去掉 二.png' }).click();
    // A reload keeps what was typed, and what was sent.
    await page.reload();
    await page.getByText('已恢复上次没有提交的内容').waitFor();
    // The notice can be there before the files are: their field is loaded on demand.
    await page.getByRole('button', { name: '查看 一.png' }).waitFor();
    expect(await page.getByRole('button', { name: /^查看 .\.png/ }).count()).toBe(2);
    await page.getByRole('button', { name: '提交' }).click();
    const row = page.getByRole('row').filter({ hasText: text });
    await row.getByRole('button', { name: '查看' }).click();
    await page.getByRole('dialog').getByRole('link', { name: '三.png' }).waitFor();

    const staff = await visit({ as: 'ops' });
    await staff.page.goto('/ops/feedback');
    await staff.page.getByRole('row').filter({ hasText: text }).getByRole('button').click();
    const link = staff.page.getByRole('dialog').getByRole('link', { name: '一.png' });
    const sent = await staff.context.request.get(staff.at((await link.getAttribute('href')) ?? ''));
    expect((await sent.body()).equals(PICTURE)).toBe(true);
  });

  it('packs the reports that were chosen, and shows the progress of it', async () => {
    const { page, context, at } = await visit({ as: 'buyer-46' });
    await page.goto('/zhzx_zlxz?name=阿莫西林');
    await page.getByRole('checkbox', { name: '全选本页' }).check();
    await page.getByText('已选 20 行').waitFor();
    await page.getByRole('button', { name: '打包下载选中的' }).click();
    await page.waitForURL('**/task');
    const link = page.getByRole('link', { name: '下载' }).first();
    await link.waitFor();
    const zip = await context.request.get(at((await link.getAttribute('href')) ?? ''));
    expect((await zip.body()).subarray(0, 2).toString()).toBe('PK');
  });

  it('takes a file of 5,000 rows in the background, and pages through what became of each', async () => {
    const { page } = await visit({ as: 'buyer-47' });
    await page.goto('/kjcg');
    const file = join(tmpdir(), `storewright-many-${process.pid}.csv`);
    const rows = Array.from({ length: 5000 }, (_, index) => `MISSING${index + 1},1`);
    await writeFile(file, `编码,数量\n${rows.join('\n')}\n`);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('link', { name: '查看进度' }).click();
    await page.getByText('已完成').waitFor({ timeout: 30_000 });
    await page.getByRole('link', { name: /^导入 storewright-many/ }).click();
    await page.getByText('0 行已加入购物车，5000 行未能加入').waitFor();
    await page
      .getByRole('button', { name: '250' })
      .or(page.getByRole('link', { name: '250' }))
      .click();
    await page.getByText('MISSING5000').waitFor();
  });

  it('works on a narrow window: nothing is wider than it, and the menu is at hand', async () => {
    const { page } = await visit({ as: 'demo', width: 375, height: 812 });
    for (const path of [
      '/yegl',
      '/zqgl',
      '/jfgl',
      '/yhq',
      '/xjq',
      '/kjcg',
      '/dzfp',
      '/star',
      '/yjfk',
      '/cgqd',
      '/dhtx',
      '/task',
      '/dzd',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const wide = await page.evaluate(() =>
        Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
      );
      expect([path, wide]).toEqual([path, 0]);
    }
  });
});
