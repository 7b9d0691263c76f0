import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '#server/kernel/db/schema.ts';
import { planRefund } from '#server/modules/after-sales/refunds/plan.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { makeShelf } from '../../../support/shelf.ts';
import { type Counter, openCounter, pay, place } from '../staff.ts';

let shop: TestApp;
let counter: Counter;
beforeAll(async () => {
  shop = await startApp({ seed: makeShelf });
  counter = await openCounter(shop);
});
afterAll(() => shop.close());

/** How many statements the work sends. */
async function countStatements(work: (db: Db) => Promise<unknown>): Promise<number> {
  let sent = 0;
  await work(
    shop.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        sent += 1;
        return result;
      },
    }),
  );
  return sent;
}

async function placePaid(): Promise<number> {
  const id = await place(counter, [{ price: 100, number: 2 }]);
  await pay(counter, id);
  return id;
}

const supportsOf = (orderId: number) =>
  shop.db
    .selectFrom('shipping_supports')
    .innerJoin('orders', 'orders.purchase_id', 'shipping_supports.purchase_id')
    .where('orders.id', '=', orderId)
    .select('order_id')
    .execute();

const refundOfAll = (orderId: number) => (db: Db) =>
  planRefund(db, orderId, { orderId, units: [], closes: true, byShop: false });

describe('the refund of an order', () => {
  it('asks the database as often for an order that ships free with many earlier ones as with few', async () => {
    await placePaid();
    const withOne = await placePaid();
    const few = await countStatements(refundOfAll(withOne));
    for (let more = 0; more < 6; more += 1) await placePaid();
    const withMany = await placePaid();
    expect(await supportsOf(withOne)).toHaveLength(1);
    expect(await supportsOf(withMany)).toHaveLength(8);
    expect(await countStatements(refundOfAll(withMany))).toBe(few);
  });
});
