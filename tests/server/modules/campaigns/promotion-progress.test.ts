import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { fillCart } from '../../support/buyer.ts';
import { emptyCarts, makeGoods, makeShelf, openPromotion } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';

describe('what a cart still lacks for an offer', () => {
  let shop: TestApp;
  let buyer: Browser;
  let goods: number;
  let extra: number;

  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    buyer = await shop.as('demo');
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    shop.clock.now = START;
    await emptyCarts(shop.db);
    await shop.db.updateTable('promotions').set({ withdrawn: true }).execute();
    goods = await makeGoods(shop.db, { price: 60, stock: 100 });
    extra = await makeGoods(shop.db, { price: 20, stock: 100 });
  });

  const makeGift = () =>
    openPromotion(shop.db, 'gift', { amount: 100, most: 2 }, [
      { goods_id: goods },
      { goods_id: extra, role: 'gift', price: 0.01, number: 2 },
    ]);
  const makeExchange = () =>
    openPromotion(shop.db, 'exchange', { amount: 100, units: 2 }, [
      { goods_id: extra, role: 'exchange', price: 9.9, stock: 10 },
    ]);
  const shown = async (id: number, by = buyer) =>
    (await by.call('activity.promotions', { query: { kind: 'gift,exchange', id } })).data.list[0];
  const hints = async (id: number) =>
    (await buyer.call('cart.list')).data.summary.more_hints?.filter(({ url }) => url?.endsWith(`=${id}`));
  const change = (id: number, number: number) =>
    buyer.call('cart.edit', { params: { id }, body: { params: { number } } });

  it('stands with a gift: its goods, what they bring, and how far the cart is', async () => {
    const id = await makeGift();
    expect(await shown(id)).toMatchObject({
      offers: [{ role: 'goods', goods: { id: goods } }],
      gains: [{ role: 'gift', goods: { id: extra }, number: 2, price: 0.01 }],
      goods_total: 1,
      tiers: [
        { amount: 100, gain: '可得赠品' },
        { amount: 200, gain: '再得一份赠品' },
      ],
      counted: 0,
      reached: false,
      hint: '再买 ¥100.00 可得赠品',
    });
    const [line = 0] = await fillCart(buyer, { [goods]: 2 });
    expect(await shown(id)).toMatchObject({ counted: 120, reached: true, hint: '再买 ¥80.00 再得一份赠品' });
    await change(line, 4);
    expect(await shown(id)).toMatchObject({ counted: 240, reached: true, missing: 0, hint: null });
  });

  it('leads from the cart to an exchange while something of it may still be taken', async () => {
    const id = await makeExchange();
    const url = `/yyh/list?id=${id}`;
    const [own = 0] = await fillCart(buyer, { [goods]: 1 });
    expect(await hints(id)).toEqual([{ text: expect.stringContaining('再买 ¥40.00 可换购 2 件'), url }]);
    await change(own, 2);
    expect(await hints(id)).toEqual([{ text: expect.stringContaining('已达到，还可换购 2 件'), url }]);
    const taken = { goods_id: extra, number: 1, type: 3, goods_price_id: id };
    const [exchange = 0] = (await buyer.call('cart.add', { body: { params: [taken] } })).data.ids;
    expect(await hints(id)).toEqual([{ text: expect.stringContaining('已达到，还可换购 1 件'), url }]);
    await change(exchange, 2);
    expect(await hints(id)).toEqual([]);
  });

  it('tells a visitor the rule, but neither prices nor a cart', async () => {
    const id = await makeExchange();
    expect(await shown(id, shop.browser())).toMatchObject({
      rules: ['满 ¥100.00 可换购 2 件'],
      gains: [{ goods: { id: extra, price: null }, price: null }],
      offers: [],
      counted: null,
      hint: null,
    });
  });

  it('is the offer’s time, before its start and after its end', async () => {
    const id = await makeExchange();
    const list = async () => (await shown(id))?.hint;
    const { starts_at, ends_at } = await shop.db
      .selectFrom('promotions')
      .where('id', '=', id)
      .select(['starts_at', 'ends_at'])
      .executeTakeFirstOrThrow();
    shop.clock.now = starts_at - 1;
    expect(await list()).toBe('活动还没有开始');
    shop.clock.now = ends_at;
    expect(await list()).toBe('活动已结束');
  });
});
