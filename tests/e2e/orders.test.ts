import type { APIRequestContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

/** A slip that is a real picture: one pixel. */
const SLIP = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

interface Goods {
  id: number;
  ck_id: number;
  price: number;
}

/** What an answer's data holds; the tests read single fields of it. */
async function get<Data>(request: APIRequestContext, path: string): Promise<Data> {
  const answer = (await (await request.get(path)).json()) as { code: number; message: string; data: Data };
  if (answer.code !== 200) throw new Error(`${path}: ${answer.message}`);
  return answer.data;
}

async function post<Data>(request: APIRequestContext, path: string, data: object): Promise<Data> {
  const answer = (await (await request.post(path, { data })).json()) as {
    code: number;
    message: string;
    data: Data;
  };
  if (answer.code > 201) throw new Error(`${path}: ${answer.message}`);
  return answer.data;
}

/** Goods for a cart that becomes several orders: one with ephedrine, one of another warehouse, one with a gift. */
async function mixedCart(request: APIRequestContext): Promise<void> {
  const list = async (query: string) =>
    (await get<{ list: (Goods & { number: number })[] }>(request, `/api/goods/list?${query}`)).list;
  const hm = (await list(`keywords=${encodeURIComponent('伪麻')}`)).find(({ number }) => number > 100);
  const far: Goods[] = [];
  for (let page = 1; page < 8 && far.length === 0; page += 1) {
    far.push(...(await list(`page=${page}`)).filter(({ ck_id, number }) => ck_id !== 1 && number > 200));
  }
  const { list: gifts } = await get<{
    list: { offers: { role: string; goods: Goods & { number: number } }[] }[];
  }>(request, '/api/activity/promotions?kind=gift');
  const near = gifts
    .flatMap(({ offers }) => offers)
    .find(({ role, goods }) => role === 'goods' && goods.ck_id === 1 && goods.number > 100)?.goods;
  const chosen = [hm, far[0], near].filter((goods) => goods !== undefined);
  expect(chosen).toHaveLength(3);
  for (const { id, price, ck_id } of chosen) {
    await post(request, '/api/cart', {
      params: [{ goods_id: id, number: Math.ceil(400 / price / 10) * 10, ck_id }],
    });
  }
}

/** The figures that staff and buyer see of an order. */
const orderOf = (request: APIRequestContext, id: number) =>
  get<{ status: number; paid: number; refunded: number; hm: boolean; claims: { amount: number }[] }>(
    request,
    `/api/order/${id}`,
  );

async function payWith(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('radio', { name }).check();
  await page.getByRole('button', { name: /付款$/ }).click();
}

test('a mixed cart becomes orders that are paid, shipped in parts, returned and refunded to the fen', async () => {
  const staff = await visit({ as: 'ops' });
  const { page, context, at, username } = await visit({ as: 'buyer-37' });
  const { request } = context;
  await mixedCart(request);
  await post(request, '/api/coupon/1/receive', {});
  await post(staff.context.request, '/api/ops/voucher/issue', {
    name: '演示现金券',
    amount: 5,
    days: 30,
    usernames: username,
  });
  await post(staff.context.request, '/api/ops/credit', {
    company: username,
    limit: 20_000,
    term_days: 30,
    enabled: 1,
  });

  await page.goto(at('/cart/step2'));
  await page.getByText('含麻商品单独成单').first().waitFor();
  await page.getByText('新客礼券').first().waitFor();
  await page.getByText('演示现金券').first().waitFor();
  await page.getByRole('radio', { name: /电子普票/ }).check();
  await page.getByRole('button', { name: '提交订单' }).click();
  await page.waitForURL(/\/order\?status=10$/);
  const { list } = await get<{ list: { id: number; hm: boolean; payable: number }[] }>(
    request,
    '/api/order?status=10',
  );
  expect(list.length).toBeGreaterThanOrEqual(3);
  const hm = list.find((order) => order.hm)?.id ?? 0;
  const [second = 0, first = 0] = list.filter((order) => !order.hm).map(({ id }) => id);

  // One by the gateway, one on credit, the one with ephedrine by a transfer with its slip.
  await page.goto(at(`/cart/step3/${first}`));
  await payWith(page, /支付宝/);
  await page.waitForURL(/\/cashier\//);
  await page.getByRole('button', { name: '确认付款' }).click();
  await page.waitForURL(/\/cart\/step4/);
  await page.getByText('付款成功').waitFor();
  await page.goto(at(`/cart/step3/${second}`));
  await payWith(page, /账期支付/);
  await page.waitForURL(/\/cart\/step4/);
  await page.getByText('付款成功').waitFor();
  await page.goto(at(`/cart/hm?order=${hm}`));
  await page.getByText('含麻订单仅支持对公转账').waitFor();
  await page.getByRole('button', { name: '我要对公转账' }).click();
  await page.getByLabel('付款户名').fill('压测药房37号（演示）');
  await page.getByLabel('转账日期').fill(new Date().toISOString().slice(0, 10));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '回单.png', mimeType: 'image/png', buffer: SLIP });
  await page.getByText('回单.png').first().waitFor();
  await page.getByRole('button', { name: '提交凭证' }).click();
  await page.getByText('等待财务确认').waitFor();

  // Staff: the transfer beside its slip, the review, then a parcel of a part and one of the rest.
  const desk = staff.page;
  await desk.goto(staff.at(`/ops/order/${hm}`));
  await desk.getByRole('img', { name: '转账凭证' }).waitFor();
  await desk.getByRole('radio', { name: '已到账' }).check();
  await desk.getByRole('button', { name: '提交' }).click();
  await desk.getByRole('radio', { name: '通过', exact: true }).check();
  await desk.getByRole('button', { name: '提交' }).click();
  await desk.getByRole('heading', { name: /待发货/ }).waitFor();
  await desk.goto(staff.at(`/ops/order/${first}`));
  const units = desk.getByRole('spinbutton').first();
  const all = Number(await units.inputValue());
  for (const part of [Math.floor(all / 2), null]) {
    if (part !== null) {
      await units.fill(String(part));
      await units.press('Enter');
    }
    await desk.getByLabel('物流公司').fill('演示物流');
    await desk.getByLabel('运单号').fill(`YS${first}${part ?? 0}`);
    await desk.getByRole('button', { name: '发货', exact: true }).click();
    await desk.getByText(part === null ? '包裹 2' : '包裹 1').waitFor();
  }
  expect(await orderOf(request, first)).toMatchObject({ status: 40 });

  // The buyer receives, and returns two units of a batch; staff take it through.
  await page.goto(at(`/order/info/${first}`));
  await page.getByText('包裹 2').waitFor();
  await page.getByRole('button', { name: '确认收货' }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('heading', { name: '订单已完成' }).waitFor();
  await page.getByRole('button', { name: '申请退货退款' }).click();
  const dialog = page.getByRole('dialog', { name: '申请退货退款' });
  await dialog.getByRole('radio', { name: '仅退款' }).check();
  await dialog.getByRole('spinbutton').first().fill('2');
  await dialog.getByRole('spinbutton').first().press('Enter');
  await dialog.getByLabel('原因').selectOption('破损');
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await page.waitForURL(/\/order\/returnInfo\/\d+$/);
  const claim = Number(page.url().split('/').at(-1));
  const { balance: before } = await get<{ balance: number }>(request, '/api/user/user_money');
  await desk.goto(staff.at(`/ops/claim/${claim}`));
  for (const step of ['待退款', '已完成']) {
    await desk.getByRole('radio', { name: '通过' }).check();
    await desk.getByRole('button', { name: '提交' }).click();
    await desk.getByRole('heading', { name: new RegExp(step) }).waitFor();
  }
  await page.getByRole('heading', { name: /已完成/ }).waitFor();
  const { balance: after } = await get<{ balance: number }>(request, '/api/user/user_money');
  const { refunded, claims } = await orderOf(request, first);
  expect(Math.round((after - before) * 100)).toBe(Math.round(refunded * 100));
  expect(claims[0]?.amount).toBe(refunded);
  expect(refunded).toBeGreaterThan(0);

  // Nothing that happened left the books in disorder.
  const { breaches } = await post<{ breaches: string[] }>(staff.context.request, '/api/ops/books', {});
  expect(breaches).toEqual([]);
}, 150_000);
