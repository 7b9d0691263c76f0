import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { lastAct, startOps } from '../../support/staff.ts';

describe('what staff write is what readers see', () => {
  let shop: TestApp;
  let ops: Browser;
  let reader: Browser;
  beforeAll(async () => {
    shop = await startOps();
    ops = await shop.as('ops');
    reader = shop.browser();
  });
  afterAll(() => shop.close());

  const news = {
    title: '春节发货安排',
    category_id: 1,
    body: '## 时间\n\n<script>alert(1)</script>除夕停发',
  };

  it('keeps a draft from readers until it is published, and takes it back when withdrawn', async () => {
    const { code, data } = await ops.call('ops-article.save', { body: news });
    expect(code).toBe(201);
    const { id } = data;
    const read = () => reader.call('article.detail', { params: { id } });
    const titles = async () =>
      (await reader.call('article.list', { query: { category_id: 1 } })).data.list.map(({ title }) => title);
    expect((await read()).code).toBe(404);
    expect(await titles()).not.toContain(news.title);

    shop.clock.now += 3600;
    await ops.call('ops-article.publish', { params: { id }, body: { published: 1 } });
    const { data: article } = await read();
    expect(article).toMatchObject({ title: news.title, published_at: shop.clock.now });
    expect(article.body).toContain('<h2');
    expect(article.body).not.toContain('script');
    expect((await titles())[0]).toBe(news.title);

    await ops.call('ops-article.publish', { params: { id }, body: { published: 0 } });
    expect((await read()).code).toBe(404);
    expect(await lastAct(shop)).toMatchObject({
      action: 'withdraw',
      label: news.title,
      before: { published: true },
      after: { published: false },
    });
  });

  it('gives back the source that was written, and lists by state, category and title', async () => {
    const { data } = await ops.call('ops-article.save', { body: { ...news, title: '春节到货' } });
    const { data: source } = await ops.call('ops-article.source', { params: { id: data.id } });
    expect(source).toMatchObject({
      title: '春节到货',
      category_id: '1',
      page: '',
      body: news.body,
      published: 0,
    });
    const { data: drafts } = await ops.call('ops-article.list', {
      query: { published: 0, keywords: '春节' },
    });
    expect(drafts.list.map(({ title }) => title)).toContain('春节到货');
    expect(drafts.counts.map(({ value }) => value)).toEqual(['', '1', '0']);
    const { data: wild } = await ops.call('ops-article.list', { query: { keywords: '%' } });
    expect(wild.list).toEqual([]);
  });

  it('puts help on a page of its group and news on none', async () => {
    const save = (body: object) => ops.call('ops-article.save', { body: { ...news, ...body } });
    expect((await save({ category_id: 31 })).data).toMatchObject({
      errors: { page: ['帮助类的文章要选一个帮助页'] },
    });
    expect((await save({ category_id: 31, page: 'ddzf' })).code).toBe(422);
    expect((await save({ page: 'hyzc' })).code).toBe(422);
    expect((await save({ category_id: 3 })).code).toBe(422);
    const { data } = await save({ category_id: 31, page: 'hyzc', published: 1 });
    const { data: help } = await reader.call('article.detail', { params: { id: data.id } });
    expect(help.url).toBe(`/help/xrzn/hyzc?id=${data.id}`);
    const { data: choices } = await ops.call('ops-article.choices');
    expect(choices.pages.map(({ value }) => value)).toContain('hyzc');
    expect(choices.categories.map(({ value }) => value)).not.toContain('3');
  });

  it('changes the navigation of every page at once: words, order, end', async () => {
    const nav = async () => (await reader.call('global.home')).data.nav.map(({ name }) => name);
    const before = await nav();
    const { data } = await ops.call('ops-link.save', {
      params: { group: 'nav' },
      body: { text: '冬季备货', url: '#12 月 1 日开始', is_open: 1 },
    });
    expect(await nav()).toEqual([...before, '冬季备货']);
    await ops.call('ops-link.move', { params: { group: 'nav', id: data.id }, body: { by: -1 } });
    expect((await nav()).at(-2)).toBe('冬季备货');
    await ops.call('ops-link.remove', { params: { group: 'nav', id: data.id } });
    expect(await nav()).toEqual(before);
    const again = await ops.call('ops-link.remove', { params: { group: 'nav', id: data.id } });
    expect(again.code).toBe(404);
  });

  it('shows addresses to staff as they read them, and keeps them as they are', async () => {
    for (const [url, shown] of [
      ['/search?keywords=%E9%98%BF%E8%83%B6', '/search?keywords=阿胶'],
      ['/search?keywords=%GG', '/search?keywords=%GG'],
    ] as const) {
      const params = { group: 'hot' } as const;
      const { data } = await ops.call('ops-link.save', { params, body: { text: '阿胶', url } });
      const { list } = (await ops.call('ops-link.list', { params })).data;
      expect(list.find(({ id }) => id === data.id)).toMatchObject({ url, url_text: shown });
    }
  });

  it('refuses links that run or leave the shop unseen', async () => {
    for (const url of [
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      'data:text/html,x',
      'list',
    ]) {
      const reply = await ops.call('ops-link.save', {
        params: { group: 'links' },
        body: { text: '坏', url },
      });
      expect([url, reply.code]).toEqual([url, 422]);
    }
  });

  it('draws an advertisement anew under another address, and keeps it to its time', async () => {
    const params = { slot: 'xrtj' };
    const shown = async () => (await reader.call('focus.show', { params: { name: 'xrtj' } })).data;
    const { data } = await ops.call('ops-ad.save', { params, body: { title: '首单礼', url: '/list' } });
    const first = (await shown()).find(({ id }) => id === data.id);
    const body = {
      id: data.id,
      title: '首单大礼',
      starts_at: shop.clock.now + 60,
      ends_at: shop.clock.now + 120,
    };
    await ops.call('ops-ad.save', { params, body });
    expect((await shown()).map(({ id }) => id)).not.toContain(data.id);
    shop.clock.now += 90;
    const second = (await shown()).find(({ id }) => id === data.id);
    expect(second?.title).toBe('首单大礼');
    expect(second?.image).not.toBe(first?.image);
    expect((await ops.call('ops-ad.save', { params, body: { ...body, ends_at: body.starts_at } })).code).toBe(
      422,
    );
    const nowhere = await ops.call('ops-ad.save', { params: { slot: 'nowhere' }, body });
    expect(nowhere.code).toBe(404);
  });
});
