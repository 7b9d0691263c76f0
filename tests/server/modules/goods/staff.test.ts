import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Calls } from '#generated/calls.ts';
import { DAY } from '#shop/domain/calendar.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { START } from '../../support/store.ts';
import { startZones } from '../campaigns/support.ts';

const flag = (on: boolean): 0 | 1 => (on ? 1 : 0);

describe('the back office of goods', () => {
  let shop: TestApp;
  let demo: Browser;
  let ops: Browser;

  beforeAll(async () => {
    shop = await startZones(200);
    demo = await shop.as('demo');
    ops = await shop.as('ops');
  });
  afterAll(() => shop.close());

  const edit = async (id: number, change: Partial<Calls['ops-goods.save']['body']>) => {
    const { batches: _, ...goods } = (await ops.call('ops-goods.detail', { params: { id } })).data;
    const flags = { yx: flag(goods.yx), controlled: flag(goods.controlled) };
    const ladder_type = goods.ladder_type === 1 ? 1 : 2;
    const numbers = {
      price: goods.price,
      min_number: goods.min_number,
      ladder: goods.ladder,
      levels: goods.levels,
    };
    return ops.call('ops-goods.save', {
      params: { id },
      body: { ...numbers, ladder_type, ...flags, ...change },
    });
  };
  const card = async (id: number) => (await demo.call('goods.detail', { params: { id } })).data;

  it('changes price, ladder and zone as buyers see them at once, and writes down what was before', async () => {
    expect(await edit(1, { price: 20, ladder: '10 18.5\n50 17', yx: 0 })).toMatchObject({ code: 200 });
    const goods = await card(1);
    expect(goods).toMatchObject({ price: 20, is_youx: 0 });
    expect(goods.ladder_price.map(({ number, price }) => [number, price])).toEqual([
      [10, 18.5],
      [50, 17],
    ]);
    const [entry] = (await ops.call('ops.log', { query: { subject: 'goods' } })).data.list;
    expect(entry).toMatchObject({ username: 'ops', action_text: '修改', subject_text: '商品' });
    expect(entry?.changes.map(({ field }) => field)).toContain('价格');
  });

  it('keeps what a good costs for staff alone, from the form or a sheet', async () => {
    const costOf = async (id: number) => (await ops.call('ops-goods.detail', { params: { id } })).data.cost;
    expect(await edit(6, { price: 20, ladder: '', levels: '', cost: 16.5 })).toMatchObject({ code: 200 });
    const [row] = (await ops.call('ops-goods.list', { query: { keywords: (await card(6)).code } })).data.list;
    expect(row).toMatchObject({ cost: 16.5, margin_text: '毛利率 17.5%' });
    const file = new File([`货号,成本价\n${row?.code},15.80\n${row?.code},很便宜`], '成本.csv', {
      type: 'text/csv',
    });
    const { rows } = (await ops.call('ops-goods.import', { body: { file } })).data;
    expect(rows).toMatchObject([
      { ok: 0, text: '成本价“很便宜”不是金额' },
      { ok: 1, text: '已修改 成本价' },
    ]);
    expect(await costOf(6)).toBe(15.8);
    expect(await edit(6, { price: 20, ladder: '', levels: '' })).toMatchObject({ code: 200 });
    expect(await costOf(6)).toBe(15.8);
    expect(await edit(6, { price: 20, ladder: '', levels: '', cost: 0 })).toMatchObject({ code: 200 });
    expect(await costOf(6)).toBeNull();
  });

  it('refuses a ladder that grows dearer, or is no ladder', async () => {
    expect(await edit(1, { price: 20, ladder: '10 21' })).toMatchObject({ code: 422 });
    expect(await edit(1, { price: 20, ladder: '10 18\n50 19' })).toMatchObject({ code: 422 });
    expect(await edit(1, { price: 20, ladder: '十盒便宜点' })).toMatchObject({ code: 422 });
    expect(await edit(1, { price: 20, ladder: '10 18\n10 17' })).toMatchObject({ code: 422 });
    expect((await card(1)).ladder_price).toHaveLength(2);
  });

  it('gives prices to levels that there are, none above what everybody pays', async () => {
    const errors = async (levels: string) => {
      const { code, data } = await edit(5, { price: 20, ladder: '', levels });
      return { code, errors: (data as { errors?: Record<string, string[]> } | null)?.errors };
    };
    const refused = (message: string) => ({ code: 422, errors: { levels: [message] } });
    expect(await errors('9 9')).toEqual(refused('没有等级 9，现有等级：1、2、3'));
    expect(await errors('2 99')).toEqual(refused('等级 2 的价格高于单价'));
    expect(await edit(5, { price: 20, ladder: '', levels: '2 20\n3 18' })).toMatchObject({ code: 200 });
    const { code } = await card(5);
    const file = new File([`货号,价格\n${code},19`], '调价.csv', { type: 'text/csv' });
    const { data } = await ops.call('ops-goods.import', { body: { file } });
    expect(data.rows).toMatchObject([{ ok: 0, text: '等级 2 的价格高于单价，请先改等级价' }]);
  });

  it('takes goods off the shelf and puts them back', async () => {
    await ops.call('ops-goods.shelf', { body: { ids: [2, 3], on_sale: 0 } });
    expect(await demo.call('goods.detail', { params: { id: 2 } })).toMatchObject({ code: 404 });
    expect(
      (await ops.call('ops-goods.list', { query: { state: 'off' } })).data.list.map(({ id }) => id),
    ).toEqual([2, 3]);
    expect((await ops.call('ops-goods.shelf', { body: { ids: [2, 3], on_sale: 1 } })).data).toEqual({
      total: 2,
    });
    expect(await demo.call('goods.detail', { params: { id: 2 } })).toMatchObject({ code: 200 });
  });

  it('keeps a batch’s stock at what orders have reserved', async () => {
    const body = { batch_number: 'TEST1', made: '2026-01-01', expires: '2028-12-31', stock: 40 };
    expect(await ops.call('ops-goods.batch', { params: { id: 4 }, body })).toMatchObject({ code: 200 });
    await shop.db.updateTable('batches').set({ reserved: 30 }).where('batch_number', '=', 'TEST1').execute();
    expect(
      await ops.call('ops-goods.batch', { params: { id: 4 }, body: { ...body, stock: 29 } }),
    ).toMatchObject({ code: 422 });
    expect(
      await ops.call('ops-goods.batch', { params: { id: 4 }, body: { ...body, stock: 30 } }),
    ).toMatchObject({ code: 200 });
    expect(
      await ops.call('ops-goods.batch', { params: { id: 4 }, body: { ...body, expires: '2028-02-30' } }),
    ).toMatchObject({ code: 422 });
    expect(
      await ops.call('ops-goods.batch', { params: { id: 4 }, body: { ...body, expires: '2025-01-01' } }),
    ).toMatchObject({ code: 422 });
  });

  it('imports a sheet row by row: what is wrong says why, what is right is changed', async () => {
    const sheet = [
      '货号,价格,阶梯价,优选,上架',
      'SW000005,33.30,20 30/50 28,是,是',
      'SW999999,10,,,',
      'SW000006,abc,,,',
      'SW000007,,20 99999,,',
      'SW000008,,,也许,',
      ',5,,,',
      'SW000009,,,,否',
    ].join('\n');
    const answer = await ops.call('ops-goods.import', {
      body: { file: new File([sheet], '改价.csv', { type: 'text/csv' }) },
    });
    expect(answer).toMatchObject({ code: 200, data: { total: 7, added: 2, failed: 5 } });
    const byRow = new Map(answer.data.rows.map((row) => [row.id, row]));
    expect(byRow.get(2)).toMatchObject({ ok: 1, label: 'SW000005' });
    expect(byRow.get(3)?.text).toContain('没有这个货号');
    expect(byRow.get(4)?.text).toContain('不是金额');
    expect(byRow.get(5)?.text).toContain('高于单价');
    expect(byRow.get(6)?.text).toContain('是 或 否');
    expect(byRow.get(7)?.text).toContain('没有货号');
    expect(await card(5)).toMatchObject({ is_youx: 1 });
    expect((await ops.call('ops-goods.detail', { params: { id: 5 } })).data).toMatchObject({
      price: 33.3,
      ladder: '20 30.00\n50 28.00',
    });
    expect(await demo.call('goods.detail', { params: { id: 9 } })).toMatchObject({ code: 404 });
    const wrong = new File(['价格\n10'], 'x.csv', { type: 'text/csv' });
    expect(await ops.call('ops-goods.import', { body: { file: wrong } })).toMatchObject({
      code: 422,
    });
  });

  it('gives a brand its makers, and the wall shows it at once', async () => {
    const maker = await shop.db
      .selectFrom('makers')
      .select(['id', 'name'])
      .where('brand_id', 'is', null)
      .executeTakeFirstOrThrow();
    const made = await ops.call('ops-brand.save', {
      body: { name: '试品牌', slogan: '一句话', hue: 100, makers: maker.name },
    });
    expect(made.code).toBe(201);
    const brand = (await demo.call('brand.detail', { params: { id: made.data.id } })).data;
    expect(brand).toMatchObject({
      name: '试品牌',
      letter: 'S',
      makers: [{ value: String(maker.id), label: maker.name }],
    });
    expect(await ops.call('ops-brand.save', { body: { name: '试品牌' } })).toMatchObject({ code: 422 });
    expect(
      await ops.call('ops-brand.save', { body: { name: '另一个', makers: '没有这个厂' } }),
    ).toMatchObject({ code: 422 });
  });

  it('opens an activity with its goods under an address of its own', async () => {
    const body = {
      key: 'spring',
      kind: 'zone' as const,
      name: '春季专区',
      subtitle: '',
      rules: '第一条\n第二条',
      sections: '感冒：SW000001 SW000005\n外用：SW000010',
      starts_at: START,
      ends_at: START + DAY,
    };
    expect(await ops.call('ops-activity.save', { body })).toMatchObject({ code: 201 });
    const page = (await demo.call('goods.activity', { params: { key: 'spring' }, query: { kind: 'zone' } }))
      .data;
    expect(page).toMatchObject({
      state: 'open',
      goods_total: 3,
      rules: ['第一条', '第二条'],
      url: '/zqmb?id=spring',
    });
    expect(page.sections.map(({ name, list }) => [name, list.map(({ code }) => code)])).toEqual([
      ['感冒', ['SW000001', 'SW000005']],
      ['外用', ['SW000010']],
    ]);
    expect(
      await ops.call('ops-activity.save', { body: { ...body, key: 'other', sections: '感冒：SW777777' } }),
    ).toMatchObject({ code: 422 });
    expect(await ops.call('ops-activity.save', { body })).toMatchObject({ code: 422 });
  });
});
