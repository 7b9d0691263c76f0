import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { emptyCarts, makeGoods, makeShelf, openPromotion } from '../../support/shelf.ts';

describe.each(['pglite', 'postgres'] as const)('the cart on %s', (engine) => {
  let shop: TestApp;
  let buyer: Browser;
  beforeAll(async () => {
    shop = await startApp({ engine, seed: makeShelf });
    buyer = await shop.as('demo');
  });
  afterAll(() => shop.close());
  beforeEach(() => emptyCarts(shop.db));

  const add = (
    ...params: { goods_id: number; number: number; type?: number; ck_id?: number; price?: number }[]
  ) => buyer.call('cart.add', { body: { params } });
  const lines = async () => (await buyer.call('cart.list')).data.data;

  it('answers ids in the order of the lines to add, one id for what is merged', async () => {
    const [a, b] = [
      await makeGoods(shop.db, { price: 1, stock: 99 }),
      await makeGoods(shop.db, { price: 2, stock: 99 }),
    ];
    const { data } = await add(
      { goods_id: b, number: 1 },
      { goods_id: a, number: 2 },
      { goods_id: b, number: 3 },
    );
    expect(data.ids).toHaveLength(3);
    expect(data.ids[0]).toBe(data.ids[2]);
    expect(data.total).toBe(2);
    expect((await lines()).map(({ id, number, goods }) => [id, number, goods.id])).toEqual(
      expect.arrayContaining([
        [data.ids[0], 4, b],
        [data.ids[1], 2, a],
      ]),
    );
  });

  it('never takes the price that a client names', async () => {
    const id = await makeGoods(shop.db, { price: 12.5, stock: 99 });
    await add({ goods_id: id, number: 2, price: 0.01 });
    expect(await lines()).toMatchObject([{ price: 12.5, amount: 25 }]);
  });

  it('keeps flash sale and ordinary units of one good apart', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 99, spike: { price: 6, total: 50, limit: 5 } });
    await add({ goods_id: id, number: 5 }, { goods_id: id, number: 8, type: 0 });
    expect(await lines()).toMatchObject([
      { type: 1, price: 6, number: 5 },
      { type: 0, price: 10, number: 8 },
    ]);
  });

  it('tells the end of a flash sale that was asked for', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 99, spike: { price: 6, total: 50, limit: 5 } });
    expect(await add({ goods_id: id, number: 6, type: 1 })).toMatchObject({
      code: 422,
      message: expect.stringContaining('秒杀限购，还可购 5 件'),
    });
  });

  it('looks at the sum of all lines of a good', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 10, spike: { price: 6, total: 50, limit: 5 } });
    await add({ goods_id: id, number: 5 });
    expect(await add({ goods_id: id, number: 6, type: 0 })).toMatchObject({
      code: 422,
      message: expect.stringContaining('库存不足，仅剩 5 盒'),
    });
    await add({ goods_id: id, number: 3, type: 0 });
    expect(await add({ goods_id: id, number: 3, type: 0 })).toMatchObject({ code: 422 });
    expect((await lines()).map(({ number }) => number)).toEqual([5, 3]);
  });

  it.each([
    ['its minimum', { minimum: 5 }, 4, 'number', '5 盒起购'],
    ['its multiple', { split: false, zbz: 10 }, 15, 'number', '须按中包装购买'],
    ['the cap of an order', { capOrder: 20 }, 21, 'number', '每单限购 20 盒'],
    ['the cap of a month', { capMonth: 8 }, 9, 'number', '限购，还可购买 8 盒'],
    ['the buyer’s scope', { scope: 'narrow' }, 1, 'goods_id', '超出您的经营范围'],
    ['controlled sale', { controlled: true }, 1, 'goods_id', '控销商品'],
    ['its stock', {}, 100, 'number', '库存不足，仅剩 99 盒'],
  ])('holds a good to %s, and names the field that stands against it', async (...its) => {
    const [, limits, number, field, message] = its;
    const id = await makeGoods(shop.db, { price: 10, stock: 99, ...limits });
    const refused = await add({ goods_id: id, number });
    expect(refused).toMatchObject({ code: 422, message: expect.stringContaining(message) });
    expect(refused.data).toMatchObject({ errors: { [`params.0.${field}`]: [refused.message] } });
    expect(await lines()).toEqual([]);
  });

  it('names the fields of a refusal as they were sent', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 99, scope: 'narrow' });
    const other = await makeGoods(shop.db, { price: 10, stock: 9 });
    const third = await makeGoods(shop.db, { price: 10, stock: 9 });
    const flat = await buyer.call('cart.add', {
      body: {
        params: [
          { id, cartNum: 1 },
          { id: other, zbz: 10 },
          { id: third, cartNum: 12, type: 0, ck_id: 1 },
        ],
      },
    });
    expect(Object.keys((flat.data as { errors?: object }).errors ?? {})).toEqual([
      'params.0.id',
      'params.1.zbz',
      'params.2.cartNum',
    ]);
    expect(await buyer.call('cart.quickAdd', { params: { id } })).toMatchObject({
      code: 422,
      data: { errors: { id: [expect.stringContaining('超出您的经营范围')] } },
    });
  });

  it('tells apart the least quantity and the one that ships free, and everywhere by the same names', async () => {
    const goods_id = await makeGoods(shop.db, {
      price: 10,
      stock: 999,
      minimum: 3,
      zbz: 2,
      split: false,
      dpby: 100,
    });
    const figures = { qg_number: 4, is_dpby: 1, dpby_number: 100 };
    const list = (await buyer.call('goods.list', { query: {} })).data.list;
    expect(list.find(({ id }) => id === goods_id)).toMatchObject(figures);
    const detail = await buyer.call('goods.detail', { params: { id: goods_id } });
    expect(detail.data).toMatchObject(figures);
    await add({ goods_id, number: 4 });
    const [line] = await lines();
    expect(line).toMatchObject({ dpby_hint: '满 100 盒包邮，还差 96 盒', goods: figures });
    const plain = await makeGoods(shop.db, { price: 10, stock: 999, minimum: 7 });
    await add({ goods_id: plain, number: 7 });
    expect((await lines())[1]?.goods).toMatchObject({ qg_number: 7, is_dpby: 0, dpby_number: null });
  });

  it('ships a set for nothing by its sum alone: its number counts sets, not the good that ships free', async () => {
    const [a, b] = [
      await makeGoods(shop.db, { price: 10, stock: 999, dpby: 2 }),
      await makeGoods(shop.db, { price: 10, stock: 999 }),
    ];
    const set = await openPromotion(shop.db, 'set', { price: 15 }, [{ goods_id: a }, { goods_id: b }]);
    const { data } = await buyer.call('cart.add', {
      body: { params: [{ goods_id: a, number: 3, type: 3, goods_price_id: set }] },
    });
    const { data: cart } = await buyer.call('cart.list');
    expect(cart.data[0]?.goods).toMatchObject({ is_dpby: 0, dpby_number: null, qg_number: 1 });
    expect(cart.summary).toMatchObject({ shipping_remaining: 455 });
    const checkout = await buyer.call('cart.checkout', { body: { ids: data.ids } });
    expect(checkout.data.shipping_fee).toBe(15);
  });

  it('adds all or nothing, and names the line that cannot be added', async () => {
    const [good, gone] = [
      await makeGoods(shop.db, { price: 1, stock: 99 }),
      await makeGoods(shop.db, { price: 1, stock: 0 }),
    ];
    const refused = await add({ goods_id: good, number: 1 }, { goods_id: gone, number: 1 });
    expect(refused).toMatchObject({
      code: 422,
      data: { errors: { 'params.1.number': [expect.any(String)] } },
    });
    expect(await lines()).toEqual([]);
    expect(await add({ goods_id: 999_999, number: 1 })).toMatchObject({
      code: 422,
      message: '商品不存在或已下架',
    });
    expect(await add({ goods_id: good, number: 1, ck_id: 77 })).toMatchObject({
      code: 422,
      message: '这个仓库没有这种商品',
    });
  });

  it('edits within the same limits', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 20, ladder: [[10, 9]] });
    const { data } = await add({ goods_id: id, number: 1 });
    const params = { id: data.ids[0] ?? 0 };
    const edited = await buyer.call('cart.edit', { params, body: { params: { number: 10 } } });
    expect(edited.data.data).toMatchObject([{ number: 10, price: 9, amount: 90 }]);
    const refused = await buyer.call('cart.edit', { params, body: { params: { number: 21 } } });
    expect(refused).toMatchObject({ code: 422, message: '库存不足，仅剩 20 盒' });
    expect(await lines()).toMatchObject([{ number: 10 }]);
  });

  it('keeps carts apart: nobody edits, selects or removes the lines of others', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 20 });
    const { data } = await add({ goods_id: id, number: 2 });
    const ops = await shop.as('ops');
    const params = { id: data.ids[0] ?? 0 };
    expect(await ops.call('cart.edit', { params, body: { params: { number: 1 } } })).toMatchObject({
      code: 404,
    });
    await ops.call('cart.select', { body: { ids: data.ids, is_selected: 0 } });
    await ops.call('cart.remove', { body: { ids: data.ids } });
    expect(await lines()).toMatchObject([{ number: 2, is_selected: 1 }]);
  });

  it('removes lines, and counts what is left', async () => {
    const [a, b] = [
      await makeGoods(shop.db, { price: 1, stock: 9 }),
      await makeGoods(shop.db, { price: 1, stock: 9 }),
    ];
    const { data } = await add({ goods_id: a, number: 1 }, { goods_id: b, number: 1 });
    expect((await buyer.call('cart.remove', { body: { ids: data.ids.slice(0, 1) } })).data).toEqual({
      total: 1,
    });
    expect((await buyer.call('cart.total')).data).toEqual({ total: 1 });
    expect((await shop.browser().call('cart.total')).data).toEqual({ total: 0 });
  });

  it('shows a member who is not approved neither prices nor a way to buy', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 20 });
    const newbie = await shop.as('newbie');
    const body = { params: [{ goods_id: id, number: 1 }] };
    expect(await newbie.call('cart.add', { body })).toMatchObject({ code: 403, message: '认证后可用' });
    expect(await shop.browser().call('cart.add', { body })).toMatchObject({ code: 401 });
    await add({ goods_id: id, number: 3 });
    await shop.db
      .updateTable('companies')
      .set({ approval: 'pending' })
      .where('name', 'like', 'demo%')
      .execute();
    const { data } = await buyer.call('cart.list');
    await shop.db
      .updateTable('companies')
      .set({ approval: 'approved' })
      .where('name', 'like', 'demo%')
      .execute();
    expect(data.data).toMatchObject([
      { price: null, amount: null, goods: { base_price: null, is_buy: 0, number: 0 } },
    ]);
    expect(data.summary).toMatchObject({ total: 0, selected_total: 0, selected_ids: [] });
  });
});
