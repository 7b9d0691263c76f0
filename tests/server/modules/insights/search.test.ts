import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refreshTerms } from '#server/modules/goods/commands/refresh-search-terms.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';
import { type Counter, openCounter, place } from '../after-sales/staff.ts';

describe('the search of the back office', () => {
  let shop: TestApp;
  let counter: Counter;
  let order: { id: number; no: string };

  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    counter = await openCounter(shop);
    const id = await place(counter, [{ price: 600, number: 2 }]);
    order = await shop.db
      .selectFrom('orders')
      .where('id', '=', id)
      .select(['id', 'no'])
      .executeTakeFirstOrThrow();
  });
  afterAll(() => shop.close());

  const found = async (keywords: string) => {
    const { data } = await counter.ops.call('ops.search', { query: { keywords } });
    return Object.fromEntries(data.map(({ name, items }) => [name, items]));
  };
  const member = () =>
    shop.db
      .selectFrom('members')
      .innerJoin('companies', 'companies.id', 'members.company_id')
      .where('username', '=', 'demo')
      .select(['members.id', 'members.name', 'members.phone', 'companies.name as company'])
      .executeTakeFirstOrThrow();

  it('finds pages by title and by letters, with their address', async () => {
    expect((await found('资质审核'))['页面']).toEqual([{ text: '资质审核', to: '/ops/register' }]);
    expect((await found('zzsh'))['页面']).toEqual([{ text: '资质审核', to: '/ops/register' }]);
  });

  it('finds an order by the beginning and by the end of its number', async () => {
    for (const part of [order.no, order.no.slice(0, -1), order.no.slice(-4).toLowerCase()]) {
      const [first] = (await found(part))['订单'] ?? [];
      expect(first).toMatchObject({ text: order.no, to: `/ops/order/${order.id}` });
      expect(first?.note).toContain('待付款');
    }
    expect((await found(order.no.slice(-3)))['订单']).toBeUndefined();
  });

  it('finds a member by a part of a name, and by the whole phone only', async () => {
    const { id, name, phone, company } = await member();
    for (const part of [company.slice(1, 3), company.slice(0, 1), name, 'demo', phone ?? '']) {
      expect((await found(part))['会员']).toContainEqual(
        expect.objectContaining({ text: company, to: `/ops/member/${id}` }),
      );
    }
    expect((await found(phone?.slice(0, 10) ?? ''))['会员']).toBeUndefined();
    expect(JSON.stringify(await found(company))).not.toContain(phone);
  });

  it('says that a member is disabled, and finds no staff', async () => {
    const { id, company } = await member();
    const disable = (at: number | null) =>
      shop.db.updateTable('members').set({ disabled_at: at }).where('id', '=', id).execute();
    await disable(1);
    expect((await found(company))['会员']?.[0]?.note).toContain('已停用');
    await disable(null);
    expect((await found('ops'))['会员']).toBeUndefined();
  });

  it('finds goods by name, letters and code, those off sale as well, and of each kind only a few', async () => {
    const { db } = shop;
    const id = await makeGoods(db, { price: 5, stock: 10, name: '阿莫西林胶囊' });
    for (let count = 0; count < 8; count += 1)
      await makeGoods(db, { price: 5, stock: 10, name: `维生素C片 ${count}号` });
    await refreshTerms(db);
    const { code } = await db
      .selectFrom('goods')
      .where('id', '=', id)
      .select('code')
      .executeTakeFirstOrThrow();
    for (const word of ['莫西', '阿', 'amxl', 'amoxilin', code.toLowerCase()]) {
      expect((await found(word))['商品']).toContainEqual(
        expect.objectContaining({ text: '阿莫西林胶囊', to: `/ops/goods/${id}` }),
      );
    }
    expect((await found('维生素c'))['商品']).toHaveLength(5);
    await db.updateTable('goods').set({ on_sale: false }).where('id', '=', id).execute();
    const [only] = (await found('阿莫西林'))['商品'] ?? [];
    expect(only?.note).toContain('已下架');
  });

  it.each(['', '   ', '%', '_', "'", '没有这样的东西'])('finds nothing by “%s”', async (keywords) => {
    expect(await found(keywords)).toEqual({});
  });

  it('is for staff only', async () => {
    const query = { keywords: 'amxl' };
    const { code } = await counter.buyer.call('ops.search', { query });
    expect(code).toBe(403);
  });
});
