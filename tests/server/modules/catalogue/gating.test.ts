import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '#generated/calls.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser, Inputs } from '../../support/browser.ts';
import { makeMember } from '../../support/members.ts';
import { startShop } from './support.ts';

/** Keys under which an answer would carry what is gated. */
const GATED = new Set(['price', 'original_price', 'retail_price', 'base_price']);

/** Every gated value in an answer, wherever it stands; `number` counts except in a ladder step. */
function gatedValues(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(gatedValues);
  if (value === null || typeof value !== 'object') return [];
  const entries = Object.entries(value);
  const isStep = entries.every(([key]) => key === 'id' || key === 'number' || key === 'price');
  return entries.flatMap(([key, inner]) =>
    GATED.has(key) || (key === 'number' && !isStep) ? [inner] : gatedValues(inner),
  );
}

const CALLS: [CallName, Inputs<CallName>][] = [
  ['goods.list', {}],
  ['goods.list', { query: { keywords: 'amxl' } }],
  ['goods.list', { query: { promotion: 1 } }],
  ['goods.hot', {}],
  ['goods.recommended', {}],
  ['goods.spike', {}],
  ['goods.detail', { params: { id: 1 } }],
  ['global.home', {}],
];

describe('who sees prices and stock', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop.close());

  const everything = async (browser: Browser) => {
    const answers = [];
    for (const [name, inputs] of CALLS) answers.push((await browser.call(name, inputs)).data);
    return answers;
  };

  it.each([
    ['a visitor', null, '登录后可见'],
    ['a member under review', 'newbie', '认证后可见'],
  ])('shows %s words in their place, in every answer', async (_, username, notice) => {
    const browser = username ? await shop.as(username) : shop.browser();
    const answers = await everything(browser);
    const values = answers.flatMap(gatedValues);
    expect(values.length).toBeGreaterThan(100);
    expect(values.filter((value) => value !== null)).toEqual([]);
    const { list } = (await browser.call('goods.list')).data;
    expect(new Set(list.map(({ price_notice }) => price_notice))).toEqual(new Set([notice]));
    expect(new Set(list.map(({ is_buy }) => is_buy))).toEqual(new Set([0]));
  });

  it('does not let a visitor find prices by filtering or sorting', async () => {
    const visitor = shop.browser();
    const all = (await visitor.call('goods.list', { query: { tree: 'tcm' } })).data;
    const cheap = (await visitor.call('goods.list', { query: { tree: 'tcm', price_to: 1 } })).data;
    const sorted = (await visitor.call('goods.list', { query: { tree: 'tcm', sort: 'price-asc' } })).data;
    expect(cheap.total).toBe(all.total);
    expect(sorted.list.map(({ id }) => id)).toEqual(all.list.map(({ id }) => id));
  });

  it('shows an approved member prices and stock', async () => {
    const demo = await shop.as('demo');
    const { data } = await demo.call('goods.detail', { params: { id: 1 } });
    expect(data).toMatchObject({ name: '阿莫西林胶囊', price_notice: null, is_buy: 1, buy_notice: null });
    expect(data.price).toBeGreaterThan(0);
    expect(data.ladder_hint).toMatch(/^再买 \d+ 盒，单价降至 ¥\d/);
    expect(data.batches.reduce((sum, { number }) => sum + (number ?? 0), 0)).toBe(data.number);
  });

  it('says what lies outside the scope, and who may not buy a controlled good', async () => {
    const { companyId } = await makeMember(shop.db, shop.clock.now, { username: 'narrow', scopes: ['zcy'] });
    const narrow = await shop.as('narrow');
    const { data } = await narrow.call('goods.detail', { params: { id: 1 } });
    expect(data).toMatchObject({ is_buy: 0, buy_notice: '超出您的经营范围' });
    expect(data.price).toBeGreaterThan(0);

    const controlled = await shop.db
      .selectFrom('goods')
      .select('id')
      .where('controlled', '=', true)
      .where('in_stock', '=', true)
      .where('scope', '=', 'zcy')
      .executeTakeFirstOrThrow();
    const look = async () => (await narrow.call('goods.detail', { params: { id: controlled.id } })).data;
    expect(await look()).toMatchObject({
      price: null,
      number: null,
      is_buy: 0,
      price_notice: '控销商品，申请后可见',
    });
    await shop.db
      .insertInto('controlled_rights')
      .values({ goods_id: controlled.id, company_id: companyId, created_at: shop.clock.now })
      .execute();
    expect(await look()).toMatchObject({ is_buy: 1, price_notice: null });
  });

  it('prices a flash sale for whom it is open, until it is sold out', async () => {
    const demo = await shop.as('demo');
    const [first] = (await demo.call('goods.spike')).data;
    if (!first?.spike) throw new Error('no flash sale');
    expect(first.price).toBe(first.spike.price);
    expect(first.original_price).toBeGreaterThan(first.price ?? 0);
    await shop.db
      .updateTable('promotion_goods')
      .set({ sold: first.spike.total ?? 0 })
      .where('id', '=', first.spike.id)
      .execute();
    const { data } = await demo.call('goods.detail', { params: { id: first.id } });
    expect(data).toMatchObject({ spike: null, price: first.original_price, original_price: null });
  });

  it('gives a company of a higher level its own price, and never asks more by the ladder', async () => {
    const row = await shop.db
      .selectFrom('level_prices')
      .innerJoin('goods', 'goods.id', 'level_prices.goods_id')
      .where('level', '=', 3)
      .where('controlled', '=', false)
      .select(['goods.id', 'level_prices.price_fen'])
      .executeTakeFirstOrThrow();
    const scopes = (await shop.db.selectFrom('scopes').select('code').execute()).map(({ code }) => code);
    await makeMember(shop.db, shop.clock.now, { username: 'large', scopes, level: 3 });
    const large = await shop.as('large');
    const { data } = await large.call('goods.detail', { params: { id: row.id } });
    expect(data.price).toBeLessThanOrEqual(row.price_fen / 100);
    for (const { price } of data.ladder_price) expect(price).toBeLessThanOrEqual(row.price_fen / 100);
  });
});
