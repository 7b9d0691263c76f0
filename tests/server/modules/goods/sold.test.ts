import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recountSold, refreshSold } from '#server/modules/goods/commands/refresh-sold.ts';
import { DAY, startOfToday } from '#shop/domain/calendar.ts';
import { ORDER_STATE, PAID_STATES } from '#shop/domain/order-state.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { giveMoney, orderedBefore } from '../../support/buyer.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';

describe.each(['postgres', 'pglite'] as const)('units sold, on %s', (engine) => {
  /** States of an order that was paid and is not sold, or not any more. */
  const UNSOLD = [ORDER_STATE.unpaid, ORDER_STATE.confirming, ORDER_STATE.closed, ORDER_STATE.closed];

  let shop: TestApp;
  let buyer: Browser;
  beforeAll(async () => {
    shop = await startApp({ engine, seed: makeShelf });
    buyer = await shop.as('demo');
    await giveMoney(shop.db, 'demo', 1000);
  });
  afterAll(() => shop.close());

  const ordered = (goods: number, number: number, how: { days: number; paid: boolean }) =>
    orderedBefore(shop.db, buyer, { goods, number, ...how });

  it('counts what paid orders took, in all and within thirty days, and shows it on the page of the good', async () => {
    const goodsId = await makeGoods(shop.db, { price: 1, stock: 99 });
    await ordered(goodsId, 3, { days: 2, paid: true });
    await ordered(goodsId, 4, { days: 40, paid: true });
    await ordered(goodsId, 5, { days: 1, paid: false });
    await refreshSold(shop.db, START);
    const { data } = await buyer.call('goods.detail', { params: { id: goodsId }, query: {} });
    expect({ lately: data.units_sold_lately, all: data.units_sold }).toEqual({ lately: 3, all: 7 });
    await refreshSold(shop.db, START + 40 * DAY);
    await expect
      .poll(
        async () =>
          (await buyer.call('goods.detail', { params: { id: goodsId }, query: {} })).data.units_sold_lately,
      )
      .toBe(0);
  });

  /** What orders say of each good at a moment, counted from all of them. */
  async function counted(now: number) {
    const lines = await shop.db
      .selectFrom('order_lines')
      .innerJoin('orders', 'orders.id', 'order_id')
      .where('status', 'in', PAID_STATES)
      .where('gift', '=', false)
      .select(['goods_id', 'order_lines.number', 'orders.created_at'])
      .execute();
    const goods = await shop.db.selectFrom('goods').select('id').orderBy('id').execute();
    return goods.map(({ id }) => {
      const own = lines.filter(({ goods_id }) => goods_id === id);
      const late = own.filter(({ created_at }) => created_at >= startOfToday(now) - 29 * DAY);
      const sum = (rows: typeof own) => rows.reduce((total, { number }) => total + number, 0);
      return { id, units_sold: sum(own), units_sold_lately: sum(late) };
    });
  }

  /** No run is before an earlier one. */
  let now = START + 40 * DAY;

  const shown = () =>
    shop.db.selectFrom('goods').select(['id', 'units_sold', 'units_sold_lately']).orderBy('id').execute();

  it('are what a count of all orders gives, whatever became of them and however many days have passed', async () => {
    const goods = [
      await makeGoods(shop.db, { price: 1, stock: 500 }),
      await makeGoods(shop.db, { price: 1, stock: 500 }),
    ];
    for (let order = 0; order < 8; order += 1) {
      await ordered(goods[order % 2] ?? 0, 1 + order, { days: order * 9, paid: true });
    }
    const orders = await shop.db.selectFrom('orders').where('paid_fen', '>', 0).select('id').execute();
    const act = fc.record({
      order: fc.constantFrom(...orders.map(({ id }) => id)),
      status: fc.constantFrom(...PAID_STATES, ...UNSOLD),
      days: fc.constantFrom(0, 0, 0, 1, 3, 31),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
        for (const { order, status, days } of acts) {
          await shop.db.updateTable('orders').set({ status }).where('id', '=', order).execute();
          now += days * DAY;
        }
        await refreshSold(shop.db, now);
        expect(await shown()).toEqual(await counted(now));
        expect(await recountSold(shop.db, now)).toBe(0);
        const created_at = now - (acts[0]?.days ?? 0) * DAY;
        await shop.db
          .updateTable('orders')
          .set({ created_at })
          .where('status', 'not in', PAID_STATES)
          .execute();
      }),
      { seed: 20_261_126, numRuns: 30 },
    );
  });

  it('are mended by counting anew', async () => {
    await refreshSold(shop.db, now);
    const right = await counted(now);

    await shop.db.updateTable('goods').set({ units_sold: 12_345 }).execute();
    await shop.db.deleteFrom('sold_days').execute();
    expect(await recountSold(shop.db, now)).toBe(right.length);
    expect(await shown()).toEqual(right);
  });
});
