import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Calls } from '#generated/calls.ts';
import { sweepOrders } from '#server/modules/after-sales/cancel/sweep.ts';
import { settleTeams } from '#server/modules/group-buys/commands/teams.ts';
import { balanceOf } from '#server/modules/ledger/ledger.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { toFen } from '#shop/domain/money.ts';
import type { PurchaseCase } from '../../../shop/domain/purchase-vectors.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { auditBooks, giveMoney } from '../../support/buyer.ts';
import { shopRegistry } from '../../support/registry.ts';
import { emptyCarts, makeGoods, makeShelf, openPromotion } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { buyCase, cancelPaid, estimateCancel, sendOff } from '../after-sales/purchase-steps.ts';
import { type Counter, openCounter, pay, shipAll, uploadOf } from '../after-sales/staff.ts';

let shop: TestApp;
let counter: Counter;
beforeAll(async () => {
  shop = await startApp({ seed: makeShelf });
  counter = await openCounter(shop);
  await shop.db
    .insertInto('credit_lines')
    .values({ company_id: counter.company, limit_fen: 100_000_000, term_days: 30 })
    .execute();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await emptyCarts(shop.db);
  await shop.db.updateTable('promotions').set({ withdrawn: true }).execute();
  await sendOff(counter);
});
afterEach(() => auditBooks(shop.db));

const detail = async (id: number) => (await counter.buyer.call('order.detail', { params: { id } })).data;
const wallet = () => balanceOf(shop.db, { wallet: counter.company });
const options = async (id: number) =>
  (await counter.buyer.call('pay.options', { params: { order_id: String(id) } })).data;
const start = (id: number, body: Calls['pay.start']['body']) =>
  counter.buyer.call('pay.start', { params: { order_id: String(id) }, body });
const states = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await detail(id)).status));

const buy = (input: PurchaseCase) => buyCase(counter, input);
const estimate = (id: number) => estimateCancel(counter, id);

const EARNED: PurchaseCase = {
  goods: { a: { price: 520, warehouse: 1, number: 1 }, b: { price: 5.25, warehouse: 2, number: 1 } },
};
const APART: PurchaseCase = {
  goods: { a: { price: 600, warehouse: 1, number: 1 }, b: { price: 700, warehouse: 2, number: 1 } },
};

describe('orders that earned something together', () => {
  it.each(['balance', 'credit'] as const)('are paid all by paying one, by %s', async (method) => {
    const { ids } = await buy(EARNED);
    const [first = 0, second = 0] = ids;
    expect(await options(second)).toMatchObject({
      joint: true,
      due: 525.25,
      orders: [{ id: first }, { id: second }],
      others: [],
    });
    await giveMoney(shop.db, 'demo', 600);
    expect(await start(second, { method })).toMatchObject({ code: 200, data: { state: 'paid' } });
    expect(await states(ids)).toEqual([30, 30]);
    expect((await detail(first)).joint_orders.map(({ id }) => id)).toEqual(ids);
  });

  it('are paid all by one payment at a gateway, over their sum', async () => {
    const { ids } = await buy(EARNED);
    const { data } = await start(ids[1] ?? 0, { method: 'alipay' });
    const params = { no: data.redirect?.replace('/cashier/', '') ?? '' };
    expect((await counter.buyer.call('pay.sandbox', { params })).data.amount).toBe(525.25);
    expect(await states(ids)).toEqual([10, 10]);
    await counter.buyer.call('pay.sandboxPay', { params, body: { result: 'paid' } });
    expect(await states(ids)).toEqual([30, 30]);
  });

  it('are paid by one transfer, whichever of them it is told for', async () => {
    const { ids } = await buy(EARNED);
    const [first = 0, second = 0] = ids;
    const params = { order_id: String(first) };
    await start(first, { method: 'transfer' });
    expect(await states(ids)).toEqual([15, 15]);
    const upload_id = await uploadOf(shop.db, counter.company, 'voucher');
    const slip = { payer: '测试药店', amount: 520, paid_on: '2026-11-01', upload_id };
    expect(await counter.buyer.call('pay.transfer', { params, body: slip })).toMatchObject({
      code: 422,
      message: expect.stringContaining('应付 ¥525.25'),
    });
    await counter.buyer.call('pay.transfer', { params, body: { ...slip, amount: 525.25 } });
    const site = (await shopRegistry()).site;
    // A slip that waits to be checked keeps all that it pays.
    await sweepOrders(shop.db, site, START + 9 * DAY);
    expect(await states(ids)).toEqual([15, 15]);
    const confirmed = { params: { id: second }, body: { accepted: 1, reason: '' } } as const;
    expect(await counter.ops.call('ops-order.confirmTransfer', confirmed)).toMatchObject({ code: 200 });
    expect(await states(ids)).toEqual([30, 30]);
  });

  it('wait for each other when the balance has paid one of them, and give it back as one', async () => {
    const { ids } = await buy({
      goods: { a: { price: 5.25, warehouse: 1, number: 1 }, b: { price: 520, warehouse: 2, number: 1 } },
    });
    const [first = 0, second = 0] = ids;
    await emptyWallet();
    await giveMoney(shop.db, 'demo', 100);
    const { data } = await start(first, { method: 'alipay', use_balance: 1 });
    const no = data.redirect?.replace('/cashier/', '') ?? '';
    // The first is paid whole by the balance, and waits.
    expect(await detail(first)).toMatchObject({ status: 10, paid: 5.25, due: 0 });
    expect((await counter.buyer.call('pay.sandbox', { params: { no } })).data.amount).toBe(425.25);
    const told = await estimate(first);
    expect(told).toMatchObject({ total: 100, orders: [{ id: first }, { id: second }] });
    expect(await counter.buyer.call('order.cancel', { params: { id: second } })).toMatchObject({
      message: '同一次下单的 2 个订单已一起取消',
    });
    expect(await states(ids)).toEqual([-10, -10]);
    expect(await wallet()).toBe(10_000);
    // What the gateway takes after that goes back whole.
    await counter.buyer.call('pay.sandboxPay', { params: { no }, body: { result: 'paid' } });
    expect(await states(ids)).toEqual([-10, -10]);
    const refunds = await shop.db
      .selectFrom('refunds')
      .where('surplus', '=', true)
      .where('order_id', 'in', ids)
      .select('amount_fen')
      .execute();
    expect(refunds).toEqual([{ amount_fen: 42_525 }]);
  });

  it('expire as one, also when the balance had paid one of them', async () => {
    const { ids } = await buy({
      goods: { a: { price: 5.25, warehouse: 1, number: 1 }, b: { price: 520, warehouse: 2, number: 1 } },
    });
    await emptyWallet();
    await giveMoney(shop.db, 'demo', 100);
    await start(ids[0] ?? 0, { method: 'wechat', use_balance: 1 });
    const { expired } = await sweepOrders(shop.db, (await shopRegistry()).site, START + DAY);
    expect(expired).toBe(2);
    expect(await states(ids)).toEqual([-11, -11]);
    expect(await wallet()).toBe(10_000);
  });

  it('are not sent for nothing where the reduction has paid one of them whole', async () => {
    const { ids } = await buy({
      goods: { a: { price: 0.01, warehouse: 2, number: 1 }, b: { price: 600, warehouse: 1, number: 1 } },
      promotions: [{ kind: 'manjian', rule: { tiers: '600.01 减 600' }, goods: { a: {}, b: {} } }],
    });
    const free = (await Promise.all(ids.map(detail))).find(({ payable }) => payable === 0);
    expect(free).toMatchObject({ status: 10, can_cancel: true });
    await pay(counter, ids[0] ?? 0);
    expect(await states(ids)).toEqual([30, 30]);
  });

  it('are each alone where nothing was earned together', async () => {
    const { ids } = await buy(APART);
    const [first = 0, second = 0] = ids;
    expect(await options(second)).toMatchObject({ joint: false, due: 700, others: [{ id: first }] });
    expect(await estimate(second)).toMatchObject({ orders: [{ id: second }] });
    expect(await counter.buyer.call('order.cancel', { params: { id: second } })).toMatchObject({
      message: '订单已取消',
    });
    expect(await states(ids)).toEqual([10, -10]);
    await pay(counter, first);
    expect(await states(ids)).toEqual([30, -10]);
  });
});

describe('a refund that is less for the sake of others', () => {
  it('is refused where the page had promised more, with the sum that it is now', async () => {
    const { ids } = await buy(EARNED);
    const [id = 0] = ids;
    await pay(counter, id);
    const body = { reason: '不需要了', refund: 520 };
    expect(await counter.buyer.call('order.askCancel', { params: { id }, body })).toMatchObject({
      code: 422,
      data: { errors: { refund: [expect.stringContaining('¥505.00')] } },
    });
  });

  it('is completed when what it was for leaves, too', async () => {
    const { ids } = await buy(EARNED);
    const [first = 0, second = 0] = ids;
    await pay(counter, first);
    const before = await wallet();
    await cancelPaid(counter, first);
    expect((await wallet()) - before).toBe(50_500);
    expect(await estimate(second)).toMatchObject({
      total: 20.25,
      amounts: [{ amount: 5.25 }, { label: '退回此前扣除的优惠', amount: 15 }, { amount: 20.25 }],
    });
    await cancelPaid(counter, second);
    expect((await wallet()) - before).toBe(52_525);
    expect(await detail(first)).toMatchObject({ refunded: 520, withheld: 0 });
  });

  it('counts what was promised to others, and is completed when they stay', async () => {
    const price = { price: 400, number: 1 };
    const { ids } = await buy({
      goods: { a: { ...price, warehouse: 1 }, b: { ...price, warehouse: 2 }, c: { ...price, warehouse: 1 } },
      promotions: [{ kind: 'manjian', rule: { tiers: '800 减 120' }, goods: { a: {}, b: {}, c: {} } }],
    });
    const [near = 0, far = 0] = ids;
    await pay(counter, near);
    for (const id of ids) await shipAll(counter, id);
    for (const id of ids) await counter.buyer.call('order.confirm', { params: { id } });
    const before = await wallet();
    const returnOne = async (id: number) => {
      const { data } = await counter.buyer.call('return.choices', { params: { order_id: id } });
      const lines = [{ id: data.lines[0]?.id ?? '', number: 1 }];
      return counter.buyer.call('return.create', { body: { order_id: id, kind: 1, reason: '破损', lines } });
    };
    const amount = async (id: number) =>
      (await counter.buyer.call('return.detail', { params: { id } })).data.amount;
    // Without one of them two still reach the threshold, without two the third loses it, and free shipping.
    const first = await returnOne(near);
    expect(await amount(first.data.id)).toBe(360);
    const second = await returnOne(far);
    expect(await amount(second.data.id)).toBe(305);
    const judge = (id: number, accepted: 0 | 1) =>
      counter.ops.call('ops-claim.judge', { params: { id }, body: { accepted, reply: '说明' } });
    await judge(second.data.id, 1);
    await judge(second.data.id, 1);
    expect((await wallet()) - before).toBe(30_500);
    // The first is declined: what the second was charged for its sake comes back.
    await judge(first.data.id, 0);
    expect((await wallet()) - before).toBe(36_000);
    expect(await detail(far)).toMatchObject({ refunded: 360, withheld: 0 });
  });

  it('is not less for what the shop does not deliver', async () => {
    const { ids } = await buy({
      goods: { a: { price: 500, warehouse: 1, number: 2 }, b: { price: 20, warehouse: 2, number: 1 } },
      promotions: [{ kind: 'manjian', rule: { tiers: '1000 减 100' }, goods: { a: {}, b: {} } }],
    });
    const [first = 0, second = 0] = ids;
    await pay(counter, first);
    const { lines, paid } = await detail(first);
    const before = await wallet();
    const short = (number: number) =>
      counter.ops.call('ops-order.short', {
        params: { id: first },
        body: { line_id: lines[0]?.id ?? 0, number },
      });
    expect(await short(1)).toMatchObject({ code: 200 });
    expect((await wallet()) - before).toBe(Math.floor(toFen(paid) / 2));
    expect(await short(1)).toMatchObject({ code: 200, data: { status: -12 } });
    // Its fee, had there been one, would be the other's now; its reduction stays with the other.
    expect((await wallet()) - before).toBe(toFen(paid));
    expect(await estimate(second)).toMatchObject({ total: (await detail(second)).paid });
  });

  it('pays for the shipping of a part of a later purchase, which alone may be what is paid of it', async () => {
    const { ids: large } = await buy({ goods: { a: { price: 600, warehouse: 1, number: 1 } } });
    const [supporting = 0] = large;
    await pay(counter, supporting);
    const { ids } = await buy(EARNED);
    const [dear = 0, cheap = 0] = ids;
    // Each ships free because of the order before.
    expect((await detail(cheap)).joint_orders).toEqual([]);
    const before = await wallet();
    await cancelPaid(counter, supporting);
    expect((await wallet()) - before).toBe(58_500);
    await counter.buyer.call('order.cancel', { params: { id: dear } });
    await pay(counter, cheap);
    expect(await detail(supporting)).toMatchObject({ withheld: 15 });
  });

  it('pays for the shipping of a later order that rode on it, until that leaves, too', async () => {
    const { ids: large } = await buy({ goods: { a: { price: 600, warehouse: 1, number: 1 } } });
    const [supporting = 0] = large;
    await pay(counter, supporting);
    const { ids: small } = await buy({ goods: { a: { price: 5.25, warehouse: 2, number: 1 } } });
    const [supported = 0] = small;
    expect(await detail(supported)).toMatchObject({ shipping_fee: 0, payable: 5.25 });
    expect(await estimate(supporting)).toMatchObject({ total: 585 });
    const before = await wallet();
    await cancelPaid(counter, supporting);
    expect((await wallet()) - before).toBe(58_500);
    await counter.buyer.call('order.cancel', { params: { id: supported } });
    expect((await wallet()) - before).toBe(60_000);
    expect(await detail(supporting)).toMatchObject({ refunded: 600, withheld: 0 });
  });

  it('leaves nobody a group-buy’s price whose own units made the team', async () => {
    const goods_id = await makeGoods(shop.db, { price: 80, stock: 100 });
    const promotion = await openPromotion(shop.db, 'group', { by: 'units', need: 10, hours: 1 }, [
      { goods_id, price: 60, stock: 500 },
    ]);
    const join = async (number: number) => {
      const { data } = await counter.buyer.call('activity.join', {
        params: { id: promotion },
        body: { number },
      });
      await pay(counter, data.order_id);
      return data.order_id;
    };
    const small = await join(1);
    const large = await join(9);
    await settleTeams(shop.db, START);
    // One unit at ¥80 with its fee instead of ¥60, which bore one, too.
    expect(await estimate(large)).toMatchObject({ total: 520 });
    await cancelPaid(counter, large);
    expect(await detail(large)).toMatchObject({ paid: 540, refunded: 520, withheld: 20 });
    expect(await estimate(small)).toMatchObject({ total: 95 });
  });
});

async function emptyWallet(): Promise<void> {
  const left = await wallet();
  if (left === 0) return;
  await counter.ops.call('ops-balance.book', {
    params: { id: counter.company },
    body: { kind: 'withdraw', amount: left / 100, memo: '清空' },
  });
}
