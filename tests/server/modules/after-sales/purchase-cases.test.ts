import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf } from '#server/modules/ledger/ledger.ts';
import { toFen, toYuan } from '#shop/domain/money.ts';
import { type PurchaseCase, purchaseCases } from '../../../shop/domain/purchase-vectors.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { auditBooks } from '../../support/buyer.ts';
import { emptyCarts, makeShelf } from '../../support/shelf.ts';
import { buyCase, cancelPaid, estimateCancel, sendOff } from './purchase-steps.ts';
import { type Counter, openCounter, pay, shipAll } from './staff.ts';

let shop: TestApp;
let counter: Counter;
beforeAll(async () => {
  shop = await startApp({ seed: makeShelf });
  counter = await openCounter(shop);
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

/** Buys a case and pays what can be paid online; answers its orders as they were placed. */
async function buyAndPay(input: PurchaseCase) {
  const { ids, goods } = await buyCase(counter, input);
  const orders = await Promise.all(ids.map(detail));
  for (const { id, hm } of orders) {
    if (!hm && (await detail(id)).can_pay) await pay(counter, id);
  }
  const joint = orders.some(({ joint_orders }) => joint_orders.length > 0);
  const orderOf = (name: string) =>
    orders.find(({ lines }) => lines.some(({ goods_id }) => goods_id === goods.get(name)))?.id ?? 0;
  return { orders, goods, joint, orderOf };
}

const withheld = ({ own, refund }: { own: number; refund: number }) => toYuan(toFen(own) - toFen(refund));

const cancelled = purchaseCases.filter(({ input }) => input.cancels !== undefined);
const returned = purchaseCases.filter(({ input }) => input.returns !== undefined);

describe('what leaves a paid purchase gives back what was announced, as the cases have it', () => {
  it.each(cancelled.filter(({ expected }) => expected.refund >= 0))('$name', async ({ input, expected }) => {
    const { joint, orderOf } = await buyAndPay(input);
    expect(joint).toBe(expected.joint);
    const id = orderOf(input.cancels ?? '');
    const before = await wallet();
    expect(await estimateCancel(counter, id)).toMatchObject({ total: expected.refund, problem: '' });
    await cancelPaid(counter, id);
    expect(await detail(id)).toMatchObject({
      status: -12,
      paid: expected.own,
      refunded: expected.refund,
      withheld: withheld(expected),
      cancel_request: { amount: expected.refund },
    });
    expect((await wallet()) - before).toBe(toFen(expected.refund));
  });

  it.each(cancelled.filter(({ expected }) => expected.refund < 0))('$name', async ({ input, expected }) => {
    const { joint, orderOf } = await buyAndPay(input);
    expect(joint).toBe(expected.joint);
    const params = { id: orderOf(input.cancels ?? '') };
    const { problem } = await estimateCancel(counter, params.id);
    expect(problem).toContain(`¥${(-expected.refund).toFixed(2)}`);
    const asked = await counter.buyer.call('order.askCancel', { params, body: { reason: '不需要了' } });
    expect(asked).toMatchObject({ code: 422, message: problem });
    const closed = await counter.ops.call('ops-order.close', { params, body: { reason: '买家不要了' } });
    expect(closed).toMatchObject({ code: 422, message: problem });
  });

  it.each(returned)('$name', async ({ input, expected }) => {
    const { orders, goods, joint } = await buyAndPay(input);
    expect(joint).toBe(expected.joint);
    const id = orders[0]?.id ?? 0;
    await shipAll(counter, id);
    await counter.buyer.call('order.confirm', { params: { id } });
    const before = await wallet();
    const { data } = await counter.buyer.call('return.choices', { params: { order_id: id } });
    const lineOf = (name: string) =>
      orders.flatMap(({ lines }) => lines).find(({ goods_id }) => goods_id === goods.get(name))?.id ?? 0;
    const lines = Object.entries(input.returns ?? {}).map(([name, number]) => ({
      id: data.lines.find((row) => row.id.startsWith(`${lineOf(name)}-`))?.id ?? '',
      number,
    }));
    const wish = { order_id: id, kind: 1, lines };
    const told = (await counter.buyer.call('return.estimate', { body: wish })).data;
    expect(told).toMatchObject({ total: expected.refund, problem: '' });
    const asked = await counter.buyer.call('return.create', { body: { ...wish, reason: '破损' } });
    const params = { id: asked.data.id };
    for (let step = 0; step < 2; step += 1) {
      await counter.ops.call('ops-claim.judge', { params, body: { accepted: 1, reply: '' } });
    }
    const claim = (await counter.buyer.call('return.detail', { params })).data;
    expect(claim).toMatchObject({ amount: expected.refund, withheld: withheld(expected) });
    expect((await wallet()) - before).toBe(toFen(expected.refund));
  });
});
