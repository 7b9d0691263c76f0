import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/kernel/db/transaction.ts';
import { SANDBOX } from '#server/kernel/outside/payment-gateways/open.ts';
import { ok, refuse } from '#server/kernel/result/answer.ts';
import { sweepOrders } from '#server/modules/after-sales/cancel/sweep.ts';
import { sendRefunds } from '#server/modules/after-sales/refunds/send-to-gateways.ts';
import { remindReceipts } from '#server/modules/compliance/receipts/receipts.ts';
import { lockStock } from '#server/modules/inventory/index.ts';
import { checkBooks } from '#server/modules/ledger/books/check-books.ts';
import { checkDay } from '#server/modules/ledger/books/checks.ts';
import { remindBills } from '#server/modules/ledger/credit/remind-bills.ts';
import { balanceOf } from '#server/modules/ledger/ledger.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { giveMoney } from '../../support/buyer.ts';
import { shopRegistry } from '../../support/registry.ts';
import { emptyCarts, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { type Counter, openCounter, pay, place, shipAll } from './staff.ts';

// PGlite runs one statement at a time, so only a real PostgreSQL can show a race.
describe('races after an order', () => {
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

  const status = async (id: number) =>
    (await counter.buyer.call('order.detail', { params: { id } })).data.status;
  const breaches = async () => (await checkBooks(shop.db)).breaches;
  const wallet = () => balanceOf(shop.db, { wallet: counter.company });

  it('ends in one state when a cancellation meets a payment', async () => {
    for (const method of ['balance', 'credit', 'balance', 'credit'] as const) {
      await emptyCarts(shop.db);
      const id = await place(counter, [{ price: 600, number: 1 }]);
      await giveMoney(shop.db, 'demo', 600);
      const [cancelled, paid] = await Promise.all([
        counter.buyer.call('order.cancel', { params: { id } }),
        counter.buyer.call('pay.start', { params: { order_id: String(id) }, body: { method } }),
      ]);
      expect([cancelled.code, paid.code].toSorted((a, b) => a - b)).toEqual([200, 422]);
      expect(await status(id)).toBe(paid.code === 200 ? 30 : -10);
    }
    expect(await breaches()).toEqual([]);
  });

  it('ends in one state when a wish to cancel, its answer and a parcel meet', async () => {
    const ask = (id: number) =>
      counter.buyer.call('order.askCancel', { params: { id }, body: { reason: '不需要了' } });
    const answer = (id: number, accepted: 0 | 1) =>
      counter.ops.call('ops-order.judgeCancel', { params: { id }, body: { accepted, reply: '已经打包' } });
    const paidOrder = async () => {
      await emptyCarts(shop.db);
      const id = await place(counter, [{ price: 600, number: 1 }]);
      await pay(counter, id);
      return id;
    };
    const sent = async (id: number) =>
      (await counter.buyer.call('order.logistics', { params: { id } })).data.parcels.length;
    const sorted = (replies: readonly { code: number }[]) =>
      replies.map(({ code }) => code).toSorted((a, b) => a - b);
    for (let round = 0; round < 4; round += 1) {
      const first = await paidOrder();
      const [asked, shipped] = await Promise.all([ask(first), shipAll(counter, first)]);
      expect(sorted([asked, shipped])).toEqual([200, 422]);
      expect(await status(first)).toBe(shipped.code === 200 ? 40 : 30);

      const second = await paidOrder();
      await ask(second);
      const before = await wallet();
      const replies = await Promise.all([
        answer(second, 1),
        shipAll(counter, second),
        answer(second, 1),
        counter.buyer.call('order.withdrawCancel', { params: { id: second } }),
        counter.ops.call('ops-order.close', { params: { id: second }, body: { reason: '买家不要了' } }),
      ]);
      const closed = (await status(second)) === -12;
      expect(await sent(second)).toBe(closed ? 0 : replies[1].code === 200 ? 1 : 0);
      expect((await wallet()) - before).toBe(closed ? 60_000 : 0);

      const third = await paidOrder();
      await ask(third);
      await Promise.all([answer(third, 0), shipAll(counter, third), ask(third)]);
      expect([30, 40]).toContain(await status(third));
    }
    expect(await breaches()).toEqual([]);
  });

  it('repays a bill once, however often it is asked', async () => {
    await emptyCarts(shop.db);
    const id = await place(counter, [{ price: 600, number: 1 }]);
    await counter.buyer.call('pay.start', { params: { order_id: String(id) }, body: { method: 'credit' } });
    const bill = await shop.db
      .selectFrom('credit_bills')
      .where('order_id', '=', id)
      .select('id')
      .executeTakeFirstOrThrow();
    await giveMoney(shop.db, 'demo', 1300);
    const opened = await counter.buyer.call('pay.creditCreate', {
      body: { bill_ids: [bill.id], method: 'balance' },
    });
    const again = await counter.buyer.call('pay.creditCreate', {
      body: { bill_ids: [bill.id], method: 'balance' },
    });
    const before = await wallet();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        counter.buyer.call('pay.creditPay', {
          body: { no: index % 4 === 3 ? again.data.no : opened.data.no },
        }),
      ),
    );
    expect(replies.filter(({ code }) => code === 200).length).toBeGreaterThanOrEqual(5);
    expect(before - (await wallet())).toBe(60_000);
    expect(await breaches()).toEqual([]);
  });

  it('answers the same to the same key, and works once', async () => {
    await emptyCarts(shop.db);
    const id = await place(counter, [{ price: 600, number: 1 }]);
    await giveMoney(shop.db, 'demo', 600);
    const headers = { 'idempotency-key': 'pay-once' };
    const send = () =>
      counter.buyer.call('pay.start', {
        params: { order_id: String(id) },
        body: { method: 'balance' },
        headers,
      });
    const replies = await Promise.all([send(), send(), send(), send()]);
    for (const reply of [...replies, await send()]) {
      expect(reply).toMatchObject({ code: 200, data: { state: 'paid', order_id: id } });
    }
    expect(await breaches()).toEqual([]);
  });

  it('takes a return of goods whose stock is held by an order that is being placed', async () => {
    await emptyCarts(shop.db);
    const id = await place(counter, [{ price: 600, number: 1 }]);
    await pay(counter, id);
    await shipAll(counter, id);
    await counter.buyer.call('order.confirm', { params: { id } });
    const { lines } = (await counter.buyer.call('return.choices', { params: { order_id: id } })).data;
    const goods = await shop.db
      .selectFrom('order_lines')
      .where('order_id', '=', id)
      .select('goods_id')
      .execute();
    const body = { order_id: id, kind: 1, reason: '破损', lines: [{ id: lines[0]?.id ?? '', number: 1 }] };
    const { ok: isTaken } = await inTransaction(shop.db, async (trx) => {
      await lockStock(
        trx,
        goods.map(({ goods_id }) => goods_id),
      );
      const reply = await Promise.race([counter.buyer.call('return.create', { body }), sleep(5000)]);
      return reply?.code === 201 ? ok(null) : refuse('invalid');
    });
    expect(isTaken).toBe(true);
  });

  it('settles a return once when two members of staff press together', async () => {
    await emptyCarts(shop.db);
    const id = await place(counter, [{ price: 600, number: 2 }]);
    await pay(counter, id);
    await shipAll(counter, id);
    await counter.buyer.call('order.confirm', { params: { id } });
    const { lines } = (await counter.buyer.call('return.choices', { params: { order_id: id } })).data;
    const line = { id: lines[0]?.id ?? '', number: 1 };
    const asked = await Promise.all(
      [1, 2, 3].map(() =>
        counter.buyer.call('return.create', {
          body: { order_id: id, kind: 1, reason: '破损', lines: [line] },
        }),
      ),
    );
    expect(asked.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([201, 422, 422]);
    const claim = asked.find(({ code }) => code === 201)?.data.id ?? 0;
    const before = await wallet();
    await Promise.all(
      [1, 2, 3, 4].map(() =>
        counter.ops.call('ops-claim.judge', { params: { id: claim }, body: { accepted: 1, reply: '' } }),
      ),
    );
    expect((await wallet()) - before).toBe(60_000);
    expect(await breaches()).toEqual([]);
  });

  it('does nothing twice when several processes keep the timers', async () => {
    const { site } = await shopRegistry();
    await emptyCarts(shop.db);
    const unpaid: number[] = [];
    for (let index = 0; index < 6; index += 1) unpaid.push(await place(counter, [{ price: 600, number: 1 }]));
    const late = await place(counter, [{ price: 600, number: 1 }]);
    const started = await counter.buyer.call('pay.start', {
      params: { order_id: String(late) },
      body: { method: 'alipay' },
    });
    const arrived: number[] = [];
    for (let index = 0; index < 3; index += 1) {
      const id = await place(counter, [{ price: 600, number: 1 }]);
      await pay(counter, id);
      await shipAll(counter, id);
      arrived.push(id);
    }
    const processes = <Result>(work: () => Promise<Result>) => Promise.all([work(), work(), work()]);
    const swept = await processes(() => sweepOrders(shop.db, site, START + DAY));
    expect(swept.reduce((sum, { expired }) => sum + expired, 0)).toBe(7);
    const no = (started.data.redirect ?? '').replace('/cashier/', '');
    await counter.buyer.call('pay.sandboxPay', { params: { no }, body: { result: 'paid' } });
    const refunded = await processes(() => sendRefunds(shop.db, SANDBOX, START + DAY));
    expect(refunded.reduce((sum, number) => sum + number, 0)).toBe(1);
    const received = await processes(() => sweepOrders(shop.db, site, START + 16 * DAY));
    expect(received.reduce((sum, result) => sum + result.received, 0)).toBeGreaterThanOrEqual(3);
    for (const id of unpaid) expect(await status(id)).toBe(-11);
    for (const id of arrived) expect(await status(id)).toBe(50);
    const days = await processes(() => checkDay(shop.db, START + 16 * DAY));
    expect(days.filter((found) => found !== null)).toEqual([[]]);
    await shop.db
      .insertInto('hm_receipts')
      .values({ order_id: arrived[0] ?? 0, company_id: counter.company, due_at: START })
      .execute();
    const reminded = await processes(() => remindReceipts(shop.db, START));
    expect(reminded.reduce((sum, number) => sum + number, 0)).toBe(1);
    const owed = await place(counter, [{ price: 600, number: 1 }]);
    await counter.buyer.call('pay.start', { params: { order_id: String(owed) }, body: { method: 'credit' } });
    const told = await processes(() =>
      inTransaction(shop.db, async (trx) => ok(await remindBills(trx, 3, START + 28 * DAY))),
    );
    // Bills that a payment won above fall due with it.
    const bills = await shop.db
      .selectFrom('credit_bills')
      .where((eb) => eb('amount_fen', '>', eb('repaid_fen', '+', eb.ref('reduced_fen'))))
      .select('id')
      .execute();
    expect(told.reduce((sum, answer) => sum + (answer.ok ? answer.data : NaN), 0)).toBe(bills.length);
    expect(await breaches()).toEqual([]);
  });
});
