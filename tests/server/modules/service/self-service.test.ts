import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#server/kernel/sheets/read.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { emptyCarts, makeGoods } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { buy, fileOf, load, startService, workOff } from './support.ts';

const PNG = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

describe('self-service', () => {
  let shop: TestApp;
  let demo: Browser;
  let newbie: Browser;
  let ops: Browser;
  beforeAll(async () => {
    shop = await startService();
    demo = await shop.as('demo');
    newbie = await shop.as('newbie');
    ops = await shop.as('ops');
  });
  afterAll(() => shop.close());

  it('keeps named lists: from an order, changed, bought whole, nobody else’s', async () => {
    const one = await makeGoods(shop.db, { price: 10, stock: 100 });
    const two = await makeGoods(shop.db, { price: 5, stock: 100 });
    const order = await buy(shop, demo, 'demo', { [one]: 3, [two]: 2 });
    const { data: made, code } = await demo.call('list.create', {
      body: { name: '每周补货', order_id: order.id },
    });
    expect(code).toBe(201);
    expect((await demo.call('list.create', { body: { name: '每周补货' } })).code).toBe(422);
    expect((await newbie.call('list.create', { body: { name: '别人的', order_id: order.id } })).code).toBe(
      404,
    );
    const params = { id: made.id };
    await demo.call('list.add', { body: { list_id: made.id, goods: [{ goods_id: one, number: 8 }] } });
    const { data: list } = await demo.call('list.detail', { params });
    expect(list.list.map(({ id, number }) => [id, number])).toEqual([
      [one, 8],
      [two, 2],
    ]);
    await shop.db.updateTable('batches').set({ stock: 2 }).where('goods_id', '=', two).execute();
    await emptyCarts(shop.db);
    const bought = await demo.call('list.buy', { params, body: {} });
    expect(bought.data).toMatchObject({ added: 1, failed: 1 });
    expect(bought.message).toContain('未能加入');
    for (const call of ['list.detail', 'list.buy', 'list.remove'] as const) {
      expect([call, (await newbie.call(call, { params })).code]).toEqual([
        call,
        call === 'list.buy' ? 403 : 404,
      ]);
    }
    await demo.call('list.drop', { params, body: { goods_ids: [two] } });
    expect((await demo.call('list.all')).data.list).toMatchObject([{ name: '每周补货', kinds: 1 }]);
  });

  it('finds inspection reports by name, batch and own order, and packs them', async () => {
    const goods = await makeGoods(shop.db, {
      name: '板蓝根颗粒',
      price: 6,
      stock: 0,
      batches: [
        { number: 5, expires: '2027-06-30' },
        { number: 100, expires: '2028-06-30' },
      ],
    });
    await shop.db
      .insertInto('batch_reports')
      .values(
        ['B1', 'B2'].map((batch_number) => ({
          goods_id: goods,
          batch_number,
          upload_id: null,
          created_at: START,
        })),
      )
      .execute();
    const find = (who: Browser, query: object) => who.call('report.filter', { query });
    expect((await find(demo, { name: '板蓝根', batch: 'B2' })).data.list).toMatchObject([
      { expires: '2028-06-30' },
    ]);
    expect((await find(demo, { name: '板蓝根', batch: 'B1、B2' })).data.total).toBe(2);
    const batches = async (who: Browser) =>
      (await who.call('goods.detail', { params: { id: goods } })).data.batches.map(({ report }) => report);
    expect(await batches(demo)).toEqual([
      expect.stringMatching(/^\/api\/document\/report\/\d+$/),
      expect.stringMatching(/^\/api\/document\/report\/\d+$/),
    ]);
    expect(await batches(shop.browser())).toEqual([null, null]);
    const { no } = await buy(shop, demo, 'demo', { [goods]: 7 });
    expect((await find(demo, { order_no: no })).data.total).toBe(2);
    expect((await find(newbie, { order_no: no })).data.total).toBe(0);
    const { data: started } = await demo.call('report.zip', { body: { order_no: no } });
    await workOff(shop);
    const { data } = await demo.call('task.detail', { params: { id: started.task } });
    const zip = unzipSync((await load(shop, demo, data.task.file ?? '')).bytes);
    expect(Object.keys(zip).sort()).toEqual(['板蓝根颗粒-B1.pdf', '板蓝根颗粒-B2.pdf']);
    expect(Buffer.from(Object.values(zip)[0] ?? []).toString('latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
  });

  it('shows the report that staff uploaded in place of the demo’s', async () => {
    const goods = await makeGoods(shop.db, { name: '黄芪', price: 6, stock: 10 });
    const { data: file } = await ops.call('upload.create', {
      body: { file: fileOf('报告.png', PNG), kind: 'report' },
    });
    const body = { goods_id: goods, batch_number: 'B1', file: file.id };
    expect((await ops.call('ops-report.save', { body: { ...body, batch_number: 'B9' } })).code).toBe(404);
    expect((await ops.call('ops-report.save', { body })).code).toBe(201);
    const { data } = await demo.call('report.filter', { query: { name: '黄芪' } });
    expect(data.list[0]).toMatchObject({ source_text: '厂家报告' });
    const loaded = await load(shop, demo, data.list[0]?.file ?? '');
    expect(loaded).toMatchObject({ status: 200, type: 'image/png', bytes: PNG });
    expect((await load(shop, shop.browser(), data.list[0]?.file ?? '')).status).toBe(401);
    await ops.call('ops-report.remove', { body: { goods_id: goods, batch_number: 'B1' } });
    expect((await demo.call('report.filter', { query: { name: '黄芪' } })).data.total).toBe(0);
  });

  it('passes wanted goods and feedback to staff, and their answers back', async () => {
    const { data: want } = await demo.call('user.buy', {
      body: { name: '复方丹参滴丸', number: 60, price: 26.5 },
    });
    const goods = await makeGoods(shop.db, { price: 26, stock: 10 });
    const { code } = await shop.db
      .selectFrom('goods')
      .where('id', '=', goods)
      .select('code')
      .executeTakeFirstOrThrow();
    const answer = { state: 'found', reply: '已上架', code } as const;
    const params = { id: want.id };
    expect((await ops.call('ops-wanted.answer', { params, body: { ...answer, code: 'NOPE' } })).code).toBe(
      422,
    );
    expect((await ops.call('ops-wanted.answer', { params, body: answer })).code).toBe(200);
    const { data: seen } = await demo.call('user.buy_info', { params });
    expect(seen).toMatchObject({ state_text: '已找到', goods_url: `/list_info/${goods}`, can_close: 0 });
    expect((await newbie.call('user.buy_info', { params })).code).toBe(404);

    const { data: picture } = await demo.call('upload.create', {
      body: { file: fileOf('外箱.png', PNG), kind: 'feedback' },
    });
    const body = { kind: 'delivery', text: '外箱有压痕，请加护角', files: ['', picture.id] } as const;
    expect((await newbie.call('user.feedback', { body: { ...body, files: [picture.id] } })).code).toBe(422);
    const sent = await demo.call('user.feedback', { body: { ...body, files: [...body.files] } });
    expect(sent.code).toBe(201);
    expect((await load(shop, newbie, picture.url)).status).toBe(404);
    expect((await load(shop, ops, picture.url)).status).toBe(200);
    expect((await demo.call('user.feedback', { body: { kind: 'other', text: '  好   ' } })).code).toBe(422);
    const { data: all } = await ops.call('ops-feedback.list', { query: { state: 'open' } });
    // Without a number of their own staff call the member's.
    const { phone } = await shop.db
      .selectFrom('members')
      .where('username', '=', 'demo')
      .select('phone')
      .executeTakeFirstOrThrow();
    expect(all.list[0]?.phone).toBe(phone ?? '');
    expect(all.list[0]?.files).toEqual([{ text: '外箱.png', url: picture.url }]);
    await ops.call('ops-feedback.answer', {
      params: { id: sent.data.id },
      body: { reply: '已要求仓库加护角' },
    });
    expect((await demo.call('user.feedback_list')).data.list[0]).toMatchObject({
      answered: 1,
      reply: '已要求仓库加护角',
    });
  });

  it('exports what staff ask for as a workbook, and writes down that they did', async () => {
    const { data } = await ops.call('ops-export.start', { body: { what: 'members' } });
    await workOff(shop);
    const { data: done } = await ops.call('task.detail', { params: { id: data.task } });
    const sheet = await readSheet((await load(shop, ops, done.task.file ?? '')).bytes);
    const rows = 'rows' in sheet ? sheet.rows : [];
    expect(rows.find(([name]) => name === 'demo')?.[2]).toBe('138****5678');
    expect((await demo.call('task.detail', { params: { id: data.task } })).code).toBe(404);
    const { data: log } = await ops.call('ops.log', { query: { subject: 'export' } });
    expect(log.list[0]).toMatchObject({ action_text: '新增', label: '导出会员' });
    expect((await ops.call('ops.summary')).data.days.orders).toHaveLength(14);
  });
});
