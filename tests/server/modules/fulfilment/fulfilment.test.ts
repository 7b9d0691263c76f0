import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf } from '#server/modules/ledger/ledger.ts';
import { pointsOf } from '#server/modules/ledger/points/points.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { auditBooks, giveMoney } from '../../support/buyer.ts';
import { emptyCarts, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { type Counter, openCounter, pay, place, shipAll, uploadOf } from '../after-sales/staff.ts';

describe.each(['pglite', 'postgres'] as const)('what follows an order on %s', (engine) => {
  let shop: TestApp;
  let counter: Counter;
  beforeAll(async () => {
    shop = await startApp({ engine, seed: makeShelf });
    counter = await openCounter(shop);
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    shop.clock.now = START;
    await emptyCarts(shop.db);
  });
  afterEach(() => auditBooks(shop.db));

  const detail = async (id: number) => (await counter.buyer.call('order.detail', { params: { id } })).data;
  const staffView = async (id: number) =>
    (await counter.ops.call('ops-order.detail', { params: { id } })).data;
  const wallet = () => balanceOf(shop.db, { wallet: counter.company });
  const confirm = (id: number) => counter.buyer.call('order.confirm', { params: { id } });
  const ask = (body: { order_id: number; kind: number; lines: { id: string; number: number }[] }) =>
    counter.buyer.call('return.create', { body: { reason: '破损', ...body } });
  const judge = (id: number, accepted: 0 | 1, more: object = {}) =>
    counter.ops.call('ops-claim.judge', { params: { id }, body: { accepted, reply: '', ...more } });
  const choices = async (order_id: number) =>
    (await counter.buyer.call('return.choices', { params: { order_id } })).data.lines;

  it('is shipped in two parts, by the batches that staff choose', async () => {
    const batches = [
      { number: 10, expires: '2027-06-30' },
      { number: 10, expires: '2028-06-30' },
    ];
    const id = await place(counter, [{ price: 100, number: 12, batches }]);
    await pay(counter, id);
    const { picks, lines } = await staffView(id);
    expect(picks.map(({ batch_number, max }) => [batch_number, max])).toEqual([
      ['B1', 10],
      ['B2', 2],
    ]);
    const [line] = lines;
    const parts = (line?.choices ?? []).map(({ batch_id }, index) => ({
      id: batch_id,
      number: index === 0 ? 3 : 9,
    }));
    const repicked = await counter.ops.call('ops-order.repick', {
      params: { id },
      body: { line_id: line?.id ?? 0, parts },
    });
    expect(repicked).toMatchObject({ code: 200 });
    const [first, second] = (await staffView(id)).picks;
    expect([first?.max, second?.max]).toEqual([3, 9]);
    const parcel = { carrier: '测试物流', tracking_no: 'T0001' };
    const send = (picks: { id: string; number: number }[]) =>
      counter.ops.call('ops-order.ship', { params: { id }, body: { ...parcel, picks } });
    expect(await send([{ id: first?.id ?? '', number: 4 }])).toMatchObject({ code: 422 });
    expect(await send([{ id: first?.id ?? '', number: 3 }])).toMatchObject({ data: { status: 35 } });
    expect(await confirm(id)).toMatchObject({ code: 422 });
    expect(await send([{ id: second?.id ?? '', number: 9 }])).toMatchObject({ data: { status: 40 } });
    const { parcels, status } = await detail(id);
    expect(status).toBe(40);
    expect(
      parcels.map(({ lines: inside }) => inside.map(({ batch_number, number }) => [batch_number, number])),
    ).toEqual([[['B1', 3]], [['B2', 9]]]);
    expect(await confirm(id)).toMatchObject({ data: { status: 50 } });
    expect((await counter.buyer.call('order.logistics', { params: { id } })).data.parcels).toHaveLength(2);
  });

  it('pays the difference of what cannot be sent to the balance, to the fen', async () => {
    const id = await place(counter, [
      { price: 33.33, number: 7 },
      { price: 300, number: 1 },
    ]);
    await pay(counter, id);
    const before = await wallet();
    const [line] = (await staffView(id)).lines;
    const short = (number: number) =>
      counter.ops.call('ops-order.short', { params: { id }, body: { line_id: line?.id ?? 0, number } });
    expect(await short(8)).toMatchObject({ code: 422 });
    expect(await short(2)).toMatchObject({ code: 200 });
    expect((await wallet()) - before).toBe(6666);
    expect(await shipAll(counter, id)).toMatchObject({ data: { status: 40 } });
    expect(await short(1)).toMatchObject({ code: 422 });
    expect(await detail(id)).toMatchObject({ refunded: 66.66, paid: 533.31 });
    await confirm(id);
  });

  it('is closed, with shipping paid back, when nothing of it can be sent', async () => {
    const before = await wallet();
    const id = await place(counter, [{ price: 10, number: 2 }]);
    await pay(counter, id);
    const paid = (await detail(id)).paid;
    expect(paid).toBe(35);
    const [line] = (await staffView(id)).lines;
    await counter.ops.call('ops-order.short', {
      params: { id },
      body: { line_id: line?.id ?? 0, number: 2 },
    });
    expect(await detail(id)).toMatchObject({ status: -12, refunded: 35 });
    expect((await wallet()) - before).toBe(3500);
  });

  it('gives exactly what was paid back, in whatever parts its units return', async () => {
    const id = await place(counter, [
      { price: 0.37, number: 7 },
      { price: 500, number: 1 },
    ]);
    await pay(counter, id);
    await shipAll(counter, id);
    await confirm(id);
    const before = await wallet();
    for (const number of [3, 1, 2, 1]) {
      const [row] = await choices(id);
      const asked = await ask({ order_id: id, kind: 1, lines: [{ id: row?.id ?? '', number }] });
      expect(asked).toMatchObject({ code: 201 });
      expect(await judge(asked.data.id, 1)).toMatchObject({ data: { status: 40 } });
      expect(await judge(asked.data.id, 1)).toMatchObject({ data: { status: 50 } });
    }
    expect((await wallet()) - before).toBe(259);
    expect(await detail(id)).toMatchObject({ refunded: 2.59, status: 50 });
    expect(await choices(id)).toHaveLength(1);
  });

  it('takes goods that were sold near their expiry back for a fault alone', async () => {
    const batches = [{ number: 10, expires: '2027-03-01' }];
    const id = await place(counter, [
      { price: 600, number: 2, batches },
      { price: 10, number: 1 },
    ]);
    await pay(counter, id);
    await shipAll(counter, id);
    const [near, fresh] = await choices(id);
    expect(near?.detail).toContain('不退不换');
    expect(fresh?.detail).not.toContain('不退不换');
    const lines = [{ id: near?.id ?? '', number: 1 }];
    const refusal = {
      code: 422,
      data: { errors: { lines: [expect.stringContaining('近效期商品不退不换')] } },
    };
    const because = (call: 'return.create' | 'after-sales.create', kind: number, reason: string) =>
      counter.buyer.call(call, { body: { order_id: id, kind, lines, reason } });
    expect(await because('return.create', 2, '其他')).toMatchObject(refusal);
    expect(await because('return.create', 3, '近效期未告知')).toMatchObject(refusal);
    expect(await because('after-sales.create', 11, '其他')).toMatchObject(refusal);
    expect(await because('return.create', 2, '质量问题')).toMatchObject({ code: 201 });
    expect(await because('after-sales.create', 13, '资料缺失')).toMatchObject({ code: 201 });
  });

  it('judges by the day of the order what was near its expiry', async () => {
    const batches = [{ number: 10, expires: '2027-05-04' }];
    const id = await place(counter, [{ price: 600, number: 2, batches }]);
    await pay(counter, id);
    await shipAll(counter, id);
    // By now it is near, but it was sold as fresh.
    shop.clock.now = START + 5 * DAY;
    const [row] = await choices(id);
    const asked = await counter.buyer.call('return.create', {
      body: { order_id: id, kind: 2, lines: [{ id: row?.id ?? '', number: 1 }], reason: '其他' },
    });
    expect(asked).toMatchObject({ code: 201 });
  });

  it('takes at most what was received, one return at a time, and goods back before money', async () => {
    const id = await place(counter, [{ price: 600, number: 3 }]);
    await pay(counter, id);
    expect(await ask({ order_id: id, kind: 2, lines: [] })).toMatchObject({
      code: 422,
      message: '收到商品后才能申请',
    });
    await shipAll(counter, id);
    await confirm(id);
    const [row] = await choices(id);
    const lines = (number: number) => [{ id: row?.id ?? '', number }];
    expect(await ask({ order_id: id, kind: 2, lines: lines(4) })).toMatchObject({ code: 422 });
    const asked = await ask({ order_id: id, kind: 2, lines: lines(1) });
    expect(await ask({ order_id: id, kind: 1, lines: lines(1) })).toMatchObject({ code: 422 });
    const claim = { params: { id: asked.data.id } };
    const parcel = { carrier: '测试快递', tracking_no: 'BACK01' };
    expect(await counter.buyer.call('return.ship', { ...claim, body: parcel })).toMatchObject({ code: 422 });
    await judge(asked.data.id, 1);
    expect(await counter.buyer.call('return.ship', { ...claim, body: parcel })).toMatchObject({
      data: { status: 30 },
    });
    expect(await counter.buyer.call('return.cancel', claim)).toMatchObject({ code: 422 });
    const before = await wallet();
    await judge(asked.data.id, 1);
    expect(await wallet()).toBe(before);
    await judge(asked.data.id, 1);
    expect((await wallet()) - before).toBe(60_000);
    expect((await counter.buyer.call('return.detail', claim)).data).toMatchObject({
      status_text: '已完成',
      amount: 600,
    });
    const refused = await ask({ order_id: id, kind: 2, lines: lines(1) });
    expect(await judge(refused.data.id, 0)).toMatchObject({ code: 422, message: '请写明驳回的原因' });
    expect(await judge(refused.data.id, 0, { reply: '超出质保范围' })).toMatchObject({
      data: { status: -10 },
    });
    shop.clock.now = START + 16 * DAY;
    counter = await openCounter(shop);
    expect(await ask({ order_id: id, kind: 2, lines: lines(1) })).toMatchObject({ code: 422 });
  });

  it('is closed when all of it is refused at the door', async () => {
    const before = await wallet();
    const id = await place(counter, [
      { price: 20, number: 2 },
      { price: 30, number: 1 },
    ]);
    await pay(counter, id);
    await shipAll(counter, id);
    const asked = await ask({ order_id: id, kind: 3, lines: [] });
    for (const status of [30, 40, 50])
      expect(await judge(asked.data.id, 1)).toMatchObject({ data: { status } });
    expect(await detail(id)).toMatchObject({ status: -12, paid: 85, refunded: 85 });
    expect((await wallet()) - before).toBe(8500);
  });

  it('takes back the points of what was returned', async () => {
    const before = await pointsOf(shop.db, counter.company);
    const id = await place(counter, [{ price: 100, number: 6 }]);
    await pay(counter, id);
    await shipAll(counter, id);
    await confirm(id);
    expect((await pointsOf(shop.db, counter.company)) - before).toBe(600);
    const [row] = await choices(id);
    const asked = await ask({ order_id: id, kind: 1, lines: [{ id: row?.id ?? '', number: 2 }] });
    await judge(asked.data.id, 1);
    await judge(asked.data.id, 1);
    expect((await pointsOf(shop.db, counter.company)) - before).toBe(400);
  });

  it('reduces the bill of an order on credit before it pays anything out', async () => {
    await shop.db
      .insertInto('credit_lines')
      .values({ company_id: counter.company, limit_fen: 150_000, term_days: 30 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const id = await place(counter, [{ price: 300, number: 4 }]);
    const params = { order_id: String(id) };
    expect(await counter.buyer.call('pay.start', { params, body: { method: 'credit' } })).toMatchObject({
      code: 200,
    });
    await shipAll(counter, id);
    await confirm(id);
    const bill = await shop.db
      .selectFrom('credit_bills')
      .where('order_id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow();
    const before = await wallet();
    const returnOne = async () => {
      const [row] = await choices(id);
      const asked = await ask({ order_id: id, kind: 1, lines: [{ id: row?.id ?? '', number: 1 }] });
      await judge(asked.data.id, 1);
      await judge(asked.data.id, 1);
    };
    await returnOne();
    expect(await wallet()).toBe(before);
    expect(await balanceOf(shop.db, { credit: counter.company })).toBe(-90_000);
    // At a cashier the way back names the repayment, so that the page can ask how it stands.
    const away = await counter.buyer.call('pay.creditCreate', {
      body: { bill_ids: [bill.id], method: 'alipay' },
    });
    const started = await counter.buyer.call('pay.creditPay', { body: { no: away.data.no } });
    const cashier = { params: { no: started.data.redirect?.split('/').at(-1) ?? '' } };
    expect((await counter.buyer.call('pay.sandbox', cashier)).data.return_url).toBe(
      `/zqgl?no=${away.data.no}`,
    );
    expect(await counter.buyer.call('pay.creditCheck', { body: { no: away.data.no } })).toMatchObject({
      data: { state: 'waiting' },
    });
    // What is left of the bill is repaid: from then on refunds go to the balance.
    const opened = await counter.buyer.call('pay.creditCreate', {
      body: { bill_ids: [bill.id], method: 'balance' },
    });
    expect(opened.data.amount).toBe(900);
    await giveMoney(shop.db, 'demo', 900);
    expect(await counter.buyer.call('pay.creditPay', { body: { no: opened.data.no } })).toMatchObject({
      data: { state: 'paid' },
    });
    expect(await counter.buyer.call('pay.creditCheck', { body: { no: opened.data.no } })).toMatchObject({
      data: { state: 'paid', amount: 900 },
    });
    const after = await wallet();
    await returnOne();
    expect((await wallet()) - after).toBe(30_000);
    expect(await balanceOf(shop.db, { credit: counter.company })).toBe(0);
  });

  it('gives a price difference, and leaves later returns the rest', async () => {
    const id = await place(counter, [{ price: 600, number: 2 }]);
    await pay(counter, id);
    await shipAll(counter, id);
    await confirm(id);
    const [row] = await choices(id);
    const line = { id: row?.id ?? '', number: 2 };
    const asked = await counter.buyer.call('after-sales.create', {
      body: { order_id: id, kind: 14, reason: '其他', lines: [line] },
    });
    expect(await judge(asked.data.id, 1, { amount: 1200.01 })).toMatchObject({ code: 422 });
    const before = await wallet();
    await judge(asked.data.id, 1, { amount: 50.5 });
    await judge(asked.data.id, 1);
    expect((await wallet()) - before).toBe(5050);
    const returned = await ask({ order_id: id, kind: 1, lines: [line] });
    await judge(returned.data.id, 1);
    await judge(returned.data.id, 1);
    expect((await wallet()) - before).toBe(120_000);
  });

  it('with ephedrine waits for its transfer, review and receipt, and its refund for the bank', async () => {
    const id = await place(counter, [{ price: 600, number: 2, hm: true }]);
    const params = { order_id: String(id) };
    const { company } = counter;
    await counter.buyer.call('pay.start', { params, body: { method: 'transfer' } });
    const slip = { payer: '测试药店', amount: 1200, paid_on: '2026-11-01', upload_id: 'nobody' };
    expect(await counter.buyer.call('pay.transfer', { params, body: slip })).toMatchObject({ code: 422 });
    const upload_id = await uploadOf(shop.db, company, 'voucher');
    expect(
      await counter.buyer.call('pay.transfer', { params, body: { ...slip, amount: 1199, upload_id } }),
    ).toMatchObject({ code: 422 });
    expect(await counter.buyer.call('pay.transfer', { params, body: { ...slip, upload_id } })).toMatchObject({
      code: 200,
    });
    const decide = (accepted: 0 | 1, more: object) =>
      counter.ops.call('ops-order.confirmTransfer', {
        params: { id },
        body: { accepted, reason: '', ...more },
      });
    expect(await decide(0, { reason: '户名不符' })).toMatchObject({ data: { status: 15 } });
    expect((await detail(id)).transfer).toMatchObject({ state: 'refused', reason: '户名不符' });
    await counter.buyer.call('pay.transfer', { params, body: { ...slip, upload_id } });
    const before = await wallet();
    expect(await decide(1, { amount: 1300 })).toMatchObject({ data: { status: 20 } });
    expect((await wallet()) - before).toBe(10_000);
    await counter.ops.call('ops-order.review', { params: { id }, body: { accepted: 1, reason: '' } });
    await shipAll(counter, id);
    const list = async () => (await counter.buyer.call('hmdd.list')).data;
    expect((await list()).list[0]).toMatchObject({ order_id: id, status_text: '待回执', can_send: true });
    shop.clock.now = START + 15 * DAY;
    counter = await openCounter(shop);
    await expect(place(counter, [{ price: 600, number: 1, hm: true }])).rejects.toThrow('含麻回执');
    const receipt = await uploadOf(shop.db, company, 'receipt');
    expect(
      await counter.buyer.call('hmdd.send', { body: { order_id: id, upload_ids: [receipt, ''] } }),
    ).toMatchObject({ code: 200 });
    await counter.ops.call('ops-hmdd.judge', { params: { id }, body: { accepted: 1, reason: '' } });
    expect((await list()).list[0]).toMatchObject({ status_text: '已确认' });
    await place(counter, [{ price: 600, number: 1, hm: true }]);
    await confirm(id);
    const [row] = await choices(id);
    const asked = await ask({ order_id: id, kind: 1, lines: [{ id: row?.id ?? '', number: 1 }] });
    await judge(asked.data.id, 1);
    await judge(asked.data.id, 1);
    const { list: refunds } = (await counter.ops.call('ops-refund.list', { query: { state: 'waiting' } }))
      .data;
    expect(refunds).toMatchObject([{ route: 'bank', amount: 600, can_pay: true }]);
    const paid = { params: { id: refunds[0]?.id ?? 0 }, body: { reference: 'BANK0001' } };
    expect(await counter.ops.call('ops-refund.paid', paid)).toMatchObject({ code: 200 });
    expect(await counter.ops.call('ops-refund.paid', paid)).toMatchObject({ code: 422 });
  });

  it('puts what was bought into the cart again, and says what cannot be', async () => {
    const id = await place(counter, [
      { price: 10, number: 2 },
      { price: 20, number: 1 },
    ]);
    await counter.buyer.call('order.cancel', { params: { id }, body: { reason: '商品选错了' } });
    expect(await detail(id)).toMatchObject({ status: -10, cancel_reason: '商品选错了' });
    const gone = (await detail(id)).lines[0]?.goods_id ?? 0;
    await shop.db.updateTable('goods').set({ on_sale: false }).where('id', '=', gone).execute();
    const inCart = async () => (await counter.buyer.call('cart.list', {})).data;
    const before = await inCart();
    const estimate = await counter.buyer.call('order.rebuyEstimate', { params: { id } });
    expect(estimate.data).toMatchObject({ id, added: 1, refused: 1, results: [{ ok: false }, { ok: true }] });
    expect(await inCart()).toEqual(before);
    const { data } = await counter.buyer.call('order.rebuy', { params: { id } });
    expect(data).toMatchObject({ added: 1, refused: 1 });
    expect(data.results[0]).toMatchObject({ ok: false, number: 2 });
    expect(data.results[0]?.message).not.toBe('');
  });

  it('pays several orders together, and one refusal pays none', async () => {
    const [first, second] = [
      await place(counter, [{ price: 600, number: 1 }]),
      await place(counter, [{ price: 700, number: 1 }]),
    ];
    const params = { order_id: `${first},${second}` };
    const { data } = await counter.buyer.call('pay.options', { params });
    expect(data).toMatchObject({ due: 1300, orders: [{ id: first }, { id: second }] });
    const pending = await counter.buyer.call('pay.start', { params, body: { method: 'alipay' } });
    const no = (pending.data.redirect ?? '').replace('/cashier/', '');
    expect((await counter.buyer.call('pay.sandbox', { params: { no } })).data).toMatchObject({
      amount: 1300,
    });
    await counter.buyer.call('pay.sandboxPay', { params: { no }, body: { result: 'paid' } });
    expect([(await detail(first)).status, (await detail(second)).status]).toEqual([30, 30]);
    const third = await place(counter, [{ price: 600, number: 1 }]);
    expect(
      await counter.buyer.call('pay.start', {
        params: { order_id: `${first},${third}` },
        body: { method: 'alipay' },
      }),
    ).toMatchObject({ code: 422 });
  });
});
