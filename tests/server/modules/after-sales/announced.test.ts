import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf } from '#server/modules/ledger/ledger.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { auditBooks } from '../../support/buyer.ts';
import { emptyCarts, makeShelf } from '../../support/shelf.ts';
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

const wallet = () => balanceOf(shop.db, { wallet: counter.company });
const judge = (id: number, more: object = {}) =>
  counter.ops.call('ops-claim.judge', { params: { id }, body: { accepted: 1, reply: '', ...more } });
const choices = async (order_id: number) =>
  (await counter.buyer.call('return.choices', { params: { order_id } })).data.lines;
const claimOf = async (id: number) => (await counter.buyer.call('return.detail', { params: { id } })).data;

/** An order of two units at ¥600 and one at ¥500, paid and sent. */
async function received(): Promise<number> {
  const id = await place(counter, [
    { price: 600, number: 2 },
    { price: 500, number: 1 },
  ]);
  await pay(counter, id);
  await shipAll(counter, id);
  return id;
}

/** Opens a return of so many units of the first line, and answers it with what it was told to give back. */
async function openReturn(order_id: number, number: number): Promise<{ id: number; amount: number }> {
  const lines = [{ id: (await choices(order_id))[0]?.id ?? '', number }];
  const wish = { order_id, kind: 1, lines };
  const told = (await counter.buyer.call('return.estimate', { body: wish })).data;
  const asked = await counter.buyer.call('return.create', { body: { ...wish, reason: '破损' } });
  expect(asked).toMatchObject({ code: 201 });
  expect((await claimOf(asked.data.id)).amount).toBe(told.total);
  return { id: asked.data.id, amount: told.total };
}

async function openProtection(order_id: number): Promise<number> {
  const lines = [{ id: (await choices(order_id))[0]?.id ?? '', number: 1 }];
  const body = { order_id, kind: 14, reason: '其他', lines };
  return (await counter.buyer.call('after-sales.create', { body })).data.id;
}

/** Takes a return to its end; answers what came, in yuan. */
async function settle(id: number): Promise<number> {
  const before = await wallet();
  await judge(id);
  expect(await judge(id)).toMatchObject({ code: 200, data: { status: 50 } });
  return ((await wallet()) - before) / 100;
}

describe('what a return was told to give back is given back', () => {
  it('although the price of its line was lowered meanwhile', async () => {
    const order = await received();
    const protection = await openProtection(order);
    const { id, amount } = await openReturn(order, 1);
    expect(amount).toBe(600);
    await judge(protection, { amount: 100 });
    await judge(protection);
    expect(await settle(id)).toBe(600);
    expect(await claimOf(id)).toMatchObject({ amount: 600, lines: [{ amount: 600 }] });
    // The difference was given for what is left, which gives back that much less.
    const rest = await openReturn(order, 1);
    expect(rest.amount).toBe(500);
    expect(await settle(rest.id)).toBe(500);
  });

  it('and so is a price difference that was granted before it and is paid after it', async () => {
    const order = await received();
    const protection = await openProtection(order);
    await judge(protection, { amount: 100 });
    const { id, amount } = await openReturn(order, 1);
    expect(amount).toBe(550);
    expect(await settle(id)).toBe(550);
    const before = await wallet();
    await judge(protection);
    expect((await wallet()) - before).toBe(10_000);
  });

  it('although no more than what it leaves may be granted of its line', async () => {
    const order = await received();
    const protection = await openProtection(order);
    const { id } = await openReturn(order, 1);
    expect(await judge(protection, { amount: 600.01 })).toMatchObject({
      code: 422,
      message: '差价不能超过商品金额 ¥600.00',
    });
    expect(await settle(id)).toBe(600);
  });

  it('although other units of its line cannot be sent', async () => {
    const order = await place(counter, [{ price: 333.33, number: 6 }]);
    await pay(counter, order);
    const { data } = await counter.ops.call('ops-order.detail', { params: { id: order } });
    const [pick] = data.picks;
    const parcel = { carrier: '测试物流', tracking_no: 'T0003', picks: [{ id: pick?.id ?? '', number: 2 }] };
    await counter.ops.call('ops-order.ship', { params: { id: order }, body: parcel });
    const { id, amount } = await openReturn(order, 2);
    const before = await wallet();
    const short = { params: { id: order }, body: { line_id: pick?.line_id ?? 0, number: 4 } };
    expect(await counter.ops.call('ops-order.short', short)).toMatchObject({ code: 200 });
    expect((await wallet()) - before).toBe(133_332);
    expect(await settle(id)).toBe(amount);
    expect(amount).toBe(666.66);
  });

  it('with its shipping, where it takes all of an order on its way', async () => {
    const order = await place(counter, [{ price: 20, number: 2 }]);
    await pay(counter, order);
    await shipAll(counter, order);
    const { id, amount } = await openReturn(order, 2);
    expect(amount).toBe(55);
    expect(await counter.buyer.call('order.confirm', { params: { id: order } })).toMatchObject({
      code: 422,
      message: expect.stringContaining('正在处理'),
    });
    expect(await settle(id)).toBe(55);
    expect((await counter.buyer.call('order.detail', { params: { id: order } })).data.status).toBe(-12);
  });

  it('and not a second time while it is open', async () => {
    const order = await received();
    await openReturn(order, 2);
    expect((await choices(order)).map(({ max }) => max)).toEqual([1]);
  });
});
