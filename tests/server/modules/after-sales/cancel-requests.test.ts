import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SANDBOX } from '#server/kernel/outside/payment-gateways/open.ts';
import { sendRefunds } from '#server/modules/after-sales/refunds/send-to-gateways.ts';
import { balanceOf } from '#server/modules/ledger/ledger.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { auditBooks, fillCart, giveMoney, order } from '../../support/buyer.ts';
import { emptyCarts, makeCoupon, makeGoods, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { type Counter, openCounter, pay, place, shipAll, uploadOf } from './staff.ts';

let shop: TestApp;
let counter: Counter;
beforeAll(async () => {
  shop = await startApp({ seed: makeShelf });
  counter = await openCounter(shop);
  await shop.db
    .insertInto('credit_lines')
    .values({ company_id: counter.company, limit_fen: 1_000_000_00, term_days: 30 })
    .execute();
});
afterAll(() => shop.close());
beforeEach(() => emptyCarts(shop.db));
afterEach(() => auditBooks(shop.db));

const detail = async (id: number) => (await counter.buyer.call('order.detail', { params: { id } })).data;
const wallet = () => balanceOf(shop.db, { wallet: counter.company });
const ask = (id: number) =>
  counter.buyer.call('order.askCancel', { params: { id }, body: { reason: '地址填错了' } });
const judge = (id: number, accepted: 0 | 1, reply = '') =>
  counter.ops.call('ops-order.judgeCancel', { params: { id }, body: { accepted, reply } });
const refundsOf = (id: number) =>
  shop.db
    .selectFrom('refunds')
    .where('order_id', '=', id)
    .orderBy('id')
    .select(['route', 'state', 'amount_fen'])
    .execute();

/** Pays the rest of an order at the sandbox's cashier, after what the balance holds. */
async function payByGateway(id: number, method: 'alipay' | 'wechat'): Promise<void> {
  const params = { order_id: String(id) };
  const { data } = await counter.buyer.call('pay.start', { params, body: { method, use_balance: 1 } });
  const no = (data.redirect ?? '').replace('/cashier/', '');
  await counter.buyer.call('pay.sandboxPay', { params: { no }, body: { result: 'paid' } });
}

async function emptyWallet(): Promise<void> {
  const left = await wallet();
  if (left === 0) return;
  await counter.ops.call('ops-balance.book', {
    params: { id: counter.company },
    body: { kind: 'withdraw', amount: left / 100, memo: '清空' },
  });
}

describe('a wish to cancel a paid order', () => {
  it('is granted: everything goes back to where it came from', async () => {
    await emptyWallet();
    await giveMoney(shop.db, 'demo', 100);
    const goods = await makeGoods(shop.db, { price: 600, stock: 5 });
    const coupon_id = await makeCoupon(shop.db, counter.company, { value: 20, threshold: 1 });
    const stock = () =>
      shop.db.selectFrom('batches').where('goods_id', '=', goods).select('available').executeTakeFirst();
    const ids = await fillCart(counter.buyer, { [goods]: 1 });
    const placed = await order(counter.buyer, { ids, address_id: counter.address_id, coupon_id });
    const id = placed.data.ids[0] ?? 0;
    await payByGateway(id, 'alipay');
    expect(await detail(id)).toMatchObject({ status: 30, paid: 580, can_ask_cancel: true });
    expect(await stock()).toEqual({ available: 4 });
    expect(await ask(id)).toMatchObject({ code: 200 });
    expect(await ask(id)).toMatchObject({ code: 422 });
    expect(await detail(id)).toMatchObject({
      can_ask_cancel: false,
      asks_cancel: true,
      cancel_request: { state: 'waiting', reason: '地址填错了' },
    });
    expect(await shipAll(counter, id)).toMatchObject({
      code: 422,
      message: '买家申请取消这个订单，请先同意或驳回',
    });
    const listed = await counter.ops.call('ops-order.list', { query: { asked: 1 } });
    expect(listed.data.list.map(({ id: one, todo }) => [one, todo])).toEqual([[id, '处理取消申请']]);

    expect(await judge(id, 1)).toMatchObject({ code: 200, data: { status: -12 } });
    expect(await detail(id)).toMatchObject({ status: -12, refunded: 580, asks_cancel: false });
    expect(await refundsOf(id)).toEqual([
      { route: 'source', state: 'waiting', amount_fen: 48_000 },
      { route: 'balance', state: 'done', amount_fen: 10_000 },
    ]);
    expect(await wallet()).toBe(10_000);
    expect(await stock()).toEqual({ available: 5 });
    const coupon = await shop.db
      .selectFrom('company_coupons')
      .where('id', '=', coupon_id)
      .select('purchase_id')
      .executeTakeFirst();
    expect(coupon).toEqual({ purchase_id: null });
    expect(await sendRefunds(shop.db, SANDBOX, START + 60)).toBe(1);
    expect((await refundsOf(id)).every(({ state }) => state === 'done')).toBe(true);
    expect(await wallet()).toBe(10_000);
    const { timeline } = await detail(id);
    expect(timeline.at(-1)?.text).toBe('订单关闭退款 ¥480.00 已原路退回');
  });

  it('takes a bill back that the order was paid with, and a transfer to the bank account', async () => {
    const debt = () => balanceOf(shop.db, { credit: counter.company });
    const lent = await place(counter, [{ price: 600, number: 1 }]);
    await counter.buyer.call('pay.start', { params: { order_id: String(lent) }, body: { method: 'credit' } });
    expect(await debt()).toBe(-60_000);
    await ask(lent);
    await judge(lent, 1);
    expect(await debt()).toBe(0);

    const id = await place(counter, [{ price: 600, number: 1 }]);
    const params = { order_id: String(id) };
    await counter.buyer.call('pay.start', { params, body: { method: 'transfer' } });
    const upload_id = await uploadOf(shop.db, counter.company, 'voucher');
    const slip = { payer: '测试药店', amount: 600, paid_on: '2026-11-01', upload_id };
    await counter.buyer.call('pay.transfer', { params, body: slip });
    expect(await ask(id)).toMatchObject({ code: 422, message: '订单还没有付款，可以直接取消' });
    await counter.ops.call('ops-order.confirmTransfer', { params: { id }, body: { accepted: 1 } });
    const before = await wallet();
    await ask(id);
    await judge(id, 1);
    expect(await refundsOf(id)).toEqual([{ route: 'bank', state: 'waiting', amount_fen: 60_000 }]);
    expect(await wallet()).toBe(before);
  });

  it('is declined with a reason, or taken back, and the order goes on', async () => {
    const id = await place(counter, [{ price: 600, number: 1 }]);
    await pay(counter, id);
    await ask(id);
    expect(await judge(id, 0)).toMatchObject({ code: 422 });
    expect(await judge(id, 0, '已经打包')).toMatchObject({ code: 200, data: { status: 30 } });
    expect((await detail(id)).cancel_request).toMatchObject({ state: 'refused', reply: '已经打包' });
    expect(await judge(id, 1)).toMatchObject({ code: 422, message: '没有待处理的取消申请' });
    await ask(id);
    const withdrawn = await counter.buyer.call('order.withdrawCancel', { params: { id } });
    expect(withdrawn).toMatchObject({ code: 200 });
    expect(await shipAll(counter, id)).toMatchObject({ code: 200 });
    expect(await ask(id)).toMatchObject({ code: 422 });
    expect(await detail(id)).toMatchObject({ status: 40, can_ask_cancel: false });
  });
});
