import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeWorkbook } from '#server/sheets/write.ts';
import { emptyCarts, makeGoods } from '../commerce/shelf.ts';
import type { TestApp } from '../support/app.ts';
import type { Browser } from '../support/browser.ts';
import { buy, fileOf, startService, workOff } from './support.ts';

describe('quick purchase', () => {
  let shop: TestApp;
  let demo: Browser;
  let plain: number;
  let packed: number;
  let gone: number;
  const codes = new Map<number, string>();
  beforeAll(async () => {
    shop = await startService();
    demo = await shop.as('demo');
    plain = await makeGoods(shop.db, { name: '阿莫西林胶囊', price: 12.5, stock: 1000 });
    packed = await makeGoods(shop.db, { name: '布洛芬片', price: 8, stock: 1000, split: false, zbz: 10 });
    gone = await makeGoods(shop.db, { name: '缺货颗粒', price: 5, stock: 0 });
    for (const { id, code } of await shop.db.selectFrom('goods').select(['id', 'code']).execute()) {
      codes.set(id, code);
      await shop.db
        .updateTable('goods')
        .set({ barcode: `29${String(id).padStart(11, '0')}` })
        .where('id', '=', id)
        .execute();
    }
  });
  afterAll(() => shop.close());
  beforeEach(() => emptyCarts(shop.db));

  const inCart = async () => {
    const rows = await shop.db
      .selectFrom('cart_lines')
      .orderBy('goods_id')
      .select(['goods_id', 'number'])
      .execute();
    return rows.map(({ goods_id, number }) => [goods_id, number]);
  };
  const send = (name: string, content: string | Uint8Array<ArrayBuffer>) =>
    demo.call('cart.import', { body: { file: fileOf(name, content) } });

  it('lists what was bought, with the price paid last, the date and how often', async () => {
    expect((await demo.call('user.fast_buy')).data).toMatchObject({ list: [], total: 0 });
    await buy(shop, demo, 'demo', { [plain]: 3 });
    shop.clock.now += 3600;
    await buy(shop, demo, 'demo', { [plain]: 5, [packed]: 10 });
    await shop.db.updateTable('goods').set({ price_fen: 1180 }).where('id', '=', plain).execute();
    const { data } = await demo.call('user.fast_buy', { query: { order: 'often' } });
    expect(data.total).toBe(2);
    expect(data.list[0]).toMatchObject({ id: plain, last_price: 12.5, last_number: 5, times: 2, number: 0 });
    expect(data.list[0]).toMatchObject({ last_at: shop.clock.now, goods: { price: 11.8 } });
    const { data: found } = await demo.call('user.fast_buy', { query: { keywords: '布洛' } });
    expect(found.list.map(({ id }) => id)).toEqual([packed]);
    const stranger = await shop.as('ops');
    expect((await stranger.call('user.fast_buy')).data.total).toBe(0);
  });

  it('understands pasted rows: codes and bar codes, whole packs, and says why not of the others', async () => {
    const rows = [
      { code: codes.get(plain) ?? '', number: '4' },
      { code: `29${String(packed).padStart(11, '0')}`, number: '12' },
      { code: 'NOPE', number: '1' },
      { code: codes.get(plain) ?? '', number: '2.5' },
      { code: codes.get(gone) ?? '', number: '1' },
      { code: '', number: '3' },
    ];
    const { data } = await demo.call('user.fast_match', { body: { rows } });
    expect(data.rows.map(({ ok, message, goods }) => [ok, message, goods[0]?.number])).toEqual([
      [1, '', 4],
      [1, '按起购量与中包装调整为 20', 20],
      [0, '没有这个编码或条码的商品', undefined],
      [0, '数量应是 1 到 999999 的整数', undefined],
      [0, '商品已售罄', undefined],
      [0, '缺少编码或条码', undefined],
    ]);
    const many = Array.from({ length: 501 }, () => ({ code: 'x', number: '1' }));
    expect((await demo.call('user.fast_match', { body: { rows: many } })).code).toBe(422);
  });

  it('puts the rows that can be bought into the cart, and names the others', async () => {
    const lines = [
      { goods_id: plain, number: 2 },
      { goods_id: packed, number: 7 },
      { goods_id: gone, number: 1 },
    ];
    const { data, message } = await demo.call('user.fast_add', { body: { lines } });
    expect(data).toMatchObject({ added: 1, failed: 2 });
    expect(message).toContain('2 个未能加入');
    expect(data.rows.map(({ ok }) => ok)).toEqual([1, 0, 0]);
    expect(data.rows[1]?.message).toContain('10 的倍数');
    expect(await inCart()).toEqual([[plain, 2]]);
  });

  it('imports a workbook: every row has its result, the bad ones first', async () => {
    const bytes = await writeWorkbook([
      {
        name: '采购',
        columns: [{ header: '备注' }, { header: '条码' }, { header: '数量' }],
        rows: [
          ['', `29${String(plain).padStart(11, '0')}`, 6],
          ['', 'NOPE', 1],
          ['', codes.get(packed) ?? '', 3],
          ['', codes.get(packed) ?? '', '很多'],
        ],
      },
    ]);
    const { code, data } = await send('采购.xlsx', new Uint8Array(bytes));
    expect(code).toBe(200);
    expect(data).toMatchObject({ task: 0, total: 4, added: 1, failed: 3 });
    expect(data.rows.map(({ id, ok }) => [id, ok])).toEqual([
      [3, 0],
      [4, 0],
      [5, 0],
      [2, 1],
    ]);
    expect(data.rows[0]?.text).toContain('没有这个编码');
    expect(await inCart()).toEqual([[plain, 6]]);
  });

  it('takes a table without names, refuses what is none, and asks for approval', async () => {
    expect((await send('a.csv', `${codes.get(plain)},3\n`)).data).toMatchObject({ added: 1 });
    expect((await send('a.csv', '编码,数量\n')).code).toBe(422);
    expect((await send('a.xlsx', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).message).toContain('另存为');
    const newbie = await shop.as('newbie');
    const refused = await newbie.call('cart.import', { body: { file: fileOf('a.csv', 'A,1\n') } });
    expect(refused.code).toBe(403);
  });

  it('imports thousands of rows in the background, in pieces that are never added twice', async () => {
    const ids: number[] = [];
    for (let made = 0; made < 40; made += 1) ids.push(await makeGoods(shop.db, { price: 3, stock: 100_000 }));
    const found = await shop.db
      .selectFrom('goods')
      .where('id', 'in', ids)
      .orderBy('id')
      .select('code')
      .execute();
    const rows = Array.from({ length: 2000 }, (_, index) =>
      index % 4 === 0 ? `BAD${index},1` : `${found[index % 40]?.code},10`,
    );
    const { code, data } = await send('大单.csv', `编码,数量\n${rows.join('\n')}\n`);
    expect(code).toBe(201);
    expect(data).toMatchObject({ total: 2000, added: 0, rows: [] });
    expect(await inCart()).toEqual([]);
    const begun = performance.now();
    expect(await workOff(shop)).toBe(1);
    expect(performance.now() - begun).toBeLessThan(20_000);
    const { data: done } = await demo.call('task.detail', { params: { id: data.task }, query: { page: 26 } });
    expect(done.task).toMatchObject({ state: 'done', note: '1500 行已加入购物车，500 行未能加入' });
    expect(done).toMatchObject({ failed: 500, results: { total: 2000 } });
    expect(done.results.list[0]).toMatchObject({ ok: 1 });
    const cart = await inCart();
    expect(cart).toHaveLength(30);
    expect(cart.every(([, number]) => number === 500)).toBe(true);
  });
});
