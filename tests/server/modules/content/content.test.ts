import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { startShop } from '../catalogue/support.ts';

describe('home, ads, articles and favourites', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startShop(210);
  });
  afterAll(() => shop.close());

  it('fills the header: navigation, four trees, brands, hot searches and the clock', async () => {
    const { data } = await shop.browser().call('global.home');
    expect(data.nav.length).toBeGreaterThanOrEqual(9);
    expect(data.category).toHaveLength(8);
    expect(data.category.every(({ children }) => children.length >= 2)).toBe(true);
    for (const tree of [data.category_yx, data.category_zy, data.category_qx])
      expect(tree.length).toBeGreaterThan(2);
    expect(data.brand).toHaveLength(24);
    expect(data.rnss.length).toBeGreaterThan(4);
    expect(data.timestamp).toBe(shop.clock.now);
    shop.clock.now += 5;
    expect((await shop.browser().call('global.home')).data.timestamp).toBe(shop.clock.now);
  });

  it('shows the ads of a slot in order, up to the second at which they end', async () => {
    const visitor = shop.browser();
    const shown = async () => {
      const { data } = await visitor.call('focus.show', { params: { name: 'index' } });
      return data.map(({ id }) => id);
    };
    const [first = 0, ...others] = await shown();
    expect(others.length).toBeGreaterThan(2);
    const end = shop.clock.now + 100;
    await shop.db.updateTable('ads').set({ ends_at: end }).where('id', '=', first).execute();
    shop.clock.now = end - 1;
    expect(await shown()).toEqual([first, ...others]);
    shop.clock.now = end;
    expect(await shown()).toEqual(others);
    expect((await visitor.call('focus.show', { params: { name: 'nowhere' } })).data).toEqual([]);
    const narrowed = await visitor.call('focus.show', { params: { name: 'kxzq_ad' }, query: { ids: '2' } });
    expect(narrowed.data).toHaveLength(1);
  });

  it('lists the help for the footer, and news by date', async () => {
    const visitor = shop.browser();
    const { data: help } = await visitor.call('article.categories');
    expect(help).toHaveLength(4);
    expect(help[0]?.children[0]).toEqual({ id: 101, name: '会员注册', url: '/help/xrzn/hyzc?id=101' });
    const { data: news } = await visitor.call('article.list', { query: { category_id: 1 } });
    const dates = news.list.map(({ published_at }) => published_at);
    expect(dates).toEqual(dates.toSorted((one, other) => other - one));
    expect(news.total).toBe(news.list.length);
    const { data: article } = await visitor.call('article.detail', { params: { id: 101 } });
    expect(article.body).toMatch(/^<(p|h2)\b/);
    expect(article.body).not.toContain('## ');
    expect((await visitor.call('article.detail', { params: { id: 9999 } })).code).toBe(404);
  });

  it('picks hot goods, others to recommend, and flash sales, no name twice in a row', async () => {
    const demo = await shop.as('demo');
    const names = async (call: 'goods.hot' | 'goods.recommended' | 'goods.spike') =>
      (await demo.call(call)).data.map(({ name }) => name);
    const [hot, recommended, spikes] = [
      await names('goods.hot'),
      await names('goods.recommended'),
      await names('goods.spike'),
    ];
    expect(hot[0]).toBe('阿莫西林胶囊');
    for (const row of [hot, recommended, spikes]) {
      expect(row.length).toBeGreaterThan(5);
      expect(new Set(row).size).toBe(row.length);
    }
    expect(recommended.filter((name) => hot.includes(name))).toEqual([]);
    shop.clock.now += 86_400;
    expect(await names('goods.spike')).not.toEqual(spikes);
  });

  it('leaves out of the flash sales what is cheaper for the whole day, when that is shown apart', async () => {
    const demo = await shop.as('demo');
    const { now } = shop.clock;
    const offers = await shop.db
      .selectFrom('promotion_goods')
      .innerJoin('promotions', 'promotions.id', 'promotion_goods.promotion_id')
      .where('kind', '=', 'daily')
      .where('starts_at', '<=', now)
      .where('ends_at', '>', now)
      .select('goods_id')
      .execute();
    const daily = new Set(offers.map(({ goods_id }) => goods_id));
    const idsOf = async (query: { without?: string }) =>
      (await demo.call('goods.spike', { query })).data.map(({ id }) => id);
    expect((await idsOf({})).some((id) => daily.has(id))).toBe(true);
    const apart = await idsOf({ without: 'daily' });
    expect(apart.length).toBeGreaterThan(5);
    expect(apart.filter((id) => daily.has(id))).toEqual([]);
  });

  it('keeps favourites of a company, once each, and shows them on cards', async () => {
    const demo = await shop.as('demo');
    const added = await demo.call('favorite.add', { body: { goods_ids: [1, 2, 2, 999_999] } });
    expect(added).toMatchObject({ code: 201, message: '收藏成功', data: { total: 2 } });
    expect((await demo.call('goods.detail', { params: { id: 1 } })).data.is_favorite).toBe(1);
    expect((await demo.call('favorite.list')).data.list.map(({ id }) => id)).toEqual([1, 2]);
    const cancelled = await demo.call('favorite.cancel', { body: { goods_ids: [1] } });
    expect(cancelled).toMatchObject({ code: 200, data: { total: 1 } });
    expect((await shop.browser().call('favorite.add', { body: { goods_ids: [1] } })).code).toBe(401);
  });

  it('tells what is not there', async () => {
    const reply = await shop.browser().call('goods.detail', { params: { id: 999_999 } });
    expect(reply).toMatchObject({ code: 404, message: '商品不存在或已下架', data: null });
  });
});
