import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fireAlerts } from '#server/modules/service/alerts/fire.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { makeGoods } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { startService } from './support.ts';

// On PostgreSQL: PGlite does one statement at a time, and hides what two processes would do at once.
describe('alerts', () => {
  let shop: TestApp;
  let demo: Browser;
  let newbie: Browser;
  beforeAll(async () => {
    shop = await startService();
    demo = await shop.as('demo');
    newbie = await shop.as('newbie');
  });
  afterAll(() => shop.close());

  it('tells once, however many processes look, when a good arrives or becomes cheaper', async () => {
    const gone = await makeGoods(shop.db, { name: '断货片', price: 10, stock: 0 });
    const dear = await makeGoods(shop.db, { name: '高价丸', price: 20, stock: 100 });
    const ask = (goods_id: number, kind: 'arrival' | 'price') =>
      demo.call('alert.add', { body: { goods_id, kind } });
    expect((await ask(dear, 'arrival')).message).toContain('现在有货');
    for (const _ of [1, 2]) expect((await ask(gone, 'arrival')).code).toBeLessThan(300);
    await ask(dear, 'price');
    expect((await demo.call('alert.list')).data.total).toBe(2);
    expect(await fireAlerts(shop.db, START)).toBe(0);
    await shop.db.updateTable('batches').set({ stock: 50 }).where('goods_id', '=', gone).execute();
    await shop.db.updateTable('goods').set({ price_fen: 1850 }).where('id', '=', dear).execute();
    const told = await Promise.all([1, 2, 3].map(() => fireAlerts(shop.db, START + 60)));
    expect(told.reduce((sum, one) => sum + one, 0)).toBe(2);
    expect(await fireAlerts(shop.db, START + 120)).toBe(0);
    const { data } = await demo.call('message.list');
    const titles = data.list.map(({ title, body }) => `${title} ${body}`);
    expect(titles.filter((text) => text.includes('断货片'))).toHaveLength(1);
    expect(titles.join()).toContain('从 ¥20.00 降到 ¥18.50');
    const { list } = (await demo.call('alert.list')).data;
    expect(list.every(({ waiting }) => waiting === 0)).toBe(true);
    await newbie.call('alert.remove', { body: { ids: list.map(({ id }) => id) } });
    expect((await demo.call('alert.list')).data.total).toBe(2);
  });

  it('says in a row of the favourites whether a price alert waits there', async () => {
    const goods_id = await makeGoods(shop.db, { name: '收藏片', price: 30, stock: 100 });
    await demo.call('favorite.add', { body: { goods_ids: [goods_id] } });
    const alertId = async () =>
      (await demo.call('favorite.list')).data.list.find(({ id }) => id === goods_id)?.alert_id;
    expect(await alertId()).toBe(0);
    const { data } = await demo.call('alert.add', { body: { goods_id, kind: 'price' } });
    expect(await alertId()).toBe(data.id);
    await demo.call('alert.remove', { body: { ids: [data.id] } });
    expect(await alertId()).toBe(0);
  });
});
