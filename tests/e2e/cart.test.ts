import type { APIRequestContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { writeWorkbook, XLSX } from '#server/sheets/write.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

interface Offer {
  role: string;
  goods: { id: number; name: string; number: number; qg_number: number };
}
interface Listed {
  id: number;
  kind: string;
  offers: Offer[];
}

async function promotions(request: APIRequestContext, kind: string): Promise<Listed[]> {
  const reply = await request.get(`/api/activity/promotions?kind=${kind}`);
  return (await reply.json()).data.list;
}

async function add(request: APIRequestContext, line: Record<string, unknown>): Promise<number> {
  const reply = await request.post('/api/cart', { data: { params: [line] } });
  const answer = await reply.json();
  expect(answer).toMatchObject({ code: 200 });
  return answer.data.ids[0];
}

test('the cart explains its prices, shows sets and gifts whole, and tells what it cannot do', async () => {
  // A line that another tab deletes is refused when it is edited here.
  const { page, context, at } = await visit({ as: 'buyer-28', expected: /status of (404|422)/ });
  const { request } = context;
  const [set] = await promotions(request, 'set');
  const [gift] = await promotions(request, 'gift');
  const goods = gift?.offers.find(({ role, goods: { number } }) => role === 'goods' && number > 100)?.goods;
  if (!set || !goods) throw new Error('no promotions in the demo shop');
  await add(request, { goods_id: set.offers[0]?.goods.id, number: 2, type: 3, goods_price_id: set.id });
  const line = await add(request, { goods_id: goods.id, number: 80, type: 0 });

  await page.goto(at('/cart'));
  const main = page.getByRole('main');
  for (const { goods: part } of set.offers)
    await main.getByText(part.name, { exact: false }).first().waitFor();
  await main
    .getByText(/^赠品 /)
    .first()
    .waitFor();

  await main.getByRole('button', { name: '价格说明' }).last().focus();
  await page.keyboard.press('Enter');
  await main.getByText(/原价 ¥[\d.]+ × 80/).waitFor();
  await main
    .getByText(/福利折扣/)
    .last()
    .waitFor();

  const quantity = main.getByRole('spinbutton', { name: `${goods.name}的数量` });
  await quantity.fill('999999');
  await quantity.press('Enter');
  await main.getByText(`库存仅 ${goods.number}`, { exact: false }).first().waitFor();
  expect(Number(await quantity.inputValue())).toBeLessThanOrEqual(goods.number);

  const hint = (await main.getByText(/满减：再买 ¥/).allTextContents())[0];
  const named = hint?.match(/可减 (¥[\d.,]+)/)?.[1];
  const tiers = await main
    .getByRole('listitem')
    .filter({ hasText: /：满 ¥/ })
    .allTextContents();
  expect(tiers.filter((tier) => named !== undefined && tier.endsWith(`减 ${named}`))).toEqual([]);

  await request.post('/api/cart/batch_delete', { data: { ids: [line] } });
  await quantity.fill('3');
  await quantity.press('Enter');
  await expect.poll(() => main.getByRole('spinbutton', { name: `${goods.name}的数量` }).count()).toBe(0);
});

test('a store of a chain gets lines of another, and is told which it cannot have', async () => {
  const { page, context, at } = await visit({ as: 'chain' });
  const [gift] = await promotions(context.request, 'gift');
  const goods = gift?.offers.find(({ role, goods: { number } }) => role === 'goods' && number > 100)?.goods;
  if (!goods) throw new Error('no promotions in the demo shop');
  await add(context.request, { goods_id: goods.id, number: goods.qg_number, type: 0 });
  await page.goto(at('/cart'));
  await page.getByRole('button', { name: '复制到其他门店' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: /门店/ }).selectOption({ index: 1 });
  await dialog.getByRole('button', { name: '复制', exact: true }).click();
  await page
    .getByText(/已复制 \d+ 行/)
    .first()
    .waitFor();
});

test('staff write a full reduction, see what it means as they type, and fill it from a sheet', async () => {
  const { page, context, at } = await visit({ as: 'ops' });
  await page.goto(at('/ops/promotion'));
  await page.getByRole('combobox', { name: '种类' }).selectOption({ label: '满减' });
  await page.getByRole('button', { name: '新增' }).click();
  await page.getByRole('heading', { name: '新增满减' }).waitFor();
  await page.getByRole('textbox', { name: '名称' }).fill('双十一满减');
  const tiers = page.getByLabel('各级');
  await tiers.fill('100 减 5\n300 减 2');
  await page.getByText('各级的门槛与优惠须逐级升高').waitFor();
  await tiers.fill('100 减 5\n300 减 20');
  await page.getByText('满 ¥300.00 减 ¥20.00').waitFor();
  await page.getByRole('button', { name: '保存' }).click();
  await page.waitForURL(/\/ops\/promotion\/edit\/\d+$/);
  await page.getByText('还没有选择商品').waitFor();

  const reply = await context.request.get('/api/ops/goods?keywords=血塞通');
  const codes: string[] = (await reply.json()).data.list.map(({ text }: { text: string }) =>
    text.split(' ').find((word) => /^SW\d+$/.test(word)),
  );
  const [code = ''] = codes;
  const column = { header: '货号', kind: 'text' } as const;
  const file = await writeWorkbook([{ name: '商品', columns: [column], rows: [[code], ['SW-NONE']] }]);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '商品.xlsx', mimeType: XLSX, buffer: Buffer.from(file) });
  await page.getByText('共 2 行，成功 1 行，失败 1 行').waitFor();
  await page.getByText('没有这个货号或条码的商品').waitFor();
  await page.getByRole('table', { name: '活动里的商品' }).getByText('血塞通').first().waitFor();
  // Published it would change the prices of every other test's cart.
  await page.getByRole('button', { name: '发布' }).waitFor();
});
