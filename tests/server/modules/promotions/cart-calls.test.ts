import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/kernel/db/transaction.ts';
import { ok } from '#server/kernel/result/answer.ts';
import { importSheet } from '#server/modules/service/quick-order/import.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { fillCart } from '../../support/buyer.ts';
import { makeMember } from '../../support/members.ts';
import { emptyCarts, makeGoods, makeShelf, openPromotion } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';

describe('what else the cart is asked for', () => {
  let shop: TestApp;
  let buyer: Browser;

  beforeAll(async () => {
    shop = await startApp({
      seed: async (db, now) => {
        await makeShelf(db);
        const head = await makeMember(db, now, { username: 'head', type: 2, scopes: ['all'] });
        for (const [username, scopes] of [
          ['store-a', ['all']],
          ['store-b', ['narrow']],
        ] as const) {
          const { companyId } = await makeMember(db, now, { username, type: 3, scopes: [...scopes] });
          await db
            .updateTable('companies')
            .set({ parent_id: head.companyId })
            .where('id', '=', companyId)
            .execute();
        }
      },
    });
    buyer = await shop.as('head');
  });
  afterAll(() => shop.close());
  beforeEach(() => emptyCarts(shop.db));

  /** What is done while the chain's head may buy within these scopes. */
  async function scoped<Done>(scopes: string[], work: () => Promise<Done>): Promise<Done> {
    const head = shop.db.selectFrom('members').where('username', '=', 'head').select('company_id');
    const change = (to: string[]) =>
      shop.db.updateTable('companies').set({ scopes: to }).where('id', '=', head).execute();
    await change(scopes);
    const done = await work();
    await change(['all']);
    return done;
  }

  it('refuses a set by the good that stands against it, named once', async () => {
    const goods = [
      { goods_id: await makeGoods(shop.db, { price: 10, stock: 9, name: '采血针', scope: 'narrow' }) },
      { goods_id: await makeGoods(shop.db, { price: 10, stock: 9, name: '棉签' }) },
    ];
    const set = await openPromotion(shop.db, 'set', { price: 15 }, goods);
    const add = (number: number) =>
      buyer.call('cart.add', {
        body: { params: [{ type: 3, goods_id: goods[0]?.goods_id ?? 0, goods_price_id: set, number }] },
      });
    const hint = async () =>
      (await buyer.call('activity.promotions', { query: { id: set } })).data.list.map((one) => one.hint);
    expect(await add(1)).toMatchObject({ code: 422, message: '采血针：超出您的经营范围' });
    expect(await hint()).toEqual(['采血针：超出您的经营范围']);
    expect(await scoped(['all', 'narrow'], hint)).toEqual([null]);
    const short = await scoped(['all', 'narrow'], () => add(10));
    expect(short).toMatchObject({ code: 422, message: '采血针：库存不足，仅剩 9 盒' });
  });

  it('adds the least quantity of a good at once', async () => {
    const packed = await makeGoods(shop.db, { price: 10, stock: 100, split: false, zbz: 6, minimum: 8 });
    expect(await buyer.call('cart.quickAdd', { params: { id: packed } })).toMatchObject({ code: 200 });
    expect((await buyer.call('cart.list')).data.data[0]).toMatchObject({ number: 12 });
    const gone = await makeGoods(shop.db, { price: 10, stock: 0 });
    expect(await buyer.call('cart.quickAdd', { params: { id: gone } })).toMatchObject({
      code: 422,
      message: expect.stringContaining('商品已售罄'),
    });
    expect(await buyer.call('cart.quickAdd', { params: { id: 999_999 } })).toMatchObject({ code: 404 });
  });

  it('takes lines of either shape, and answers lines that read as both', async () => {
    const [grouped, flat, packed] = [
      await makeGoods(shop.db, { price: 10, stock: 100 }),
      await makeGoods(shop.db, { price: 10, stock: 100 }),
      await makeGoods(shop.db, { price: 10, stock: 100, split: false, zbz: 6 }),
    ];
    const params = [
      { goods_id: grouped, number: 3, ck_id: 1 },
      { id: flat, cartNum: 4, zbz: 2, ck_id: 1 },
      { id: packed, zbz: 6, ck_id: 1 },
    ];
    const added = await buyer.call('cart.add', { body: { params } });
    expect(added).toMatchObject({ code: 200, data: { total: 3 } });
    const { data } = (await buyer.call('cart.list')).data;
    expect(data.map(({ id }) => id)).toEqual(added.data.ids);
    expect(data.map(({ goods, number }) => [goods.id, number])).toEqual([
      [grouped, 3],
      [flat, 4],
      [packed, 6],
    ]);
    expect(data.map(({ cartNum, zbz, ck_id }) => ({ cartNum, zbz, ck_id }))).toEqual([
      { cartNum: 3, zbz: 10, ck_id: 1 },
      { cartNum: 4, zbz: 10, ck_id: 1 },
      { cartNum: 6, zbz: 6, ck_id: 1 },
    ]);
    const nothing = await buyer.call('cart.add', { body: { params: [{ ck_id: 1 }, { id: flat }] } });
    expect(nothing).toMatchObject({ code: 422, data: { errors: { 'params.0.goods_id': ['请选择商品'] } } });
    expect(await buyer.call('cart.add', { body: { params: [{ id: flat }] } })).toMatchObject({
      code: 422,
      data: { errors: { 'params.0.number': ['请填写数量'] } },
    });
  });

  it('says what more would bring, whatever is in the cart', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 5, ladder: [[10, 9]] });
    await openPromotion(shop.db, 'manjian', { tiers: '100 减 7' }, [{ goods_id: id }], { name: '满减' });
    const { data } = await buyer.call('cart.nextHint', { query: { goods_id: id, number: 8 } });
    expect(data).toMatchObject({ price: 10, amount: 80 });
    expect(data.hints).toEqual(['再买 2 盒，单价降至 ¥9.00', '满减：再买 ¥20.00 可减 ¥7.00']);
  });

  it('says nothing of the price of goods that the buyer may not buy', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 5 });
    await shop.db.updateTable('goods').set({ controlled: true }).where('id', '=', id).execute();
    expect(await buyer.call('cart.nextHint', { query: { goods_id: id } })).toMatchObject({
      code: 422,
      message: '控销商品，请先申请采购',
      data: { errors: { goods_id: ['控销商品，请先申请采购'] } },
    });
  });

  it('tells an exchange that is not earned yet from a line that is lost', async () => {
    const goods = await makeGoods(shop.db, { price: 50, stock: 100 });
    const [cheap, gone] = [
      await makeGoods(shop.db, { price: 20, stock: 100 }),
      await makeGoods(shop.db, { price: 20, stock: 100 }),
    ];
    const promotion = await openPromotion(shop.db, 'exchange', { amount: 100, units: 2 }, [
      { goods_id: cheap, role: 'exchange', price: 9.9, stock: 10 },
    ]);
    const [own = 0] = await fillCart(buyer, { [goods]: 2, [gone]: 1 });
    const params = [{ type: 3, goods_id: cheap, goods_price_id: promotion, number: 1 }];
    expect(await buyer.call('cart.add', { body: { params } })).toMatchObject({ code: 200 });
    await buyer.call('cart.edit', { params: { id: own }, body: { params: { number: 1 } } });
    await shop.db.updateTable('goods').set({ on_sale: false }).where('id', '=', gone).execute();
    const stands = async () =>
      Object.fromEntries(
        (await buyer.call('cart.list')).data.data.map(({ goods: { id, is_buy, buy_notice }, is_waiting }) => [
          id,
          [is_buy, is_waiting, buy_notice],
        ]),
      );
    expect(await stands()).toEqual({
      [goods]: [1, 0, null],
      [cheap]: [0, 1, '再买 ¥50.00 可换购 2 件'],
      [gone]: [0, 0, '商品已下架'],
    });
    await shop.db.updateTable('goods').set({ on_sale: false }).where('id', '=', cheap).execute();
    expect((await stands())[cheap]).toEqual([0, 0, '商品已下架']);
  });

  it('copies lines to other stores of the chain, with the reason for each that cannot go there', async () => {
    const plenty = await makeGoods(shop.db, { price: 10, stock: 100, name: '阿莫西林' });
    const ids = await fillCart(buyer, { [plenty]: 3 });
    const targets = (await buyer.call('cart.copyTargets')).data.list;
    expect(targets.map(({ label }) => label)).toEqual(['store-a 药店（演示）', 'store-b 药店（演示）']);
    const userIds = targets.map(({ value }) => Number(value));
    const copied = await buyer.call('cart.copy', { body: { ids, other_user_ids: userIds } });
    expect(copied).toMatchObject({ code: 200, message: '已复制 1 行，1 行未能复制' });
    expect(copied.data.results.map(({ company, ok: done, message }) => [company, done, message])).toEqual([
      ['store-a 药店（演示）', true, ''],
      ['store-b 药店（演示）', false, '阿莫西林：超出您的经营范围'],
    ]);
    const store = await shop.as('store-a');
    expect((await store.call('cart.list')).data.data).toMatchObject([{ number: 3 }]);
    const stranger = await buyer.call('cart.copy', { body: { ids, other_user_ids: [1] } });
    expect(stranger).toMatchObject({ code: 422, message: '只能复制到自己的门店' });
  });

  it('copies a set under the names of its goods, and a flash sale at the ordinary price where it no longer reaches', async () => {
    const [first, second, cheap] = [
      await makeGoods(shop.db, { price: 10, stock: 100, name: '甲' }),
      await makeGoods(shop.db, { price: 10, stock: 100, name: '乙', scope: 'narrow' }),
      await makeGoods(shop.db, { price: 10, stock: 100, name: '丙' }),
    ];
    const set = await openPromotion(shop.db, 'set', { price: 15 }, [
      { goods_id: first },
      { goods_id: second },
    ]);
    await openPromotion(shop.db, 'spike', {}, [{ goods_id: cheap, price: 8, stock: 50, limit: 5 }]);
    const ids = await scoped(['all', 'narrow'], async () => {
      const params = [
        { type: 3, goods_id: first, goods_price_id: set, number: 1 },
        { goods_id: cheap, number: 4 },
      ];
      return (await buyer.call('cart.add', { body: { params } })).data.ids;
    });
    const target = (await buyer.call('cart.copyTargets')).data.list.find(({ label }) =>
      label.startsWith('store-a'),
    );
    const copy = async () =>
      (
        await buyer.call('cart.copy', { body: { ids, other_user_ids: [Number(target?.value)] } })
      ).data.results.map(({ name, ok_text, message }) => [name, ok_text, message]);
    const outcome = [
      ['甲 + 乙', '未复制', '乙：超出您的经营范围'],
      ['丙', '已复制', ''],
    ];
    expect(await copy()).toEqual(outcome);
    expect(await copy()).toEqual(outcome);
    const store = await shop.as('store-a');
    expect((await store.call('cart.list')).data.data).toMatchObject([{ number: 8, price: 10 }]);
  });

  it('imports rows each for itself, and drops none in silence', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 100, name: '布洛芬' });
    const { code } = await shop.db
      .selectFrom('goods')
      .where('id', '=', id)
      .select('code')
      .executeTakeFirstOrThrow();
    const head = await shop.db
      .selectFrom('members')
      .where('username', '=', 'head')
      .select(['id', 'company_id'])
      .executeTakeFirstOrThrow();
    const member = {
      role: 'approved' as const,
      id: head.id,
      companyId: head.company_id,
      companyType: 2,
      scopes: ['all'],
      level: 1,
      sessionId: '',
    };
    const rows = [
      { row: 1, code, number: '3' },
      { row: 2, code: 'X-1', number: '1' },
      { row: 3, code, number: '500' },
      { row: 4, code, number: '1.5' },
      { row: 5, code: '', number: '1' },
    ];
    const done = await inTransaction(shop.db, async (trx) => ok(await importSheet(trx, member, rows, START)));
    expect(done.ok && done.data.map(({ row, ok: added, text }) => [row, added, text])).toEqual([
      [1, true, '已加入购物车 × 3'],
      [2, false, '没有这个编码或条码的商品'],
      [3, false, '库存不足，仅剩 100 盒'],
      [4, false, '数量应是 1 到 999999 的整数'],
      [5, false, '缺少编码或条码'],
    ]);
    expect((await buyer.call('cart.list')).data.data).toMatchObject([{ number: 3 }]);
  });
});
