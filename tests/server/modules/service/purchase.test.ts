import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeWorkbook } from '#server/kernel/sheets/write.ts';
import { refreshTerms } from '#server/modules/goods/commands/refresh-search-terms.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { emptyCarts, makeGoods } from '../../support/shelf.ts';
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

  it('counts neither what is not paid for nor gifts as bought', async () => {
    const more = await makeGoods(shop.db, { name: '新品', price: 7, stock: 100 });
    const given = await makeGoods(shop.db, { name: '赠品', price: 3, stock: 100 });
    const { id } = await buy(shop, demo, 'demo', { [more]: 3, [given]: 1 });
    const bought = async () =>
      (await demo.call('user.fast_buy')).data.list
        .map((row) => row.id)
        .filter((one) => [more, given].includes(one));
    // Those of one order stand by their ids, so that each is on one page alone.
    expect(await bought()).toEqual([more, given]);
    await shop.db
      .updateTable('order_lines')
      .set({ gift: true, price_fen: 0, amount_fen: 0, payable_fen: 0 })
      .where('goods_id', '=', given)
      .execute();
    expect(await bought()).toEqual([more]);
    await shop.db.updateTable('orders').set({ status: 10 }).where('id', '=', id).execute();
    expect(await bought()).toEqual([]);
    const { code } = await shop.db
      .selectFrom('goods')
      .where('id', '=', more)
      .select('code')
      .executeTakeFirstOrThrow();
    const { data } = await demo.call('user.fast_match', { body: { text: `${code},1` } });
    expect(data.rows[0]?.goods[0]).toMatchObject({ id: more, last_price: null, times: 0 });
  });

  it('understands what is pasted: codes and bar codes, whole packs, and says why not of the others', async () => {
    const rows = [
      [codes.get(plain), '4'],
      [`29${String(packed).padStart(11, '0')}`, '12'],
      ['NOPE', '1'],
      [codes.get(plain), '2.5'],
      [codes.get(gone), '1'],
      ['', '3'],
    ];
    const paste = async (text: string) => {
      const { data } = await demo.call('user.fast_match', { body: { text } });
      return data.rows.map(({ row, ok, message, goods }) => [row, ok, message, goods[0]?.number]);
    };
    expect(await paste(rows.map((cells) => cells.join('\t')).join('\r\n'))).toEqual([
      [1, 1, '', 4],
      [2, 1, '按起购量与中包装调整为 20', 20],
      [3, 0, '没有这个编码或条码的商品', undefined],
      [4, 0, '数量应是 1 到 999999 的整数', undefined],
      [5, 0, '商品已售罄', undefined],
      [6, 0, '缺少编码或条码', undefined],
    ]);
    const many = Array.from({ length: 5001 }, () => 'x\t1').join('\n');
    expect((await demo.call('user.fast_match', { body: { text: many } })).code).toBe(422);
  });

  it.each([
    ['a head in any order', (code: string) => `品名\t采购数量\t商品编码\n阿莫西林\t3\t${code}\n`],
    ['no head, with names between', (code: string) => `${code}\t阿莫西林胶囊\t0.25g*24粒\t3\t12.50\n`],
    ['commas', (code: string) => `${code},3`],
    ['spaces', (code: string) => `${code}  3`],
  ])('reads a paste with %s', async (_, text) => {
    const { data } = await demo.call('user.fast_match', { body: { text: text(codes.get(plain) ?? '') } });
    expect(data.rows.map(({ ok, goods }) => [ok, goods[0]?.id, goods[0]?.number])).toEqual([[1, plain, 3]]);
  });

  it('says what it took each column for, and takes what the buyer says instead', async () => {
    const text = `3\t5\t${codes.get(plain)}`;
    const guessed = (await demo.call('user.fast_match', { body: { text } })).data;
    expect(guessed.columns.map(({ role }) => role)).toEqual(['number', '', 'code']);
    const columns = ['', 'number', 'code'];
    const corrected = (await demo.call('user.fast_match', { body: { text, columns } })).data;
    expect(corrected.rows.map(({ ok, goods }) => [ok, goods[0]?.id, goods[0]?.number])).toEqual([
      [1, plain, 5],
    ]);
  });

  it('finds by name, spec and maker what has no code, and keeps an unknown row with goods that are near', async () => {
    await refreshTerms(shop.db);
    const good = await shop.db
      .selectFrom('goods')
      .where('id', '=', plain)
      .select(['name', 'spec'])
      .executeTakeFirstOrThrow();
    const text = `品名\t规格\t数量\n${good.name}\t${good.spec.replace('*', ' × ')}\t2\n${good.name}\t9粒\t2\n${good.name.slice(0, 3)}糖\t\t4`;
    const { rows } = (await demo.call('user.fast_match', { body: { text } })).data;
    expect(rows[0]).toMatchObject({
      ok: 1,
      message: '按品名找到，请核对',
      goods: [{ id: plain, number: 2 }],
    });
    for (const row of rows.slice(1)) {
      expect(row).toMatchObject({ ok: 0, message: '没有这个品名、规格与厂家的商品' });
      expect(row.similar.length).toBeGreaterThan(0);
    }
    expect(rows[2]?.text).toBe(`${good.name.slice(0, 3)}糖`);
  });

  it('adds the rows of one good together, whole packs of their sum', async () => {
    const code = codes.get(packed);
    const text = `${code}\t4\n${codes.get(plain)}\t1\n${code}\t13`;
    const { data } = await demo.call('user.fast_match', { body: { text } });
    expect(data.rows.map(({ ok, message, goods }) => [ok, message, goods[0]?.number])).toEqual([
      [1, '按起购量与中包装调整为 20', 20],
      [1, '', 1],
      [1, '与第 1 行合并', undefined],
    ]);
  });

  it('answers every row of 5,000, whatever state they are in, and buys the rest', async () => {
    const wide = (text: string) =>
      text.replaceAll(/[0-9A-Z]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
    const code = codes.get(plain) ?? '';
    /* Number, name, code and the number again; cells that were merged are filled in the first row alone. */
    const kinds: readonly [cells: string[], ok: number, message: RegExp][] = [
      [['1', '甲', code, '1'], 1, /^$|^与第 2 行合并$/],
      [[wide('2'), '', wide(code), wide('2')], 1, /^与第 2 行合并$/],
      [['1', '乙', 'NOPE', '1'], 0, /^没有/],
      [['', '', '', ''], 0, /./],
      [['', '', code], 0, /^数量应是/],
      [['3', '丙', '', '3'], 0, /./],
    ];
    const rows = Array.from({ length: 5000 }, (_, at) => kinds[at % kinds.length]?.[0] ?? []);
    /* A row without a single cell is none. */
    const text = ['数量\t品名\t商品编码\t数量', ...rows.map((cells) => cells.join('\t'))].join('\r\n');
    const begun = performance.now();
    const { data, code: answered } = await demo.call('user.fast_match', { body: { text } });
    const seconds = (performance.now() - begun) / 1000;
    expect(answered).toBe(200);
    const full = rows.map((cells, at) => ({ at, isEmpty: cells.every((cell) => cell === '') }));
    const wanted = full.filter(({ isEmpty }) => !isEmpty).map(({ at }) => at + 2);
    expect(data.rows.map(({ row }) => row)).toEqual(wanted);
    for (const { row, ok, message } of data.rows) {
      const [, good, told] = kinds[(row - 2) % kinds.length] ?? [];
      expect([row, ok], message).toEqual([row, good]);
      expect(message).toMatch(told ?? /./);
    }
    expect(seconds).toBeLessThan(10);
    const lines = data.rows.flatMap(({ goods }) => goods.map(({ id, number }) => ({ goods_id: id, number })));
    const rowsOf = (kind: number) => rows.filter((_, at) => at % kinds.length === kind).length;
    const sum = rowsOf(0) + 2 * rowsOf(1);
    expect(lines).toEqual([{ goods_id: plain, number: sum }]);
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
    expect(data).toMatchObject({ task: 0, total: 4, added: 2, failed: 2 });
    expect(data.rows.map(({ id, ok, text }) => [id, ok, text])).toEqual([
      [3, 0, '没有这个编码或条码的商品'],
      [5, 0, '数量应是 1 到 999999 的整数'],
      [2, 1, '已加入购物车 × 6'],
      [4, 1, '已加入购物车 × 10（按起购量与中包装调整为 10）'],
    ]);
    expect(await inCart()).toEqual([
      [plain, 6],
      [packed, 10],
    ]);
  });

  it('takes one meaning of a code everywhere: none that is sold no more, none of several goods', async () => {
    const twins = [
      await makeGoods(shop.db, { price: 1, stock: 10 }),
      await makeGoods(shop.db, { price: 1, stock: 10 }),
    ];
    await shop.db.updateTable('goods').set({ barcode: '2999999999999' }).where('id', 'in', twins).execute();
    const [one = 0] = twins;
    const { code } = await shop.db
      .selectFrom('goods')
      .where('id', '=', one)
      .select('code')
      .executeTakeFirstOrThrow();
    const sheet = `2999999999999,1\n${code},1\n`;
    const texts = async () => {
      const pasted = (await demo.call('user.fast_match', { body: { text: sheet } })).data.rows;
      const imported = (await send('a.csv', sheet)).data.rows.toSorted((a, b) => a.id - b.id);
      return [pasted.map(({ message }) => message), imported.map(({ text }) => text)];
    };
    const several = '这个条码对应多个商品，请改用商品编码';
    expect(await texts()).toEqual([
      [several, ''],
      [several, '已加入购物车 × 1'],
    ]);
    await shop.db.updateTable('goods').set({ on_sale: false }).where('id', 'in', twins).execute();
    const locate = async (barcode: string) =>
      (await demo.call('goods.locate', { query: { barcode } })).data.id;
    expect(await locate('2999999999999')).toBe(0);
    expect(await locate(`29${String(plain).padStart(11, '0')}`)).toBe(plain);
    const none = '没有这个编码或条码的商品';
    expect(await texts()).toEqual([
      [none, none],
      [none, none],
    ]);
  });

  it('finds the head below a title, counts rows as the file does, and takes numbers only', async () => {
    const lines = [
      '杏林大药房采购计划,,',
      '',
      '品名,订货数量,条码',
      `阿莫西林,3,29${String(plain).padStart(11, '0')}`,
      ',,',
      `布洛芬,1e1,29${String(packed).padStart(11, '0')}`,
      `布洛芬,"1,2",29${String(packed).padStart(11, '0')}`,
    ];
    const { data } = await send('计划.csv', `${lines.join('\r\n')}\r\n`);
    expect(data.rows.map(({ id, ok, label }) => [id, ok, label])).toEqual([
      [6, 0, `29${String(packed).padStart(11, '0')}`],
      [7, 0, `29${String(packed).padStart(11, '0')}`],
      [4, 1, `阿莫西林胶囊 10mg*24片 · 29${String(plain).padStart(11, '0')}`],
    ]);
  });

  it('adds a file once, however often it is sent again under its key', async () => {
    const headers = { 'idempotency-key': 'one-file' };
    for (let time = 0; time < 2; time += 1) {
      const body = { file: fileOf('a.csv', `${codes.get(plain)},3\n`) };
      expect((await demo.call('cart.import', { body, headers })).data).toMatchObject({ added: 1 });
    }
    expect(await inCart()).toEqual([[plain, 3]]);
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
    expect(await workOff(shop)).toBe(1);
    const { data: done } = await demo.call('task.detail', { params: { id: data.task }, query: { page: 26 } });
    expect(done.task).toMatchObject({ state: 'done', note: '1500 行已加入购物车，500 行未能加入' });
    expect(done).toMatchObject({ failed: 500, results: { total: 2000 } });
    expect(done.results.list[0]).toMatchObject({ ok: 1 });
    const cart = await inCart();
    expect(cart).toHaveLength(30);
    expect(cart.every(([, number]) => number === 500)).toBe(true);
  });
});
