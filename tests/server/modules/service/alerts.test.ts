import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fireAlerts } from '#server/modules/service/alerts/fire.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { makeMember } from '../../support/members.ts';
import { companyOf, makeGoods } from '../../support/shelf.ts';
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

  describe('of a lower price are sent', () => {
    /** A good for 20 yuan with an alert of the buyer's, of which nothing is due. */
    async function awaited(): Promise<number> {
      const goods_id = await makeGoods(shop.db, { price: 20, stock: 100 });
      await demo.call('alert.add', { body: { goods_id, kind: 'price' } });
      expect(await fireAlerts(shop.db, START)).toBe(0);
      return goods_id;
    }

    /** Puts a good into a flash sale from then on; answers the promotion. */
    async function onSale(goods_id: number, starts_at: number, offer: { stock: number; sold: number }) {
      const { id } = await shop.db
        .insertInto('promotions')
        .values({
          kind: 'spike',
          name: '秒杀',
          starts_at,
          ends_at: starts_at + 3600,
          rule: '{}',
          created_at: START,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await shop.db
        .insertInto('promotion_goods')
        .values({ promotion_id: id, goods_id, price_fen: 1000, ...offer })
        .execute();
      return id;
    }

    it('when the price of its level falls', async () => {
      const goods_id = await awaited();
      await shop.db.insertInto('level_prices').values({ goods_id, level: 1, price_fen: 1900 }).execute();
      expect(await fireAlerts(shop.db, START)).toBe(1);
    });

    it('when the company rises to a level with a lower one', async () => {
      const goods_id = await awaited();
      await shop.db.insertInto('level_prices').values({ goods_id, level: 3, price_fen: 1900 }).execute();
      expect(await fireAlerts(shop.db, START)).toBe(0);
      const company = await companyOf(shop.db, 'demo');
      await shop.db.updateTable('companies').set({ level: 3 }).where('id', '=', company).execute();
      expect(await fireAlerts(shop.db, START)).toBe(1);
      await shop.db.updateTable('companies').set({ level: 1 }).where('id', '=', company).execute();
    });

    it('when a sale opens, and not before', async () => {
      await onSale(await awaited(), START + 600, { stock: 9, sold: 0 });
      expect(await fireAlerts(shop.db, START + 599)).toBe(0);
      expect(await fireAlerts(shop.db, START + 600)).toBe(1);
    });

    it('when a sale that was sold out has units again, or was moved to now', async () => {
      await onSale(await awaited(), START, { stock: 9, sold: 9 });
      expect(await fireAlerts(shop.db, START)).toBe(0);
      await shop.db.updateTable('promotion_goods').set({ sold: 8 }).where('sold', '=', 9).execute();
      expect(await fireAlerts(shop.db, START)).toBe(1);
      const id = await onSale(await awaited(), START + 86_400, { stock: 9, sold: 0 });
      expect(await fireAlerts(shop.db, START)).toBe(0);
      await shop.db.updateTable('promotions').set({ starts_at: START }).where('id', '=', id).execute();
      expect(await fireAlerts(shop.db, START)).toBe(1);
    });

    it('when a good that became cheaper meanwhile is on sale again', async () => {
      const id = await awaited();
      await shop.db
        .updateTable('goods')
        .set({ on_sale: false, price_fen: 100 })
        .where('id', '=', id)
        .execute();
      expect(await fireAlerts(shop.db, START)).toBe(0);
      await shop.db.updateTable('goods').set({ on_sale: true }).where('id', '=', id).execute();
      expect(await fireAlerts(shop.db, START)).toBe(1);
    });

    it('to everybody who waits, however many they are', async () => {
      const goods_id = await makeGoods(shop.db, { price: 20, stock: 100 });
      const { companyId } = await makeMember(shop.db, START, { username: 'crowd' });
      await sql`INSERT INTO members (company_id, username, name, password_hash, created_at)
        SELECT ${companyId}, 'crowd-' || n, '', '', ${START} FROM generate_series(1, 250) AS n`.execute(
        shop.db,
      );
      await sql`INSERT INTO goods_alerts (company_id, member_id, goods_id, kind, base_fen, created_at)
        SELECT ${companyId}, id, ${goods_id}, 'price', 2000, ${START} FROM members
        WHERE username LIKE 'crowd-%'`.execute(shop.db);
      await shop.db.updateTable('goods').set({ price_fen: 1900 }).where('id', '=', goods_id).execute();
      expect(await fireAlerts(shop.db, START)).toBe(250);
      expect(await fireAlerts(shop.db, START)).toBe(0);
    });
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
