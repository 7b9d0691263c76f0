import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepOrders } from '#server/modules/after-sales/cancel/sweep.ts';
import { balanceOf } from '#server/modules/ledger/ledger.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { auditBooks, giveMoney } from '../../support/buyer.ts';
import { shopRegistry } from '../../support/registry.ts';
import { makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { buyCase, sendOff } from './purchase-steps.ts';
import { type Counter, openCounter } from './staff.ts';

const PAID = 30;
const CANCELLED = -10;
const EXPIRED = -11;

/** Ships free only together: ¥525.25 for both. */
const JOINT = {
  goods: { a: { price: 520, warehouse: 1, number: 1 }, b: { price: 5.25, warehouse: 2, number: 1 } },
};
const COST = 52_525;

describe('orders that are paid as one, on a database with many connections', () => {
  let shop: TestApp;
  let counter: Counter;
  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    counter = await openCounter(shop);
  });
  afterAll(() => shop.close());

  const wallet = () => balanceOf(shop.db, { wallet: counter.company });
  const pay = (id: number) =>
    counter.buyer.call('pay.start', { params: { order_id: String(id) }, body: { method: 'balance' } });
  const cancel = (id: number) => counter.buyer.call('order.cancel', { params: { id } });
  const statesOf = async (ids: readonly number[]) => {
    const rows = await shop.db
      .selectFrom('orders')
      .where('id', 'in', ids)
      .orderBy('id')
      .select('status')
      .execute();
    return rows.map(({ status }) => status);
  };

  it.each([
    ['paid by each of them', ([a = 0, b = 0]: number[]) => [pay(a), pay(b), pay(a), pay(b)], [PAID]],
    [
      'cancelled by each of them',
      ([a = 0, b = 0]: number[]) => [cancel(b), cancel(a), cancel(b)],
      [CANCELLED],
    ],
    [
      'paid and cancelled',
      ([a = 0, b = 0]: number[]) => [pay(a), cancel(b), pay(b), cancel(a)],
      [PAID, CANCELLED],
    ],
    [
      'paid while they expire',
      ([a = 0, b = 0]: number[]) => [
        shopRegistry().then(({ site }) => sweepOrders(shop.db, site, START + DAY)),
        pay(b),
        cancel(a),
        pay(a),
      ],
      [PAID, CANCELLED, EXPIRED],
    ],
  ])(
    'end alike, and cost their sum once, when they are %s at the same moment',
    async (_, acts, ends) => {
      await sendOff(counter);
      for (let round = 0; round < 8; round += 1) {
        const { ids } = await buyCase(counter, JOINT);
        await giveMoney(shop.db, 'demo', 2000);
        const before = await wallet();
        await Promise.all(acts(ids));
        const states = await statesOf(ids);
        expect(ends).toContain(states[0]);
        expect(new Set(states).size).toBe(1);
        expect(before - (await wallet())).toBe(states[0] === PAID ? COST : 0);
        await auditBooks(shop.db);
        await sendOff(counter);
      }
    },
    90_000,
  );
});
