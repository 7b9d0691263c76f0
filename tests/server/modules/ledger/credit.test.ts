import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Calls } from '#generated/calls.ts';
import { remindBills } from '#server/modules/ledger/credit/remind-bills.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { giveMoney } from '../../support/buyer.ts';
import { makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { type Counter, openCounter, place } from '../after-sales/staff.ts';

let shop: TestApp;
let counter: Counter;
beforeAll(async () => {
  shop = await startApp({ seed: makeShelf });
  counter = await openCounter(shop);
  await shop.db
    .insertInto('credit_lines')
    .values({ company_id: counter.company, limit_fen: 1_000_000, term_days: 30 })
    .execute();
});
afterAll(() => shop.close());

async function buyOnCredit(): Promise<number> {
  const id = await place(counter, [{ price: 600, number: 1 }]);
  await counter.buyer.call('pay.start', { params: { order_id: String(id) }, body: { method: 'credit' } });
  return id;
}

const messages = async () =>
  (await counter.buyer.call('message.list', { query: { page: 1, kind: 'account' } })).data.list.map(
    ({ title, body, url }) => ({ title, body, url }),
  );

it('lends the rest where balance and credit only do together', async () => {
  const { db } = shop;
  const limit = (yuan: number) =>
    db
      .updateTable('credit_lines')
      .set({ limit_fen: yuan * 100 })
      .execute();
  await limit(300);
  const id = await place(counter, [{ price: 600, number: 1 }]);
  await giveMoney(db, 'demo', 400);
  const params = { order_id: String(id) };
  const { methods } = (await counter.buyer.call('pay.options', { params })).data;
  expect(methods.find(({ method }) => method === 'credit')).toMatchObject({
    usable: true,
    reason: '额度不足，须先用余额付 ¥400.00',
  });
  const pay = (body: Calls['pay.start']['body']) => counter.buyer.call('pay.start', { params, body });
  expect(await pay({ method: 'credit' })).toMatchObject({ code: 422, message: '账期额度不足' });
  expect((await pay({ method: 'credit', use_balance: 1 })).data.state).toBe('paid');
  const { data } = await counter.buyer.call('order.detail', { params: { id } });
  expect(data).toMatchObject({ paid: 600, bill: { amount: 200 } });
  await db.updateTable('credit_bills').set({ repaid_fen: 20_000 }).where('order_id', '=', id).execute();
  await limit(10_000);
});

it('tells of bills before they fall due and when they are overdue, each once, none that is repaid', async () => {
  const first = await buyOnCredit();
  await buyOnCredit();
  const repaid = await buyOnCredit();
  await shop.db
    .updateTable('credit_bills')
    .set({ repaid_fen: 60_000 })
    .where('order_id', '=', repaid)
    .execute();
  const due = START + 30 * DAY;

  expect(await remindBills(shop.db, 3, due - 4 * DAY)).toBe(0);
  expect(await remindBills(shop.db, 3, due - 2 * DAY)).toBe(2);
  expect(await remindBills(shop.db, 3, due - DAY)).toBe(0);
  const [soon] = await messages();
  expect(soon).toMatchObject({ title: '账期账单即将到期', url: '/zqgl?type=open' });
  expect(soon?.body).toContain('2 张账单共 ¥1,200.00 待还');

  expect(await remindBills(shop.db, 3, due + DAY)).toBe(2);
  expect(await remindBills(shop.db, 3, due + 9 * DAY)).toBe(0);
  expect((await messages()).map(({ title }) => title)).toEqual(['账期账单已逾期', '账期账单即将到期']);

  shop.clock.now = due + DAY;
  const { data } = await (await shop.as('demo')).call('order.detail', { params: { id: first } });
  expect(data.bill).toMatchObject({ state: 'overdue', state_text: '已逾期', left: 600 });
});
