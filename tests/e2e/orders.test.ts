import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { readSheet } from '#server/kernel/sheets/read.ts';
import { get, post } from './support/stores.ts';
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
  /** Ships free from a sum of its own on. */
  is_youx: 0 | 1;
}

/** Goods for a cart that becomes several orders: one with ephedrine, one of another warehouse that ships free only with the others, one with a gift. */
async function mixedCart(request: APIRequestContext): Promise<void> {
  const list = async (query: string) =>
    (await get<{ list: (Goods & { number: number })[] }>(request, `/api/goods/list?${query}`)).list;
  const hm = (await list(`keywords=${encodeURIComponent('伪麻')}`)).find(({ number }) => number > 100);
  const plain: Goods[] = [];
  const isFar = ({ ck_id, price, is_youx }: Goods) => ck_id !== 1 && price < 30 && !is_youx;
  for (let page = 1; page < 8 && !plain.some(isFar); page += 1) {
    plain.push(...(await list(`page=${page}`)).filter(({ number }) => number > 200));
  }
  const { list: gifts } = await get<{
    list: { offers: { role: string; goods: Goods & { number: number } }[] }[];
  }>(request, '/api/activity/promotions?kind=gift');
  const near = gifts
    .flatMap(({ offers }) => offers)
    .find(({ role, goods }) => role === 'goods' && goods.ck_id === 1 && goods.number > 100)?.goods;
  const far = plain.find(isFar);
  const other = plain.find(({ id, ck_id }) => ck_id === 1 && id !== near?.id && id !== hm?.id);
  const chosen = [hm, far, near, other].filter((goods) => goods !== undefined);
  expect(chosen).toHaveLength(4);
  for (const { id, price, ck_id } of chosen) {
    const worth = id === far?.id ? 150 : 400;
    await post(request, '/api/cart', {
      params: [{ goods_id: id, number: Math.ceil(worth / price / 10) * 10, ck_id }],
    });
  }
}

/** The figures that staff and buyer see of an order. */
interface Figures {
  id: number;
  status: number;
  hm: boolean;
  payable: number;
  paid: number;
  refunded: number;
  coupon_reduce: number;
  voucher_reduce: number;
  invoice_text: string | null;
  lines: { mark: string; payable: number; number: number }[];
  claims: { amount: number }[];
}

const orderOf = (request: APIRequestContext, id: number) => get<Figures>(request, `/api/order/${id}`);

const fen = (yuan: number) => Math.round(yuan * 100);

/** Leaves the buyer so much on the balance, as staff do for whoever wants money back. */
async function leaveBalance(staff: APIRequestContext, username: string, yuan: number): Promise<void> {
  const { list } = await get<{ list: { id: number; balance: number }[] }>(
    staff,
    `/api/ops/balance?keywords=${username}`,
  );
  const [company] = list;
  if (!company) throw new Error(`${username} has no balance`);
  const withdrawal = { kind: 'withdraw', amount: (fen(company.balance) - fen(yuan)) / 100, memo: '提现' };
  await post(staff, `/api/ops/balance/${company.id}`, withdrawal);
}

async function payWith(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('radio', { name }).check();
  await page.getByRole('button', { name: '立即付款' }).click();
}

/** The totals of the month's statement, from the sheet that the buyer downloads. */
async function downloadStatement(page: Page, at: (path: string) => string): Promise<Map<string, number>> {
  await page.goto(at('/dzd'));
  await page
    .getByRole('link', { name: /年\d+月$/ })
    .first()
    .click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: '下载 Excel' }).click();
  const sheet = await readSheet(new Uint8Array(await readFile(await (await downloading).path())));
  const rows = 'rows' in sheet ? sheet.rows : [];
  return new Map(rows.map((row) => [String(row[0]), Number(row[4])]));
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
  await leaveBalance(staff.context.request, username, 150);

  await page.goto(at('/cart/step2'));
  await page.getByText('将拆成 3 张订单').waitFor();
  await page.getByText('含麻商品单独成单').first().waitFor();
  await page.getByText('赠品', { exact: true }).first().waitFor();
  expect(await page.getByRole('checkbox', { name: /演示现金券/ }).isChecked()).toBe(true);
  await page.getByRole('radio', { name: /新客礼券/ }).check();
  await page.getByText('已使用优惠券').waitFor();
  await page.getByRole('radio', { name: /电子普票/ }).check();
  await page.getByRole('button', { name: '提交订单' }).click();
  await page.waitForURL(/\/cart\/step3\/\d+,\d+$/);
  await page.getByRole('heading', { name: '同一次下单的其他订单' }).waitFor();
  const { list } = await get<{ list: { id: number }[] }>(request, '/api/order?status=10');
  const orders = await Promise.all(list.map(({ id }) => orderOf(request, id)));
  expect(orders.map(({ hm }) => hm)).toEqual([true, false, false]);
  const sumOf = (amount: (order: Figures) => number) => orders.reduce((sum, it) => sum + fen(amount(it)), 0);
  expect(sumOf((order) => order.coupon_reduce)).toBe(1000);
  expect(sumOf((order) => order.voucher_reduce)).toBe(500);
  const [hm, second, first] = orders;
  if (!hm || !second || !first) throw new Error('not three orders');
  expect(hm.coupon_reduce + hm.voucher_reduce).toBe(0);
  expect(first.lines.filter(({ mark }) => mark === '赠品')).toHaveLength(1);

  // Those that ship free together by balance and gateway, in one payment; ephedrine by a transfer with its slip.
  await page.goto(at(`/cart/step3/${first.id}`));
  await page.getByRole('radio', { name: /支付宝/ }).check();
  await page.getByRole('checkbox', { name: '先用余额付 150.00 元' }).check();
  await payWith(page, /支付宝/);
  await page.waitForURL(/\/cashier\//);
  const online = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2 }).format(
    (fen(first.payable) + fen(second.payable) - 15_000) / 100,
  );
  await page.getByText(online).first().waitFor();
  await page.getByRole('button', { name: '确认付款' }).click();
  await page.waitForURL(/\/cart\/step4/);
  await page.getByText('付款成功').waitFor();
  expect(await get(request, '/api/user/user_money')).toMatchObject({ balance: 0 });
  await page.getByRole('button', { name: '对公转账' }).click();
  await page.waitForURL(/\/cart\/hm\?order=\d+$/);
  await page.getByText('含麻订单仅支持对公转账').waitFor();
  await page.getByRole('button', { name: '我要对公转账' }).click();
  await page.getByLabel('付款户名').fill('压测药房37号（演示）');
  await page.getByRole('textbox', { name: '转账日期' }).fill(new Date().toISOString().slice(0, 10));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '回单.png', mimeType: 'image/png', buffer: SLIP });
  await page.getByText('回单.png').first().waitFor();
  await page.getByRole('button', { name: '提交凭证' }).click();
  await page.getByText('等待财务确认').waitFor();

  // Staff: the transfer beside its slip, the review, then a parcel of a part and one of the rest.
  const desk = staff.page;
  await desk.goto(staff.at(`/ops/order/${hm.id}`));
  await desk.getByRole('img', { name: '转账凭证' }).waitFor();
  await desk.getByRole('radio', { name: '已到账' }).check();
  await desk.getByRole('button', { name: '提交' }).click();
  await desk.getByRole('radio', { name: '通过', exact: true }).check();
  await desk.getByRole('button', { name: '提交' }).click();
  await desk.getByRole('heading', { name: /待发货/ }).waitFor();
  await desk.goto(staff.at(`/ops/order/${first.id}`));
  const units = desk.getByRole('spinbutton').first();
  const all = Number(await units.inputValue());
  for (const part of [Math.floor(all / 2), null]) {
    if (part !== null) {
      await units.fill(String(part));
      await units.press('Enter');
    }
    await desk.getByLabel('物流公司').fill('演示物流');
    await desk.getByLabel('运单号').fill(`YS${first.id}${part ?? 0}`);
    await desk.getByRole('button', { name: '发货', exact: true }).click();
    await desk.getByText(part === null ? '包裹 2' : '包裹 1').waitFor();
  }
  expect(await orderOf(request, first.id)).toMatchObject({ status: 40 });

  // The buyer receives, and returns one line whole; staff take it through.
  await page.goto(at(`/order/info/${first.id}`));
  await page.getByText('包裹 2').waitFor();
  await page.getByText('电子普票，订单完成后自动申请').waitFor();
  await page.getByRole('button', { name: '确认收货' }).click();
  await page.getByRole('button', { name: '确定' }).click();
  await page.getByRole('heading', { name: '订单已完成' }).waitFor();
  await page.getByRole('button', { name: '申请退货退款' }).click();
  const dialog = page.getByRole('dialog', { name: '申请退货退款' });
  await dialog.getByRole('radio', { name: '仅退款' }).check();
  await dialog.getByRole('spinbutton').first().fill(String(all));
  await dialog.getByRole('spinbutton').first().press('Enter');
  await dialog.getByLabel('原因').selectOption('破损');
  // What will come back is said before anything is sent.
  const announced = dialog.getByRole('status').filter({ hasText: '预计退款' });
  const { lines: rows } = await get<{ lines: { id: string }[] }>(request, `/api/return/choices/${first.id}`);
  const lines = [{ id: rows[0]?.id ?? '', number: all }];
  const wish = { order_id: first.id, kind: 1, reason: '破损', lines };
  const told = await post<{ total: number }>(request, '/api/return/estimate', wish);
  const expected = `合计¥${told.total.toFixed(2)}`;
  await expect
    .poll(() => announced.innerText().then((text) => text.replaceAll(/\s/g, '')))
    .toContain(expected);
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await page.waitForURL(/\/order\/returnInfo\/\d+$/);
  const claim = Number(page.url().split('/').at(-1));
  await desk.goto(staff.at(`/ops/claim/${claim}`));
  for (const step of ['待退款', '已完成']) {
    await desk.getByRole('radio', { name: '通过' }).check();
    await desk.getByRole('button', { name: '提交' }).click();
    await desk.getByRole('heading', { name: new RegExp(step) }).waitFor();
  }
  await page.getByRole('heading', { name: /已完成/ }).waitFor();
  const { refunded, claims } = await orderOf(request, first.id);
  expect(refunded).toBe(told.total);
  // The invoice that was asked for at the check-out is over what was kept.
  const invoices = await get<{ list: object[] }>(request, '/api/invoice');
  expect(invoices.list).toMatchObject([
    { state: 'applied', amount: (fen(first.payable) - fen(refunded)) / 100 },
  ]);
  expect(claims[0]?.amount).toBe(refunded);
  expect(await get(request, '/api/user/user_money')).toMatchObject({ balance: refunded });

  // The statement's totals are what the ledger holds: everything paid, whichever way, less what came back.
  const totals = await downloadStatement(page, at);
  const paid = fen(first.payable) + fen(second.payable) + fen(hm.payable);
  expect(fen(totals.get('货款合计') ?? 0)).toBe(paid);
  expect(fen(totals.get('净额') ?? 0)).toBe(paid - fen(refunded));
  const { breaches } = await post<{ breaches: string[] }>(staff.context.request, '/api/ops/books', {});
  expect(breaches).toEqual([]);
}, 150_000);

test('a buyer asks to have a paid order cancelled; staff agree, and the money goes back the way it came', async () => {
  const staff = await visit({ as: 'ops' });
  const { page, context, at } = await visit({ as: 'buyer-38' });
  const { request } = context;
  const { list: goods } = await get<{ list: (Goods & { number: number })[] }>(
    request,
    '/api/goods/list?page=2',
  );
  const chosen = goods.find(({ number }) => number > 100);
  await post(request, '/api/cart', { params: [{ goods_id: chosen?.id, number: 10, ck_id: chosen?.ck_id }] });
  await page.goto(at('/cart/step2'));
  await page.getByRole('button', { name: '提交订单' }).click();
  await page.waitForURL(/\/cart\/step3\/\d+$/);
  const id = Number(page.url().split('/').at(-1));
  await payWith(page, /支付宝/);
  await page.waitForURL(/\/cashier\//);
  await page.getByRole('button', { name: '确认付款' }).click();
  await page.getByText('付款成功').waitFor();
  await page.goto(at(`/order/info/${id}`));
  await page.getByRole('button', { name: '申请取消' }).click();
  const dialog = page.getByRole('dialog', { name: '申请取消订单' });
  await dialog.getByLabel('取消原因').selectOption('地址填错了');
  await dialog.getByRole('button', { name: '提交申请' }).click();
  await page.getByText('已申请取消，等待处理').waitFor();

  const desk = staff.page;
  await desk.goto(staff.at('/ops'));
  await desk.getByRole('link', { name: /取消申请/ }).click();
  const { no, paid } = await get<{ no: string; paid: number }>(request, `/api/order/${id}`);
  await desk.getByRole('link', { name: no }).click();
  await desk.getByRole('heading', { name: /买家申请取消/ }).waitFor();
  expect(await desk.getByRole('button', { name: '发货', exact: true }).count()).toBe(0);
  await desk.getByRole('radio', { name: /同意取消/ }).check();
  await desk.getByRole('button', { name: '提交' }).click();
  await desk.getByRole('heading', { name: /已关闭/ }).waitFor();
  // The buyer's page, left open, says so by itself.
  await page.getByRole('heading', { name: '订单已关闭' }).waitFor();
  expect(await orderOf(request, id)).toMatchObject({ status: -12, refunded: paid });
  const { list: refunds } = await get<{ list: object[] }>(
    staff.context.request,
    `/api/ops/refund?keywords=${no}`,
  );
  expect(refunds).toMatchObject([{ route: 'source', amount: paid }]);
}, 90_000);
