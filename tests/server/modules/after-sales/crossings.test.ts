import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf } from '#server/modules/ledger/ledger.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { auditBooks } from '../../support/buyer.ts';
import { emptyCarts, makeShelf } from '../../support/shelf.ts';
import { type Counter, openCounter, pay, place, shipAll, uploadOf } from './staff.ts';

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
const staffView = async (id: number) => (await counter.ops.call('ops-order.detail', { params: { id } })).data;

/** Pays an order by a transfer, with its slip; staff have not looked at it yet. */
async function submitTransfer(id: number, amount: number): Promise<void> {
  const params = { order_id: String(id) };
  await counter.buyer.call('pay.start', { params, body: { method: 'transfer' } });
  const upload_id = await uploadOf(shop.db, counter.company, 'voucher');
  const slip = { payer: '测试药店', amount, paid_on: '2026-11-01', upload_id };
  await counter.buyer.call('pay.transfer', { params, body: slip });
}

const confirmTransfer = (id: number) =>
  counter.ops.call('ops-order.confirmTransfer', { params: { id }, body: { accepted: 1 } });

async function judge(claim: number, times: number): Promise<void> {
  for (let step = 0; step < times; step += 1) {
    const judged = { params: { id: claim }, body: { accepted: 1, reply: '' } } as const;
    await counter.ops.call('ops-claim.judge', judged);
  }
}

describe('steps of an order that cross', () => {
  it('lets a slip be checked although its order was cancelled, and gives the money to the balance', async () => {
    const id = await place(counter, [{ price: 600, number: 1 }]);
    await submitTransfer(id, 600);
    await counter.buyer.call('order.cancel', { params: { id } });
    const { data } = await counter.ops.call('ops-order.list', { query: { slip: 1 } });
    expect(data.list.map((row) => [row.id, row.todo])).toEqual([[id, '核对转账']]);
    expect(await staffView(id)).toMatchObject({ status: -10, can_confirm_transfer: true });
    const before = await balanceOf(shop.db, { wallet: counter.company });
    expect(await confirmTransfer(id)).toMatchObject({ code: 200 });
    expect((await balanceOf(shop.db, { wallet: counter.company })) - before).toBe(60_000);
    expect((await counter.ops.call('ops-order.list', { query: { slip: 1 } })).data.total).toBe(0);
    expect((await counter.ops.call('ops-order.list', { query: { status: 999 } })).data).toMatchObject({
      list: [],
      total: 0,
    });
  });

  it('returns what has arrived of an order of which the rest is still to come', async () => {
    const id = await place(counter, [{ price: 100, number: 8 }]);
    await pay(counter, id);
    const [pick] = (await staffView(id)).picks;
    const ship = (picks: { id: string; number: number }[]) =>
      counter.ops.call('ops-order.ship', {
        params: { id },
        body: { carrier: '测试物流', tracking_no: 'T0003', picks },
      });
    const part = (number: number) => ({ id: pick?.id ?? '', number });
    expect(await ship([part(5), part(4)])).toMatchObject({ code: 422 });
    expect(await ship([part(1), part(1)])).toMatchObject({ code: 200 });
    expect(await detail(id)).toMatchObject({ status: 35, can_claim: true, can_refuse: false });
    const [row] = (await counter.buyer.call('return.choices', { params: { order_id: id } })).data.lines;
    expect(row?.max).toBe(2);
    const asked = await counter.buyer.call('return.create', {
      body: { order_id: id, kind: 1, reason: '破损', lines: [part(1), part(1)] },
    });
    await judge(asked.data.id, 2);
    expect(await detail(id)).toMatchObject({ status: 35, refunded: 200 });
    await shipAll(counter, id);
    await counter.buyer.call('order.confirm', { params: { id } });
    const left = (await counter.buyer.call('return.choices', { params: { order_id: id } })).data.lines;
    expect(left.map(({ max, refund }) => [max, refund])).toEqual([[6, 600]]);
  });

  it('is not received while it is being refused, and owes no receipt once nothing of it is kept', async () => {
    const id = await place(counter, [{ price: 600, number: 1, hm: true }]);
    await submitTransfer(id, 600);
    await confirmTransfer(id);
    await counter.ops.call('ops-order.review', { params: { id }, body: { accepted: 1 } });
    await shipAll(counter, id);
    const receipts = async () => (await counter.buyer.call('hmdd.list')).data.list.map((row) => row.order_id);
    expect(await receipts()).toContain(id);
    const refused = await counter.buyer.call('return.create', {
      body: { order_id: id, kind: 3, reason: '错发', lines: [] },
    });
    const confirmed = await counter.buyer.call('order.confirm', { params: { id } });
    expect(confirmed).toMatchObject({ code: 422 });
    expect(confirmed.message).toContain('拒收');
    await judge(refused.data.id, 3);
    expect(await detail(id)).toMatchObject({ status: -12, refunded: 600, receipt_text: null });
    expect(await receipts()).not.toContain(id);
  });
});
