import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { makeMember } from '../../support/members.ts';
import { emptyCarts, makeGoods, makeShelf, openPromotion } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';

describe.each(['pglite', 'postgres'] as const)('what the cart remembers on %s', (engine) => {
  let shop: TestApp;
  let buyer: Browser;
  beforeAll(async () => {
    shop = await startApp({ engine, seed: makeShelf });
    buyer = await shop.as('demo');
  });
  afterAll(() => shop.close());
  beforeEach(() => emptyCarts(shop.db));

  const add = async (goods_id: number, number: number) => {
    const { data } = await buyer.call('cart.add', { body: { params: [{ goods_id, number }] } });
    return data.ids[0] ?? 0;
  };
  const cart = async () => (await buyer.call('cart.list')).data;
  const saved = async () => (await buyer.call('cart.saved')).data.list;

  it('keeps goods for later, outside the cart, and puts them back', async () => {
    const goods = await makeGoods(shop.db, { price: 10, stock: 50 });
    const id = await add(goods, 4);
    await buyer.call('cart.later', { body: { ids: [id] } });
    expect((await cart()).data).toEqual([]);
    const [kept] = await saved();
    expect(kept).toMatchObject({ goods_id: goods, number: 4, price: 10 });
    await buyer.call('cart.restore', { body: { ids: [kept?.id ?? 0] } });
    expect((await cart()).data).toMatchObject([{ number: 4, goods: { id: goods } }]);
    expect(await saved()).toEqual([]);
  });

  it('leaves what cannot be bought among the kept goods, with the reason', async () => {
    const [gone, there] = [
      await makeGoods(shop.db, { price: 10, stock: 50 }),
      await makeGoods(shop.db, { price: 5, stock: 50 }),
    ];
    await buyer.call('cart.later', { body: { ids: [await add(gone, 2), await add(there, 3)] } });
    await shop.db.updateTable('goods').set({ on_sale: false }).where('id', '=', gone).execute();
    const ids = (await saved()).map((line) => line.id);
    expect((await buyer.call('cart.restore', { body: { ids } })).data).toEqual({ restored: 1, refused: 1 });
    const left = await saved();
    expect(left).toMatchObject([{ goods_id: gone, notice: '商品已下架' }]);
    await buyer.call('cart.dropSaved', { body: { ids: left.map((line) => line.id) } });
    expect(await saved()).toEqual([]);
  });

  it('never shows or moves what another company keeps', async () => {
    const goods = await makeGoods(shop.db, { price: 10, stock: 50 });
    await buyer.call('cart.later', { body: { ids: [await add(goods, 1)] } });
    const ids = (await saved()).map((line) => line.id);
    await makeMember(shop.db, START, { username: 'neighbour', scopes: ['all'] });
    const other = await shop.as('neighbour');
    expect((await other.call('cart.saved')).data.list).toEqual([]);
    expect(await other.call('cart.restore', { body: { ids } })).toMatchObject({ code: 422 });
    await other.call('cart.dropSaved', { body: { ids } });
    expect(await saved()).toHaveLength(1);
    await buyer.call('cart.dropSaved', { body: { ids } });
  });

  it('says which price changed since the buyer saw it, until the buyer has read it', async () => {
    const goods = await makeGoods(shop.db, { price: 10, stock: 50 });
    await add(goods, 2);
    expect((await cart()).changes).toEqual([]);
    await shop.db.updateTable('goods').set({ price_fen: 1250 }).where('id', '=', goods).execute();
    expect((await cart()).changes).toMatchObject([{ goods_id: goods, text: '单价由 ¥10.00 涨到 ¥12.50' }]);
    expect((await buyer.call('cart.seen')).data.changes).toEqual([]);
    expect((await cart()).changes).toEqual([]);
  });

  it('says that goods went off sale or became short, once', async () => {
    const [gone, short] = [
      await makeGoods(shop.db, { price: 10, stock: 50 }),
      await makeGoods(shop.db, { price: 5, stock: 50 }),
    ];
    await add(gone, 2);
    await add(short, 20);
    await shop.db.updateTable('goods').set({ on_sale: false }).where('id', '=', gone).execute();
    await shop.db.updateTable('batches').set({ stock: 3 }).where('goods_id', '=', short).execute();
    expect((await cart()).changes).toMatchObject([
      { goods_id: gone, text: '商品已下架' },
      { goods_id: short, text: expect.stringContaining('库存不足') },
    ]);
    await buyer.call('cart.seen');
    expect((await cart()).changes).toEqual([]);
  });

  it('does not take a quantity of one’s own choice for a change of the price', async () => {
    const goods = await makeGoods(shop.db, { price: 10, stock: 50, ladder: [[10, 8]] });
    const id = await add(goods, 2);
    const edited = await buyer.call('cart.edit', { params: { id }, body: { params: { number: 10 } } });
    expect(edited.data).toMatchObject({ changes: [], data: [{ price: 8 }] });
  });

  it('names the line and the quantity that reach the next tier', async () => {
    const goods = await makeGoods(shop.db, { price: 10, stock: 50 });
    await openPromotion(shop.db, 'manjian', { tiers: '100 减 9' }, [{ goods_id: goods }]);
    const id = await add(goods, 4);
    const { summary } = await cart();
    expect(summary.manjian_fill).toMatchObject({ id, number: 10, more: 6 });
    const edited = await buyer.call('cart.edit', { params: { id }, body: { params: { number: 10 } } });
    expect(edited.data.summary).toMatchObject({ manjian_reduce: 9, manjian_fill: null });
  });
});
