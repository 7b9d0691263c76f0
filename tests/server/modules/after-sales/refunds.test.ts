import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf } from '#server/modules/ledger/ledger.ts';
import { pointsOf } from '#server/modules/ledger/points/points.ts';
import { toFen, toYuan } from '#shop/domain/money.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { auditBooks, fillCart, order } from '../../support/buyer.ts';
import {
  emptyCarts,
  makeCoupon,
  makeGoods,
  makeManjian,
  makeShelf,
  openPromotion,
} from '../../support/shelf.ts';
import { type Counter, openCounter, pay, place, shipAll } from './staff.ts';

let shop: TestApp;
let counter: Counter;
beforeAll(async () => {
  shop = await startApp({ seed: makeShelf });
  counter = await openCounter(shop);
});
afterAll(() => shop.close());
beforeEach(() => emptyCarts(shop.db));
afterEach(() => auditBooks(shop.db));

const detail = async (id: number) => (await counter.buyer.call('order.detail', { params: { id } })).data;
const wallet = () => balanceOf(shop.db, { wallet: counter.company });
const points = () => pointsOf(shop.db, counter.company);

/**
 * Returns units of a completed order's lines, by their place among what can be claimed, and holds what was announced
 * against what came. Answers what came back, in yuan.
 */
async function giveBack(id: number, units: readonly { line: string; number: number }[]): Promise<number> {
  const lines = units.map(({ line, number }) => ({ id: line, number }));
  const expected = await estimate(id, { kind: 1, lines });
  const asked = await counter.buyer.call('return.create', {
    body: { order_id: id, kind: 1, reason: '破损', lines },
  });
  for (let step = 0; step < 2; step += 1) {
    await counter.ops.call('ops-claim.judge', {
      params: { id: asked.data.id },
      body: { accepted: 1, reply: '' },
    });
  }
  const { data } = await counter.buyer.call('return.detail', { params: { id: asked.data.id } });
  expect(data.status_text).toBe('已完成');
  expect(data.amount).toBe(expected.total);
  expect(data.lines.map(({ number, amount }) => ({ number, amount }))).toEqual(
    expected.parts.map(({ number, amount }) => ({ number, amount })),
  );
  return data.amount;
}

const estimate = async (order_id: number, wish: { kind: number; lines: { id: string; number: number }[] }) =>
  (await counter.buyer.call('return.estimate', { body: { order_id, ...wish } })).data;

const claimable = async (order_id: number) =>
  (await counter.buyer.call('return.choices', { params: { order_id } })).data.lines;

interface Purchase {
  goods: { price: number; number: number }[];
  coupon: number;
  voucher: number;
  manjian: number;
}

/** An order whose lines carry shares of everything that can be shared out, received. */
async function buy({ goods, coupon, voucher, manjian }: Purchase): Promise<number> {
  const { db } = shop;
  const wanted: Record<number, number> = {};
  for (const { price, number } of goods) {
    wanted[await makeGoods(db, { price: toYuan(price), stock: 1000 })] = number;
  }
  const goodsIds = Object.keys(wanted).map(Number);
  await makeManjian(db, { name: '满减', tiers: [[1, toYuan(manjian)]] }, goodsIds);
  const coupon_id = await makeCoupon(db, counter.company, { value: toYuan(coupon), threshold: 1 });
  await counter.ops.call('ops-voucher.issue', {
    body: { name: '现金券', amount: toYuan(voucher), days: 30, usernames: 'demo' },
  });
  const ids = await fillCart(counter.buyer, wanted);
  const { data: plan } = await counter.buyer.call('cart.checkout', { body: { ids, coupon_id } });
  const placed = await order(counter.buyer, {
    ids,
    address_id: counter.address_id,
    coupon_id,
    voucher_ids: plan.voucher_ids,
    invoice: 'normal',
  });
  const id = placed.data.ids[0] ?? 0;
  await pay(counter, id);
  await shipAll(counter, id);
  await counter.buyer.call('order.confirm', { params: { id } });
  return id;
}

describe('money of a paid order', () => {
  it('comes back to the fen, whatever its lines share and in whatever parts they return', async () => {
    await openPromotion(shop.db, 'cashback', { tiers: '1 返 1\n500 返 33.33', as: 'balance' });
    const purchase = fc.record({
      goods: fc.array(
        fc.record({
          price: fc.integer({ min: 300, max: 99_999 }),
          number: fc.integer({ min: 1, max: 7 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      coupon: fc.integer({ min: 1, max: 99 }),
      voucher: fc.integer({ min: 1, max: 10 }),
      manjian: fc.integer({ min: 1, max: 50 }),
    });
    const parts = fc.infiniteStream(fc.nat(1000));
    await fc.assert(
      fc.asyncProperty(purchase, parts, async (bought, dice) => {
        const pointsBefore = await points();
        const id = await buy(bought);
        const before = await wallet();
        const { lines, payable, shipping_fee, ...shared } = await detail(id);
        const cashback = await granted(id);
        expect(cashback).toBeGreaterThan(0);
        expect(shared).toMatchObject({
          manjian_reduce: toYuan(bought.manjian),
          coupon_reduce: toYuan(bought.coupon),
          voucher_reduce: toYuan(bought.voucher),
        });
        let back = 0;
        for (let left = await claimable(id); left.length > 0; left = await claimable(id)) {
          const next = left[dice.next().value % left.length];
          if (!next) throw new Error('nothing to return');
          back += toFen(await giveBack(id, [{ line: next.id, number: 1 + (dice.next().value % next.max) }]));
        }
        expect(back).toBe(toFen(payable) - toFen(shipping_fee));
        expect(back).toBe(lines.reduce((sum, line) => sum + toFen(line.payable), 0));
        expect(toFen((await detail(id)).refunded)).toBe(back);
        // What only the money had earned has gone with it: points, and the cashback.
        expect(await points()).toBe(pointsBefore);
        expect(await granted(id)).toBe(0);
        expect((await wallet()) - before).toBe(back - cashback);
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });

  it('is announced with the shipping fee when nothing of an order on its way is kept', async () => {
    const id = await place(counter, [
      { price: 33.33, number: 3 },
      { price: 10.01, number: 2 },
    ]);
    await pay(counter, id);
    await shipAll(counter, id);
    const { payable, shipping_fee } = await detail(id);
    expect(shipping_fee).toBeGreaterThan(0);
    const rows = await claimable(id);
    const all = rows.map(({ id: line, max }) => ({ id: line, number: max }));
    const some = await estimate(id, { kind: 1, lines: all.slice(0, 1) });
    expect(some).toMatchObject({ shipping: 0, total: 99.99, problem: '' });
    expect(await estimate(id, { kind: 1, lines: all })).toMatchObject({
      shipping: shipping_fee,
      total: payable,
    });
    const refusal = await estimate(id, { kind: 3, lines: [] });
    expect(refusal).toMatchObject({ shipping: shipping_fee, total: payable });
    expect(refusal.words).toEqual(['退回账户余额']);
    expect(refusal.amounts.map(({ amount }) => amount)).toEqual([99.99, 20.02, shipping_fee, payable]);
    const before = await wallet();
    const asked = await counter.buyer.call('return.create', {
      body: { order_id: id, kind: 3, reason: '错发', lines: [] },
    });
    for (let step = 0; step < 3; step += 1) {
      const judged = { params: { id: asked.data.id }, body: { accepted: 1, reply: '' } } as const;
      await counter.ops.call('ops-claim.judge', judged);
    }
    expect((await wallet()) - before).toBe(toFen(refusal.total));
    expect(await detail(id)).toMatchObject({ status: -12, refunded: payable });
  });

  it('says what is wrong with a return before it is sent, and nothing of one that is empty', async () => {
    const id = await place(counter, [{ price: 600, number: 2 }]);
    await pay(counter, id);
    expect(await estimate(id, { kind: 1, lines: [] })).toMatchObject({ total: 0, amounts: [], problem: '' });
    const line = { id: '1-1', number: 1 };
    expect((await estimate(id, { kind: 1, lines: [line] })).problem).toBe('收到商品后才能申请');
    await shipAll(counter, id);
    const [row] = await claimable(id);
    const tooMany = await estimate(id, { kind: 1, lines: [{ id: row?.id ?? '', number: 3 }] });
    expect(tooMany).toMatchObject({ total: 0, amounts: [] });
    expect(tooMany.problem).toContain('最多可申请 2');
  });

  /** What the order's cashback has given and not taken back, in fen. */
  async function granted(id: number): Promise<number> {
    const { sum } = await shop.db
      .selectFrom('cashback_grants')
      .where('order_id', '=', id)
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_fen'), eb.lit(0)).as('sum'))
      .executeTakeFirstOrThrow();
    return sum;
  }

  it('leaves an invoice over what was kept of it, and none over what was not', async () => {
    const plain = { coupon: 1, voucher: 1, manjian: 1 };
    const invoice = async () => (await counter.buyer.call('invoice.list')).data.list[0];
    await shop.db
      .updateTable('companies')
      .set({ credit_code: '91420100MA4KXXXX1T' })
      .where('id', '=', counter.company)
      .execute();
    const id = await buy({ goods: [{ price: 60_000, number: 3 }], ...plain });
    const { payable } = await detail(id);
    expect(await invoice()).toMatchObject({ state: 'applied', amount: payable });
    const [row] = await claimable(id);
    const back = await giveBack(id, [{ line: row?.id ?? '', number: 1 }]);
    expect(await invoice()).toMatchObject({ state: 'applied', amount: toYuan(toFen(payable) - toFen(back)) });
    const rest = await giveBack(id, [{ line: row?.id ?? '', number: 2 }]);
    expect(toFen(back) + toFen(rest)).toBe(toFen(payable));
    expect(await invoice()).toMatchObject({ state: 'rejected', reason: '订单已全部退款' });

    const second = await buy({ goods: [{ price: 60_000, number: 2 }], ...plain });
    const issued = (await counter.ops.call('ops-invoice.list', { query: { state: 'applied' } })).data.list[0];
    await counter.ops.call('ops-invoice.issue', { params: { id: issued?.id ?? 0 }, body: {} });
    const [line] = await claimable(second);
    await giveBack(second, [{ line: line?.id ?? '', number: 1 }]);
    expect(await invoice()).toMatchObject({ state: 'issued', amount: issued?.amount });
    const { data } = await counter.buyer.call('message.list', { query: { page: 1 } });
    expect(data.list.map(({ title }) => title)).toContain('已开发票的订单有退款');
  });

  it('marks an issued invoice with what was refunded, until a red-letter invoice takes it back', async () => {
    const { ops, buyer } = counter;
    const plain = { coupon: 1, voucher: 1, manjian: 1 };
    await shop.db
      .updateTable('companies')
      .set({ credit_code: '91420100MA4KXXXX1T' })
      .where('id', '=', counter.company)
      .execute();
    await shop.db.updateTable('invoices').set({ over_fen: 0 }).execute();
    const id = await buy({ goods: [{ price: 60_000, number: 4 }], ...plain });
    const { list: asked } = (await ops.call('ops-invoice.list', { query: { state: 'applied' } })).data;
    await ops.call('ops-invoice.issue', { params: { id: asked[0]?.id ?? 0 }, body: {} });
    const over = async () => (await ops.call('ops-invoice.list', { query: { over: 1 } })).data;
    const waiting = async () =>
      (await ops.call('ops.summary')).data.work.find(({ label }) => label === '待红冲发票')?.value;
    expect(await over()).toMatchObject({ total: 0, list: [] });
    const [row] = await claimable(id);
    const first = await giveBack(id, [{ line: row?.id ?? '', number: 1 }]);
    const second = await giveBack(id, [{ line: row?.id ?? '', number: 1 }]);
    const both = toYuan(toFen(first) + toFen(second));
    expect((await over()).list).toMatchObject([{ id: asked[0]?.id, state: 'issued', over: both }]);
    expect(await waiting()).toBe(1);
    const red = { params: { id: asked[0]?.id ?? 0 }, body: { number: 'RED0001' } };
    expect(await ops.call('ops-invoice.red', red)).toMatchObject({ code: 200 });
    expect(await ops.call('ops-invoice.red', red)).toMatchObject({ code: 404 });
    expect(await waiting()).toBe(0);
    const { data } = await buyer.call('invoice.list');
    expect(data.list[0]).toMatchObject({ over: 0, state: 'issued' });
    expect(data.list[0]?.reason).toContain('红字发票 RED0001');
    await giveBack(id, [{ line: row?.id ?? '', number: 1 }]);
    expect(await waiting()).toBe(1);
    await ops.call('ops-invoice.end', {
      params: { id: asked[0]?.id ?? 0 },
      body: { to: 'void', reason: '整张作废重开' },
    });
    expect(await waiting()).toBe(0);
    const { list: open } = (await buyer.call('invoice.orders')).data;
    expect(open.find((one) => one.id === id)?.amount).toBe(
      toYuan(toFen((await detail(id)).paid) - toFen((await detail(id)).refunded)),
    );
  });

  it('comes back whole when staff close an order of which nothing has left, and only then', async () => {
    const before = await wallet();
    const close = (id: number) =>
      counter.ops.call('ops-order.close', { params: { id }, body: { reason: '买家不要了' } });
    const mayClose = async (id: number) =>
      (await counter.ops.call('ops-order.detail', { params: { id } })).data.can_close;
    const id = await place(counter, [{ price: 30, number: 3 }]);
    await pay(counter, id);
    const { paid } = await detail(id);
    expect(await mayClose(id)).toBe(true);
    expect(await close(id)).toMatchObject({ code: 200, data: { status: -12 } });
    expect(await detail(id)).toMatchObject({ status: -12, refunded: paid });
    expect((await wallet()) - before).toBe(Math.round(paid * 100));
    const sent = await place(counter, [{ price: 600, number: 1 }]);
    await pay(counter, sent);
    await shipAll(counter, sent);
    expect(await mayClose(sent)).toBe(false);
    expect(await close(sent)).toMatchObject({ code: 422 });
  });
});
