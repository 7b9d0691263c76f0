import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStock, recountStock } from '#server/modules/insights/commands/count-stock.ts';
import {
  forgetNotedDays,
  forgetOrderDays,
  ORDER_DAY_RULES,
  orderDays,
} from '#server/modules/insights/queries/order-days.ts';
import { DAY, dayIndex } from '#shop/domain/calendar.ts';
import { formatDate } from '#shop/domain/format.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { type Counter, openCounter, pay, place } from '../after-sales/staff.ts';

describe('the last days of the shop', () => {
  let shop: TestApp;
  let counter: Counter;
  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    counter = await openCounter(shop);
    await pay(counter, await place(counter, [{ price: 600, number: 2 }]));
    await place(counter, [{ price: 700, number: 1 }]);
  });
  afterAll(() => shop.close());

  const trends = async (days: '7' | '30') => (await counter.ops.call('ops.trends', { query: { days } })).data;

  it('has a point for each day, and counts what was paid', async () => {
    const { orders, money } = await trends('7');
    expect(orders).toHaveLength(7);
    expect(orders.at(-1)).toEqual({ label: formatDate(START).slice(5), values: [1] });
    expect(money.at(-1)?.values[0]).toBe(1200);
    expect((await trends('30')).orders).toHaveLength(30);
  });

  it('says what was earned with what was kept, at the costs of the day of the order', async () => {
    const { profit, rate, costs_text } = await trends('7');
    expect(profit.at(-1)?.values).toEqual([null]);
    expect(rate.at(-1)?.values).toEqual([null]);
    expect(costs_text).toBe(`${formatDate(START).slice(5)}有 1 行商品下单时没有成本价，没有算在毛利里。`);
    await pay(counter, await place(counter, [{ price: 600, cost: 450, number: 2 }]));
    await shop.db.updateTable('goods').set({ cost_fen: 1 }).execute();
    const known = await trends('7');
    expect(known.profit.at(-1)?.values).toEqual([300]);
    expect(known.rate.at(-1)?.values).toEqual([25]);
    expect(known.costs_text).toBe(costs_text);
    await shop.db
      .updateTable('order_lines')
      .set({ short: 1, refunded_fen: 60_000 })
      .where('cost_fen', '=', 45_000)
      .execute();
    expect((await trends('7')).profit.at(-1)?.values).toEqual([150]);
  });

  it('counts searches that found nothing, but not those of staff', async () => {
    const search = { query: { keywords: '没有这种药' } };
    await counter.buyer.call('goods.list', search);
    await counter.buyer.call('goods.list', search);
    await counter.ops.call('goods.list', search);
    const { words, misses } = await trends('7');
    expect(words).toEqual([{ id: 1, word: '没有这种药', number: 2, last: formatDate(START) }]);
    expect(misses.at(-1)?.values).toEqual([2]);
  });

  it('keeps how many goods were out of stock, the last count of a day', async () => {
    await countStock(shop.db, START);
    await shop.db.updateTable('batches').set({ stock: 0, reserved: 0 }).execute();
    await countStock(shop.db, START);
    const { sold } = await shop.db
      .selectFrom('goods')
      .where('on_sale', '=', true)
      .where('in_stock', '=', false)
      .select((eb) => eb.fn.countAll<number>().as('sold'))
      .executeTakeFirstOrThrow();
    const { stock } = await trends('7');
    expect(stock.at(-1)?.values).toEqual([sold]);
    // A day that was not counted is unknown, not one without shortages.
    expect(stock.at(0)?.values).toEqual([null]);
  });

  it('keeps what the orders of a day brought, until one of them changes', async () => {
    const { db } = shop;
    const id = await place(counter, [{ price: 600, cost: 450, number: 2 }]);
    await pay(counter, id);
    // By the clock of the database, which says when a day is over.
    const now = Math.floor(Date.now() / 1000);
    const created_at = now - 3 * DAY;
    await db.updateTable('orders').set({ created_at }).where('id', '=', id).execute();
    await forgetOrderDays(db);
    const read = async () => (await orderDays(db, created_at, now))[0];
    const brought = { orders: 1, sales_fen: 120_000, cost_fen: 90_000, known_lines: 1, unknown_lines: 0 };
    const keptDays = () => db.selectFrom('order_days').select('orders').execute();
    const breaches = async () =>
      (await Promise.all(ORDER_DAY_RULES.map(({ broken }) => broken.execute(db)))).flatMap(
        ({ rows }) => rows,
      );
    expect(await read()).toMatchObject(brought);
    expect(await breaches()).toEqual([]);
    // It is not counted again: what is kept is believed, and the books would say that it is wrong.
    await db.updateTable('order_days').set({ orders: 7 }).where('orders', '=', 1).execute();
    expect(await read()).toMatchObject({ ...brought, orders: 7 });
    expect(await breaches()).toHaveLength(1);
    await db.updateTable('order_lines').set({ refunded_fen: 20_000 }).where('order_id', '=', id).execute();
    expect(await breaches()).toEqual([]);
    expect(await read()).toMatchObject({ ...brought, sales_fen: 100_000 });
    const noted = db.selectFrom('order_day_notes').where('day', '=', dayIndex(created_at)).selectAll();
    expect(await noted.execute()).toEqual([]);
    await db.updateTable('orders').set({ status: ORDER_STATE.closed }).where('id', '=', id).execute();
    expect(await read()).toMatchObject({ orders: 1, sales_fen: 0, known_lines: 0 });
    await db.updateTable('orders').set({ status: ORDER_STATE.done }).where('id', '=', id).execute();
    const before = await keptDays();
    await forgetNotedDays(db);
    expect(await keptDays()).toHaveLength(before.length - 1);
    expect(await read()).toMatchObject({ ...brought, sales_fen: 100_000 });
  });

  it.each(['postgres', 'pglite'] as const)('counts goods as a count of all would, on %s', async (engine) => {
    const other = await startApp({ engine, seed: makeShelf });
    const { db } = other;
    const ids = await Promise.all([0, 5, 5, 5, 0].map((stock) => makeGoods(db, { price: 1, stock })));
    const [first = 0, second = 0, third = 0, , last = 0] = ids;
    const today = async () => {
      await countStock(db, START);
      const { on_sale, out_of_stock } = await db
        .selectFrom('stock_days')
        .selectAll()
        .executeTakeFirstOrThrow();
      return [on_sale, out_of_stock];
    };
    expect(await today()).toEqual([5, 2]);
    await db.updateTable('goods').set({ on_sale: false }).where('id', 'in', [first, second]).execute();
    await db.updateTable('batches').set({ stock: 0 }).where('goods_id', '=', second).execute();
    await db.updateTable('batches').set({ stock: 0 }).where('goods_id', '=', third).execute();
    expect(await today()).toEqual([3, 2]);
    await db.updateTable('goods').set({ on_sale: true }).where('id', '=', second).execute();
    await db.updateTable('batches').set({ stock: 9 }).where('goods_id', '=', third).execute();
    expect(await today()).toEqual([4, 2]);
    await db.deleteFrom('batches').where('goods_id', '=', last).execute();
    await db.deleteFrom('goods').where('id', '=', last).execute();
    expect(await today()).toEqual([3, 1]);
    expect(await recountStock(db)).toBe(true);
    await db.updateTable('stock_totals').set({ on_sale: 7 }).execute();
    expect(await recountStock(db)).toBe(false);
    expect(await today()).toEqual([3, 1]);
    await other.close();
  });
});
