import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CartCase, cartCases } from '../../../shop/domain/cart-vectors.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import {
  companyOf,
  emptyCarts,
  grantRights,
  makeGoods,
  makeManjian,
  makeShelf,
  openPromotion,
} from '../../support/shelf.ts';
import { eligibleTotal } from './eligible.ts';

/** Puts the case's cart together as a buyer does. */
async function fill(shop: TestApp, buyer: Browser, { goods, lines, welfare, manjians = [] }: CartCase) {
  await emptyCarts(shop.db);
  await shop.db.deleteFrom('promotions').where('kind', '=', 'welfare').execute();
  if (welfare !== undefined) await openPromotion(shop.db, 'welfare', { percent: welfare });
  const ids = new Map<string, number>();
  for (const [name, good] of Object.entries(goods)) {
    const id = await makeGoods(shop.db, { ...good, onSale: true });
    ids.set(name, id);
    if (good.controlled) await grantRights(shop.db, await companyOf(shop.db, 'demo'), id);
  }
  for (const [index, manjian] of manjians.entries()) {
    const its = Object.entries(goods).filter(([, good]) => good.manjian === index);
    await makeManjian(
      shop.db,
      manjian,
      its.map(([name]) => ids.get(name) ?? 0),
    );
  }
  const params = lines.map((line) => ({ goods_id: ids.get(line.goods) ?? 0, number: line.number }));
  const added = await buyer.call('cart.add', { body: { params } });
  expect(added).toMatchObject({ code: 200, message: '已加入购物车' });
  const unselected = added.data.ids.filter((_, index) => lines[index]?.selected === false);
  if (unselected.length > 0) await buyer.call('cart.select', { body: { ids: unselected, is_selected: 0 } });
  for (const [name, good] of Object.entries(goods)) {
    const id = ids.get(name) ?? 0;
    if (good.onSale === false) {
      await shop.db.updateTable('goods').set({ on_sale: false }).where('id', '=', id).execute();
    }
    if (good.stockLater !== undefined) {
      await shop.db
        .updateTable('batches')
        .set({ stock: good.stockLater })
        .where('goods_id', '=', id)
        .execute();
    }
  }
}

describe.each(['pglite', 'postgres'] as const)('the cart cases through the API on %s', (engine) => {
  let shop: TestApp;
  let buyer: Browser;
  beforeAll(async () => {
    shop = await startApp({ engine, seed: makeShelf });
    buyer = await shop.as('demo');
  });
  afterAll(() => shop.close());

  it.each(cartCases)('$name', async ({ input, expected }) => {
    await fill(shop, buyer, input);
    const { data } = await buyer.call('cart.list', { query: { new: 1 } });
    expect(data.data).toMatchObject(expected.lines);
    expect(data.summary).toMatchObject(expected.summary);
    expect(data.summary.coupon_total).toBe(eligibleTotal(data.data));
  });
});
