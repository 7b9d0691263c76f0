import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { auditBooks } from '../../support/buyer.ts';
import { makeShelf } from '../../support/shelf.ts';
import { type Counter, openCounter, pay, place, shipAll } from './staff.ts';

let shop: TestApp;
let counter: Counter;
beforeAll(async () => {
  shop = await startApp({ seed: makeShelf });
  counter = await openCounter(shop);
});
afterAll(() => shop.close());

const judge = (id: number, accepted: 0 | 1, more: object = {}) =>
  counter.ops.call('ops-claim.judge', { params: { id }, body: { accepted, reply: '', ...more } });

it('sends goods for an exchange out of the stock, by the batch that expires first', async () => {
  const batches = [
    { number: 2, expires: '2028-01-01' },
    { number: 3, expires: '2028-06-01' },
  ];
  const id = await place(counter, [{ price: 600, number: 2, batches }]);
  await pay(counter, id);
  await shipAll(counter, id);
  await counter.buyer.call('order.confirm', { params: { id } });
  const [row] = (await counter.buyer.call('return.choices', { params: { order_id: id } })).data.lines;
  const asked = await counter.buyer.call('after-sales.create', {
    body: { order_id: id, kind: 11, reason: '破损', lines: [{ id: row?.id ?? '', number: 2 }] },
  });
  const claim = { params: { id: asked.data.id } };
  const parcel = { carrier: '测试物流', tracking_no: 'H0001' };
  await judge(asked.data.id, 1);
  await counter.buyer.call('after-sales.ship', { ...claim, body: { ...parcel, tracking_no: 'B0001' } });
  await judge(asked.data.id, 1);
  expect((await counter.ops.call('ops-claim.detail', claim)).data.asks).toBe('parcel');
  expect(await judge(asked.data.id, 1)).toMatchObject({ code: 422, message: '请填写物流公司' });
  const stock = async () =>
    (await shop.db.selectFrom('batches').orderBy('id', 'desc').limit(2).select('stock').execute()).map(
      (batch) => batch.stock,
    );
  expect(await stock()).toEqual([3, 0]);
  expect(await judge(asked.data.id, 1, parcel)).toMatchObject({ data: { status: 50 } });
  expect(await stock()).toEqual([1, 0]);
  const { data } = await counter.buyer.call('after-sales.detail', claim);
  expect(data).toMatchObject({
    sent_carrier: '测试物流',
    sent: [{ batch_number: 'B2', expires: '2028-06-01', number: 2 }],
  });

  const [held] = (await counter.buyer.call('return.choices', { params: { order_id: id } })).data.lines;
  const more = await counter.buyer.call('after-sales.create', {
    body: { order_id: id, kind: 12, reason: '少货', lines: [{ id: held?.id ?? '', number: 2 }] },
  });
  await judge(more.data.id, 1);
  const refused = await judge(more.data.id, 1, parcel);
  expect(refused).toMatchObject({ code: 422 });
  expect(refused.message).toContain('库存不足');
  expect(await stock()).toEqual([1, 0]);
  await auditBooks(shop.db);
});

it('lets a later return see the batch that came, and not the one that went', async () => {
  const { buyer } = counter;
  const id = await place(counter, [
    {
      price: 600,
      number: 3,
      batches: [
        { number: 3, expires: '2028-01-01' },
        { number: 5, expires: '2028-06-01' },
      ],
    },
  ]);
  await pay(counter, id);
  await shipAll(counter, id);
  await buyer.call('order.confirm', { params: { id } });
  const choices = async () =>
    (await buyer.call('return.choices', { params: { order_id: id } })).data.lines.map((line) => ({
      id: line.id,
      batch: /批号 (\S+)/.exec(line.detail)?.[1],
      max: line.max,
    }));
  const [first] = await choices();
  expect(first).toMatchObject({ batch: 'B1', max: 3 });
  const lines = [{ id: first?.id ?? '', number: 2 }];
  const asked = await buyer.call('after-sales.create', {
    body: { order_id: id, kind: 11, reason: '破损', lines },
  });
  // What is being exchanged cannot be returned as well.
  expect(await choices()).toEqual([{ ...first, max: 1 }]);
  const twice = await buyer.call('return.create', { body: { order_id: id, kind: 1, reason: '破损', lines } });
  expect(twice).toMatchObject({ code: 422 });
  const parcel = { carrier: '测试物流', tracking_no: 'H0002' };
  await judge(asked.data.id, 1);
  await buyer.call('after-sales.ship', { params: { id: asked.data.id }, body: parcel });
  await judge(asked.data.id, 1);
  await judge(asked.data.id, 1, parcel);
  const after = await choices();
  expect(after.map(({ batch, max }) => ({ batch, max }))).toEqual([
    { batch: 'B1', max: 1 },
    { batch: 'B2', max: 2 },
  ]);
  const order = async () => (await buyer.call('order.detail', { params: { id } })).data.lines[0]?.batches;
  expect(await order()).toBe('B1×1、B2×2');
  const { data: staff } = await counter.ops.call('ops-order.detail', { params: { id } });
  expect(staff.lines[0]?.batches).toBe('B1×1、B2×2');
  // What was delivered with the order stays what it was.
  for (const document of ['document.sheet', 'document.delivery'] as const) {
    const { data } = await buyer.call(document, { params: { id } });
    expect(data.lines.map(({ batch_number, number }) => [batch_number, number])).toEqual([['B1', 3]]);
  }

  const returned = await buyer.call('return.create', {
    body: { order_id: id, kind: 1, reason: '质量问题', lines: [{ id: after[1]?.id ?? '', number: 2 }] },
  });
  const { data: claim } = await buyer.call('return.detail', { params: { id: returned.data.id } });
  expect(claim.lines).toMatchObject([{ batch_number: 'B2', number: 2, amount: 1200 }]);
  await judge(returned.data.id, 1);
  await judge(returned.data.id, 1);
  expect((await choices()).map(({ batch, max }) => ({ batch, max }))).toEqual([{ batch: 'B1', max: 1 }]);
  await auditBooks(shop.db);
});
