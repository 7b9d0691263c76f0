import type { APIRequestContext } from 'playwright-core';
import { expect, test } from 'vitest';
import type { GoodsCard } from '#generated/schemas.ts';
import { writeWorkbook, XLSX } from '#server/kernel/sheets/write.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

interface Offer {
  role: string;
  goods: GoodsCard;
}
interface SpikeCard {
  id: number;
  bzdw: string;
  is_buy: number;
  number: number;
  qg_number: number;
  spike: { price: number; ordinary: number; limit: number; left: number };
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
  // More than there is is refused.
  const { page, context, at } = await visit({ as: 'buyer-28', expected: /status of 422/ });
  const { request } = context;
  const [set] = await promotions(request, 'set');
  const [gift] = await promotions(request, 'gift');
  const goods = gift?.offers.find(
    ({ role, goods: { number } }) => role === 'goods' && (number ?? 0) > 100,
  )?.goods;
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

  await main.getByRole('button', { name: '价格明细' }).last().focus();
  await page.keyboard.press('Enter');
  await main.getByText(/原价 ¥[\d.]+ × 80/).waitFor();
  await main
    .getByText(/福利折扣/)
    .last()
    .waitFor();

  const quantity = main.getByRole('spinbutton', { name: `${goods.name}的数量` });
  await quantity.fill('999999');
  const edited = page.waitForResponse(/\/api\/cart\/\d+\/edit/);
  await quantity.press('Enter');
  await main.getByText(`库存仅 ${goods.number}`, { exact: false }).first().waitFor();
  expect(Number(await quantity.inputValue())).toBeLessThanOrEqual(goods.number ?? 0);

  const hint = (await main.getByText(/满减：再买 ¥/).allTextContents())[0];
  const named = hint?.match(/可减 (¥[\d.,]+)/)?.[1];
  const tiers = await main
    .getByRole('listitem')
    .filter({ hasText: /：满 ¥/ })
    .allTextContents();
  expect(tiers.filter((tier) => named !== undefined && tier.endsWith(`减 ${named}`))).toEqual([]);

  // What another tab deletes goes here, too; a change that is still under way would be refused.
  await edited;
  await request.post('/api/cart/batch_delete', { data: { ids: [line] } });
  await expect.poll(() => main.getByRole('spinbutton', { name: `${goods.name}的数量` }).count()).toBe(0);
});

test('the cart says what applies, what is missing for the next tier, and why a rule does not apply', async () => {
  const { page, context, at } = await visit({ as: 'buyer-41' });
  const { request } = context;
  const [reduction] = await promotions(request, 'manjian');
  const goods = reduction?.offers.find(
    ({ goods: { number, is_buy } }) => is_buy === 1 && (number ?? 0) > 500,
  )?.goods;
  const spikes = (await (await request.get('/api/index/spike')).json()).data;
  const special = spikes.find((one: Offer['goods']) => one.is_buy === 1);
  if (!goods || !special) throw new Error('no promotions in the demo shop');
  // Below the first tier by a little, then above it.
  await add(request, { goods_id: goods.id, number: goods.qg_number, type: 0 });
  await add(request, { goods_id: special.id, number: special.qg_number, type: 1 });
  await page.goto(at('/cart'));
  const main = page.getByRole('main');
  const foot = main.locator('footer');
  const lineOf = (name: string) => main.getByRole('listitem').filter({ hasText: name }).first();
  const reasonsFor = async (name: string) => {
    const line = lineOf(name);
    await line.getByRole('button', { name: '价格明细' }).focus();
    await page.keyboard.press('Enter');
    await line.getByText('没有用上的优惠').waitFor();
    const text = await line.innerText();
    await page.keyboard.press('Escape');
    return text;
  };

  const missing = foot.getByText(/满减：再买 ¥[\d,.]+ 可减 ¥[\d,.]+/);
  await missing.first().waitFor();
  expect(await reasonsFor(goods.name)).toMatch(/满减：再买 ¥[\d,.]+ 可减 ¥/);
  // A flash sale's price takes nothing else along, and the line says so, rule by rule.
  expect(await reasonsFor(special.name)).toMatch(/福利折扣：已享(秒杀|每日特价)，不再叠加/);

  const [, lacking = '0'] = /再买 ¥([\d,.]+)/.exec((await missing.first().textContent()) ?? '') ?? [];
  const price = Number((await lineOf(goods.name).innerText()).match(/¥([\d.]+)\//)?.[1]);
  const more = Math.ceil(Number(lacking.replace(',', '')) / price) + 1;
  const quantity = main.getByRole('spinbutton', { name: `${goods.name}的数量` });
  await quantity.fill(String(Math.ceil((goods.qg_number + more) / 10) * 10));
  await quantity.press('Enter');
  await lineOf(goods.name)
    .getByText(/满减 -/)
    .waitFor();
  await foot.getByText(/满减已减 [\d.]+ 元/).waitFor();
});

test('an exchange that is not earned yet waits in the cart: clearing leaves it, and more of others wakes it', async () => {
  const { page, context, at } = await visit({ as: 'buyer-48' });
  const { request } = context;
  const reply = await request.get('/api/combinationMzhgGroup');
  const [exchange] = (await reply.json()).data.list;
  const wanted: Offer['goods'] | undefined = exchange?.gains.find(
    ({ goods }: Offer) => goods.is_buy === 1,
  )?.goods;
  const [gift] = await promotions(request, 'gift');
  const goods = gift?.offers.find(
    ({ goods: { is_buy, number, price, multiple } }) =>
      is_buy === 1 && (number ?? 0) > 200 && (price ?? 0) > 8 && multiple === 1,
  )?.goods;
  if (!wanted || !goods) throw new Error('no exchange in the demo shop');
  const enough = Math.ceil(230 / (goods.price ?? 1));
  const line = await add(request, { goods_id: goods.id, number: enough, type: 0 });
  await add(request, { type: 3, goods_id: wanted.id, goods_price_id: exchange.id, number: 1, ck_id: 1 });
  await request.post(`/api/cart/${line}/edit`, { data: { params: { number: goods.qg_number } } });

  await page.goto(at('/cart'));
  const main = page.getByRole('main');
  const waiting = main.getByRole('listitem').filter({ hasText: wanted.name }).first();
  await waiting.getByText(/再买 ¥[\d.]+ 可换购/).waitFor();
  const choice = waiting.getByRole('checkbox');
  expect(await choice.isDisabled()).toBe(true);
  expect(await main.getByRole('button', { name: '清理失效商品' }).count()).toBe(0);
  expect(await waiting.getByRole('spinbutton').count()).toBe(1);

  const quantity = main.getByRole('spinbutton', { name: `${goods.name}的数量` });
  await quantity.fill(String(enough));
  await quantity.press('Enter');
  await expect.poll(() => choice.isEnabled()).toBe(true);
  expect(await waiting.getByText(/再买 ¥[\d.]+ 可换购/).count()).toBe(0);
});

test('a good on sale says what is left of it, what this buyer may have, and what more costs', async () => {
  const { page, context } = await visit({ as: 'buyer-49' });
  const { request } = context;
  const reply = await request.get('/api/index/spike');
  const goods = (await reply.json()).data.find(
    ({ is_buy, number, qg_number, spike }: SpikeCard) =>
      is_buy === 1 &&
      number > spike.limit + 50 &&
      spike.left > 2 * spike.limit &&
      spike.limit >= 2 * qg_number,
  ) as SpikeCard | undefined;
  if (!goods) throw new Error('no flash sale with room');
  const { spike, bzdw: unit } = goods;
  const offer = page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.locator('h1') });
  const look = () => page.goto(`/list_info/${goods.id}`);
  await look();
  await offer.getByText(`剩 ${spike.left} ${unit}`).waitFor();
  await offer.getByText(`每家限购 ${spike.limit} ${unit}`).waitFor();
  const priced = offer.getByRole('definition').first();
  const quantity = offer.getByRole('spinbutton', { name: '采购数量' });
  expect(await priced.innerText()).toContain(spike.price.toFixed(2));
  await quantity.fill(String(spike.limit + 1));
  await quantity.press('Enter');
  await offer
    .getByText(`活动价最多购 ${spike.limit} ${unit}，超出则全部按 ¥${spike.ordinary.toFixed(2)}`)
    .waitFor();
  expect(await priced.innerText()).toContain(spike.ordinary.toFixed(2));

  const buy = async (number: number) => {
    const line = await add(request, { goods_id: goods.id, number, type: 1 });
    const [address] = (await (await request.get('/api/address')).json()).data.list;
    const made = await request.post('/api/order', { data: { ids: [line], address_id: address.id } });
    expect((await made.json()).code).toBe(201);
  };
  await buy(goods.qg_number);
  await look();
  const rest = spike.limit - goods.qg_number;
  await offer.getByText(`您还可购 ${rest} ${unit}`).waitFor();
  await offer.getByText(`剩 ${spike.left - goods.qg_number} ${unit}`).waitFor();
  await buy(rest);
  await look();
  await offer.getByText(`您已买满限购数量，再买按 ¥${spike.ordinary.toFixed(2)}`).waitFor();
  expect(await priced.innerText()).toContain(spike.ordinary.toFixed(2));
});

test('a store of a chain gets lines of another, and is told which it cannot have', async () => {
  const { page, context, at } = await visit({ as: 'chain' });
  const [gift] = await promotions(context.request, 'gift');
  const goods = gift?.offers.find(
    ({ role, goods: { number } }) => role === 'goods' && (number ?? 0) > 100,
  )?.goods;
  if (!goods) throw new Error('no promotions in the demo shop');
  await add(context.request, { goods_id: goods.id, number: goods.qg_number, type: 0 });
  await page.goto(at('/cart'));
  await page.getByRole('button', { name: '复制到其他门店' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').first().check();
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

test('a page sends the whole line that it shows, and the server prices it', async () => {
  const { page, context, at } = await visit({ as: 'buyer-31' });
  const { data } = await (await context.request.get('/api/goods/list?stock=1&page_size=100')).json();
  const goods = (data.list as GoodsCard[]).find(
    (one) => one.ladder_price.length > 1 && one.spike === null && one.is_buy === 1,
  );
  if (!goods) throw new Error('no good with a ladder');
  await page.goto(at(`/list_info/${goods.id}`));
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'POST' && new URL(one.url()).pathname === '/api/cart'),
    page.getByRole('button', { name: '加入购物车' }).first().click(),
  ]);
  const sent = Object.fromEntries(new URLSearchParams(request.postData() ?? ''));
  const [step] = goods.ladder_price;
  expect(sent).toMatchObject({
    'params[0][goods_id]': String(goods.id),
    'params[0][number]': String(goods.qg_number),
    'params[0][ck_id]': String(goods.ck_id),
    'params[0][price]': expect.stringMatching(/^\d+(\.\d+)?$/),
    'params[0][is_yj]': String(goods.is_near),
    ...(goods.ladder_price_type === 1 && { 'params[0][ladder_price_id]': String(step?.id) }),
  });
  await page.getByText('已加入购物车').first().waitFor();
});
