import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import global from '#server/modules/catalogue/routes/home.ts';
import focus from '#server/modules/content/routes/ads.ts';
import article from '#server/modules/content/routes/articles.ts';
import { seedContent } from '#server/modules/content/seed/content.ts';
import { startApp, type TestApp } from '../../support/app.ts';

const routes = { ...article, ...focus, ...global };

describe('articles', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp({ routes, seed: seedContent });
  });
  afterAll(() => shop.close());

  const read = async (id: number) => shop.browser().call('article.detail', { params: { id } });

  it('has four groups of help, each with articles under its own addresses', async () => {
    const { data } = await shop.browser().call('article.categories', { query: { category_id: 3 } });
    expect(data.map(({ name }) => name)).toEqual(['新手指南', '支付与售后', '服务保证', '关于我们']);
    for (const { children } of data) expect(children.length).toBeGreaterThan(2);
    expect(data[0]?.children[0]?.url).toBe('/help/xrzn/hyzc?id=101');
    expect(data[1]?.children.map(({ url }) => url.split('?')[0])).toContain('/help/zfps/ypth');
  });

  it('has nothing below a category without groups', async () => {
    expect((await shop.browser().call('article.categories', { query: { category_id: 99 } })).data).toEqual(
      [],
    );
  });

  it('opens a help page with its first article, or with the one that is named', async () => {
    const visitor = shop.browser();
    const first = await visitor.call('article.help', { params: { page: 'hyzc' } });
    expect(first.data).toMatchObject({
      id: 101,
      title: '会员注册',
      category: '新手指南',
      category_key: 'xrzn',
    });
    const named = await visitor.call('article.help', { params: { page: 'hyzc' }, query: { id: 113 } });
    expect(named.data).toMatchObject({ id: 113, title: '药品退货', url: '/help/zfps/ypth?id=113' });
  });

  it('says that an article, or a page, is not there', async () => {
    const visitor = shop.browser();
    expect(await read(999_999)).toMatchObject({ status: 404, message: '文章不存在或已撤下', data: null });
    expect((await visitor.call('article.help', { params: { page: 'nothing' } })).code).toBe(404);
    expect((await visitor.call('article.help', { params: { page: 'hyzc' }, query: { id: 9999 } })).code).toBe(
      404,
    );
    for (const id of [0, -1, 2_147_483_648]) expect((await read(id)).code).toBe(404);
    for (const id of [1.5, Number.NaN]) expect((await read(id)).code).toBe(422);
  });

  it('leads from one article to its neighbours in the category', async () => {
    const { data } = await read(102);
    expect(data.previous).toEqual({ text: '会员注册', url: '/help/xrzn/hyzc?id=101' });
    expect(data.next).toEqual({ text: '安全购药', url: '/help/xrzn/aqgy?id=103' });
    expect((await read(101)).data.previous).toBeNull();
    const { list } = (await shop.browser().call('article.list', { query: { type: 'company' } })).data;
    const newest = (await read(list[0]?.id ?? 0)).data;
    expect(newest.previous).toBeNull();
    expect(newest.next?.url).toBe(list[1]?.url);
  });

  it('lists news by date, a page at a time, without the help', async () => {
    const visitor = shop.browser();
    const all = (await visitor.call('article.list', { query: { page_size: 50 } })).data;
    expect(all.list.every(({ url }) => url.startsWith('/help/news/info/'))).toBe(true);
    const dates = all.list.map(({ published_at }) => published_at);
    expect(dates).toEqual(dates.toSorted((one, other) => other - one));
    const second = (await visitor.call('article.list', { query: { type: 'hy', page: 2, page_size: 3 } }))
      .data;
    expect(second).toMatchObject({ page: 2, page_size: 3, total: 7 });
    expect(second.list).toHaveLength(3);
    expect(second.list.every(({ category }) => category === '行业资讯')).toBe(true);
    expect((await visitor.call('article.list', { query: { type: 'nothing' } })).data).toMatchObject({
      list: [],
      total: 0,
    });
  });

  it('cleans what staff has written on every answer', async () => {
    const { id } = await shop.db
      .insertInto('articles')
      .values({
        category_id: 1,
        title: '<b>标题</b>',
        summary: '',
        body: '正文<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>',
        page: null,
        position: 0,
        published_at: shop.clock.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { data } = await read(id);
    expect(data.body).not.toMatch(/script|onerror/);
    expect(data.title).toBe('<b>标题</b>');
  });

  it('keeps every address that its articles link to', async () => {
    const articles = await shop.db.selectFrom('articles').select(['id', 'body']).execute();
    const ids = new Set(articles.map(({ id }) => id));
    const linked = articles.flatMap(({ body }) =>
      [...body.matchAll(/\]\(\/help\/\w+\/\w+\?id=(\d+)\)/g)].map((match) => Number(match[1])),
    );
    expect(linked.length).toBeGreaterThan(10);
    expect(linked.filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe('ads', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startApp({ routes, seed: seedContent });
  });
  afterAll(() => shop.close());

  /** Every name of spec §7. */
  const NAMES = [
    'kxzq_ad',
    'new_kxzq',
    'right',
    'xrtj',
    'top',
    'ppzq',
    'kxzq',
    'zyzq',
    'login',
    'yx',
    'common',
    'postList',
  ];

  it.each(NAMES)('has something in the slot %s', async (name) => {
    const { data } = await shop.browser().call('focus.show', { params: { name } });
    expect(data.length).toBeGreaterThan(0);
  });

  it('answers all slots at once', async () => {
    const { data } = await shop.browser().call('focus.all');
    const groups = new Map(data.map(({ name, ads }) => [name, ads]));
    for (const name of NAMES) {
      const one = await shop.browser().call('focus.show', { params: { name } });
      expect(groups.get(name)).toEqual(one.data);
    }
  });

  it("shows a brand's own ads, else those of the brands zone", async () => {
    const visitor = shop.browser();
    const zone = (await visitor.call('focus.show', { params: { name: 'ppzq' } })).data;
    expect((await visitor.call('focus.brand', { params: { id: 24 } })).data).toEqual(zone);
    await shop.db
      .insertInto('ads')
      .values({
        slot: 'brand',
        ref: '24',
        title: '品牌日',
        subtitle: '',
        url: '',
        hue: 200,
        motif: 'rings',
        position: 0,
        starts_at: null,
        ends_at: shop.clock.now + 60,
      })
      .execute();
    /* What did not come by the back office is seen after half a minute. */
    shop.clock.now += 30;
    const own = (await visitor.call('focus.brand', { params: { id: 24 } })).data;
    expect(own.map(({ title }) => title)).toEqual(['品牌日']);
    shop.clock.now += 60;
    expect((await visitor.call('focus.brand', { params: { id: 24 } })).data).toEqual(zone);
  });

  it('names friends to link to', async () => {
    const { data } = await shop.browser().call('global.links');
    expect(data.list.every(({ url }) => url.startsWith('https://'))).toBe(true);
    expect(data.list.length).toBeGreaterThan(2);
  });
});
