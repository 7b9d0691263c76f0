import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { makeShelf } from '../../support/shelf.ts';
import { type Counter, openCounter, pay, place, shipAll } from '../after-sales/staff.ts';

describe('the picking list of a warehouse', () => {
  let shop: TestApp;
  let counter: Counter;
  let first: number;
  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    counter = await openCounter(shop);
    first = await place(counter, [{ price: 600, number: 2 }]);
    await pay(counter, first);
    await place(counter, [{ price: 700, number: 1 }]);
    await pay(counter, await place(counter, [{ price: 600, number: 3 }]));
  });
  afterAll(() => shop.close());

  const list = async () => (await counter.ops.call('ops-picking.list')).data;
  const tick = (batches: number[], picked: 0 | 1) =>
    counter.ops.call('ops-picking.tick', { body: { batches, picked } });

  it('has what paid orders wait for, by batch, and says for which orders', async () => {
    const { rows, orders, number, left } = await list();
    expect({ orders, number, left }).toEqual({ orders: 2, number: 5, left: rows.length });
    expect(rows.reduce((sum, row) => sum + row.number, 0)).toBe(5);
    const expiries = rows.filter(({ code }) => code === rows[0]?.code).map(({ expires }) => expires);
    expect(expiries).toEqual(expiries.toSorted());
    expect(rows.map(({ orders: nos }) => nos).join()).toMatch(/\d+ × \d/);
  });

  it('is ticked off, and the ticks can be taken back', async () => {
    const batches = (await list()).rows.map(({ id }) => id);
    expect((await tick(batches, 1)).status).toBe(200);
    expect(await list()).toMatchObject({ left: 0 });
    await tick(batches, 0);
    expect((await list()).left).toBe(batches.length);
    expect((await tick([999_999], 1)).status).toBe(422);
  });

  it('loses what is shipped, and what was paid after its day', async () => {
    await shipAll(counter, first);
    expect(await list()).toMatchObject({ orders: 1, number: 3 });
    const { data } = await counter.ops.call('ops-picking.list', { query: { day: '2020-01-01' } });
    expect(data.rows).toEqual([]);
    expect((await counter.buyer.call('ops-picking.list')).status).toBe(403);
  });
});
