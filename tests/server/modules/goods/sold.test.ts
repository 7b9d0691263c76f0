import { afterAll, beforeAll, expect, it } from 'vitest';
import { refreshSold } from '#server/modules/goods/commands/refresh-sold.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { addressOf, fillCart, giveMoney, order } from '../../support/buyer.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';

let shop: TestApp;
let buyer: Browser;
beforeAll(async () => {
  shop = await startApp({ engine: 'postgres', seed: makeShelf });
  buyer = await shop.as('demo');
  await giveMoney(shop.db, 'demo', 1000);
});
afterAll(() => shop.close());

/** An order of so many units, placed so many days ago. */
async function ordered(goodsId: number, number: number, { days, paid }: { days: number; paid: boolean }) {
  const ids = await fillCart(buyer, { [goodsId]: number });
  await order(buyer, { ids, address_id: await addressOf(shop.db, 'demo') });
  const { id } = await shop.db
    .selectFrom('orders')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  if (paid) {
    const body = { method: 'balance', use_balance: 0 } as const;
    const { code, message } = await buyer.call('pay.start', { params: { order_id: String(id) }, body });
    if (code !== 200) throw new Error(message);
  }
  await shop.db
    .updateTable('orders')
    .set({ created_at: START - days * DAY })
    .where('id', '=', id)
    .execute();
}

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
