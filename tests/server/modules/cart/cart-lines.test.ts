import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CartLineToAdd } from '#generated/schemas.ts';
import { lineToAdd } from '#shop/domain/goods-rules.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Browser, FORM } from '../../support/browser.ts';
import { emptyCarts, makeGoods, makeShelf, openPromotion } from '../../support/shelf.ts';

describe('a line to add to the cart', () => {
  let shop: TestApp;
  let buyer: Browser;
  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    buyer = await shop.as('demo');
  });
  afterAll(() => shop.close());
  beforeEach(() => emptyCarts(shop.db));

  const add = (line: CartLineToAdd) => buyer.call('cart.add', { body: { params: [line] } });
  const lines = async () => (await buyer.call('cart.list')).data.data;
  const cardOf = async (id: number) => (await buyer.call('goods.detail', { params: { id } })).data;
  const plain = () => makeGoods(shop.db, { price: 10, stock: 500 });
  const laddered = () =>
    makeGoods(shop.db, {
      price: 10,
      stock: 500,
      ladder: [
        [10, 9],
        [50, 8],
      ],
    });
  const onSale = () =>
    makeGoods(shop.db, { price: 10, stock: 500, spike: { price: 6, total: 50, limit: 20 } });
  const near = () =>
    makeGoods(shop.db, { price: 10, stock: 0, batches: [{ number: 500, expires: '2026-12-31' }] });
  /** What names the sale and the first step of a good. */
  const namesOf = async (id: number) => {
    const { spike, ladder_price } = await cardOf(id);
    return { goods_price_id: spike?.id ?? 0, ladder_price_id: ladder_price[0]?.id ?? 0 };
  };

  it('is made of what a page shows of the good: price, sale, step of the ladder, warehouse and expiry', async () => {
    const [a, b, c] = [await laddered(), await onSale(), await near()];
    const step = (await cardOf(a)).ladder_price[1]?.id;
    expect(lineToAdd(await cardOf(a), 60)).toEqual({
      goods_id: a,
      number: 60,
      ck_id: 1,
      is_yj: 0,
      price: 8,
      ladder_price_id: step,
    });
    const { goods_price_id } = await namesOf(b);
    expect(lineToAdd(await cardOf(b), 5)).toEqual({
      goods_id: b,
      number: 5,
      ck_id: 1,
      is_yj: 0,
      price: 6,
      goods_price_id,
    });
    expect(lineToAdd(await cardOf(c), 5)).toMatchObject({ goods_id: c, is_yj: 1, price: 10 });
    for (const id of [a, b, c]) expect((await add(lineToAdd(await cardOf(id), 10))).code).toBe(200);
    const prices = (await lines()).map(({ goods, price, type }) => [goods.id, price, type]);
    expect(prices.toSorted(([one = 0], [other = 0]) => Number(one) - Number(other))).toEqual([
      [a, 9, 0],
      [b, 6, 1],
      [c, 10, 0],
    ]);
  });

  it('carries every field of the specification in a form, empty ones too, and no price is believed', async () => {
    const id = await laddered();
    const manjian = await openPromotion(shop.db, 'manjian', { tiers: '10 减 1' }, [{ goods_id: id }]);
    const { ladder_price_id } = await namesOf(id);
    const fields = {
      goods_id: id,
      price: 0.01,
      number: 10,
      ck_id: 1,
      ladder_price_id,
      goods_manjian_id: manjian,
      is_yj: 0,
    };
    const named = Object.entries({ ...fields, goods_price_id: '', type: '' });
    const body = named.map(([name, value]) => `params[0][${name}]=${value}`).join('&');
    const reply = await buyer.send({ method: 'POST', path: '/api/cart', body, headers: FORM });
    expect(reply).toMatchObject({ code: 200 });
    expect(await lines()).toMatchObject([{ price: 9, number: 10, goods_manjian_amount: 1 }]);
  });

  it('is priced by its number, whatever step it names', async () => {
    const id = await laddered();
    const steps = (await cardOf(id)).ladder_price;
    await add({ goods_id: id, number: 10, ladder_price_id: steps[1]?.id ?? 0 });
    expect(await lines()).toMatchObject([{ price: 9 }]);
  });

  it('is refused at the field that belongs to another good', async () => {
    const [one, other] = [await plain(), await laddered()];
    const { goods_price_id } = await namesOf(await onSale());
    const { ladder_price_id } = await namesOf(other);
    const manjian = await openPromotion(shop.db, 'manjian', { tiers: '10 减 1' }, [{ goods_id: other }]);
    const gift = await openPromotion(shop.db, 'gift', { tiers: '10 送 1' }, [{ goods_id: one }]);
    const wrong: [Partial<CartLineToAdd>, string][] = [
      [{ ck_id: 2 }, '这个仓库没有这种商品'],
      [{ ck_id: 99 }, '这个仓库没有这种商品'],
      [{ goods_price_id }, '这个价格不是这种商品的'],
      [{ ladder_price_id }, '这一级阶梯价不是这种商品的'],
      [{ goods_manjian_id: manjian }, '这种商品不在这个满减里'],
      [{ goods_manjian_id: gift }, '这种商品不在这个满减里'],
      [{ is_yj: 1 }, '这种商品没有近效期的货'],
    ];
    for (const [field, message] of wrong) {
      const [name = ''] = Object.keys(field);
      expect(await add({ goods_id: one, number: 1, ...field })).toMatchObject({
        status: 422,
        message,
        data: { errors: { [`params.0.${name}`]: [message] } },
      });
    }
    expect(await lines()).toEqual([]);
  });

  it('passes over what is not there any more', async () => {
    const id = await plain();
    const gone = { goods_price_id: 999_999, ladder_price_id: 999_999, goods_manjian_id: 999_999 };
    expect((await add({ goods_id: id, number: 1, ...gone })).code).toBe(200);
    expect(await add({ goods_id: 999_999, number: 1, is_yj: 1 })).toMatchObject({
      data: { errors: { 'params.0.goods_id': ['商品不存在或已下架'] } },
    });
  });

  it('may come from any warehouse that the good is in', async () => {
    const id = await plain();
    await shop.db
      .insertInto('batches')
      .values({
        goods_id: id,
        warehouse_id: 2,
        batch_number: 'X',
        made: '2026-01-01',
        expires: '2028-01-01',
        stock: 9,
      })
      .execute();
    expect((await add({ goods_id: id, number: 5, ck_id: 2 })).code).toBe(200);
    expect(await lines()).toMatchObject([{ ck_id: 2 }]);
  });
});
