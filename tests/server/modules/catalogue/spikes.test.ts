import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';

let shop: TestApp;
let buyer: Browser;
beforeAll(async () => {
  shop = await startApp({ seed: makeShelf });
  buyer = await shop.as('demo');
});
afterAll(() => shop.close());

const shown = async () => (await buyer.call('goods.spike')).data.map(({ id }) => id);

describe('a good in a flash sale', () => {
  let id: number;
  beforeEach(async () => {
    id = await makeGoods(shop.db, { price: 20, stock: 99, spike: { price: 10, total: 5, limit: 5 } });
  });

  const offer = () => shop.db.updateTable('promotion_goods').where('goods_id', '=', id);
  const promotion = () =>
    shop.db
      .updateTable('promotions')
      .where('id', 'in', (eb) =>
        eb.selectFrom('promotion_goods').select('promotion_id').where('goods_id', '=', id),
      );

  it('is left out once it is sold out, and comes back when an order is cancelled', async () => {
    expect(await shown()).toContain(id);
    await offer().set({ sold: 5 }).execute();
    expect(await shown()).not.toContain(id);
    await offer().set({ sold: 4 }).execute();
    expect(await shown()).toContain(id);
  });

  it('is left out when it is taken off sale', async () => {
    expect(await shown()).toContain(id);
    await shop.db.updateTable('goods').set({ on_sale: false }).where('id', '=', id).execute();
    expect(await shown()).not.toContain(id);
  });

  it('is left out when the sale is withdrawn', async () => {
    expect(await shown()).toContain(id);
    await promotion().set({ withdrawn: true }).execute();
    expect(await shown()).not.toContain(id);
  });

  it('is left out from the second in which the sale ends, and before it begins', async () => {
    await promotion()
      .set({ starts_at: shop.clock.now + 10, ends_at: shop.clock.now + 20 })
      .execute();
    expect(await shown()).not.toContain(id);
    shop.clock.now += 10;
    expect(await shown()).toContain(id);
    shop.clock.now += 9;
    expect(await shown()).toContain(id);
    shop.clock.now += 1;
    expect(await shown()).not.toContain(id);
  });
});
