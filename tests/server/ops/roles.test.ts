import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { shopRegistry } from '../support/registry.ts';
import { callAny, countActs, startOps } from './support.ts';

/** A valid request for every call of the back office. */
const REQUESTS: Record<string, object> = {
  'ops.summary': {},
  'ops.log': {},
  'ops-article.list': {},
  'ops-article.choices': {},
  'ops-article.source': { params: { id: 101 } },
  'ops-article.preview': { body: { text: '## 标题' } },
  'ops-article.save': { body: { title: '新品到货', category_id: 1, body: '正文', published: 1 } },
  'ops-article.publish': { params: { id: 201 }, body: { published: 0 } },
  'ops-link.list': { params: { group: 'nav' } },
  'ops-link.save': { params: { group: 'links' }, body: { text: '药监局', url: 'https://example.com/' } },
  'ops-link.move': { params: { group: 'hot', id: 2 }, body: { by: -1 } },
  'ops-link.remove': { params: { group: 'hot', id: 1 } },
  'ops-ad.slots': {},
  'ops-ad.list': { params: { slot: 'index' } },
  'ops-ad.save': { params: { slot: 'index' }, body: { title: '开业备货', url: '/list' } },
  'ops-ad.move': { params: { slot: 'index', id: 2 }, body: { by: -1 } },
  'ops-ad.remove': { params: { slot: 'index', id: 1 } },
  'ops-message.list': {},
  'ops-message.send': { body: { audience: 'all', title: '放假通知', body: '元旦照常发货' } },
  'ops-chat.list': {},
  'ops-chat.thread': { params: { id: 1 } },
  'ops-chat.send': { params: { id: 1 }, body: { text: '您好' } },
  'ops-chat.seen': { params: { id: 1 } },
};

/** Looks, or marks what was looked at. */
const CHANGES_NOTHING = new Set(['ops-article.preview', 'ops-chat.seen']);

describe('the back office is for staff', () => {
  let shop: TestApp;
  let calls: [name: string, method: string][];
  beforeAll(async () => {
    shop = await startOps();
    const { contracts } = await shopRegistry();
    calls = Object.entries(contracts)
      .filter(([, { path }]) => path.startsWith('/api/ops/'))
      .map(([name, { method }]) => [name, method]);
  });
  afterAll(() => shop.close());

  it('has a request here for every call under /api/ops, and each asks for staff', async () => {
    expect(calls.map(([name]) => name).toSorted()).toEqual(Object.keys(REQUESTS).toSorted());
    const { contracts } = await shopRegistry();
    const open = calls.filter(([name]) => contracts[name]?.access !== 'staff');
    expect(open).toEqual([]);
  });

  it('tells a visitor to log in and refuses a member, whether approved or not, for every call', async () => {
    const before = await countActs(shop);
    for (const [who, code] of [
      [shop.browser(), 401],
      [await shop.as('newbie'), 403],
      [await shop.as('demo'), 403],
    ] as const) {
      for (const [name, inputs] of Object.entries(REQUESTS)) {
        const reply = await callAny(who, name, inputs);
        expect([name, reply.status, reply.data]).toEqual([name, code, null]);
      }
    }
    expect(await countActs(shop)).toBe(before);
  });

  it('lets staff do all of it, and writes down every act and nothing else', async () => {
    const ops = await shop.as('ops');
    for (const [name, inputs] of Object.entries(REQUESTS)) {
      const before = await countActs(shop);
      const reply = await callAny(ops, name, inputs);
      expect([name, reply.code < 300 ? 'done' : reply]).toEqual([name, 'done']);
      const method = calls.find(([call]) => call === name)?.[1];
      const acts = method === 'GET' || CHANGES_NOTHING.has(name) ? 0 : 1;
      expect([name, (await countActs(shop)) - before]).toEqual([name, acts]);
    }
  });

  it('says who did what, when, from where, and what it was before', async () => {
    const ops = await shop.as('ops');
    shop.clock.now += 60;
    await ops.call('ops-link.save', {
      params: { group: 'nav' },
      body: { id: 2, text: '全部商品', url: '/list' },
    });
    const { data } = await ops.call('ops.log', { query: { subject: 'nav' } });
    expect(data.list[0]).toMatchObject({
      at: shop.clock.now,
      username: 'ops',
      action_text: '修改',
      subject_text: '顶部导航',
      label: '全部商品',
      changes: [{ field: '文字', before: '全部药品', after: '全部商品' }],
    });
    expect(data.list[0]?.address).toMatch(/^10\./);
    const others = await ops.call('ops.log', { query: { username: 'nobody' } });
    expect(others.data.list).toEqual([]);
  });

  it('writes nothing down of an act that was refused', async () => {
    const ops = await shop.as('ops');
    const before = await countActs(shop);
    const refused = await ops.call('ops-link.save', {
      params: { group: 'links' },
      body: { text: '坏链接', url: 'javascript:alert(1)' },
    });
    expect(refused).toMatchObject({ code: 422, data: { errors: { url: [expect.any(String)] } } });
    expect(await countActs(shop)).toBe(before);
  });
});
