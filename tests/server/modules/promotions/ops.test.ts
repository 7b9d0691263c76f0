import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeWorkbook, XLSX } from '#server/kernel/sheets/write.ts';
import { runTasks } from '#server/kernel/tasks/worker.ts';
import { PARTS } from '#server/modules/index.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { shopRegistry } from '../../support/registry.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';

describe('promotions in the back office', () => {
  let shop: TestApp;
  let ops: Browser;
  let buyer: Browser;
  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    ops = await shop.as('ops');
    buyer = await shop.as('demo');
  });
  afterAll(() => shop.close());

  const window = { starts_at: START, ends_at: START + 86_400 };
  const save = (kind: string, rule: Record<string, unknown>, more = {}) =>
    ops.call('ops-promotion.save', { body: { kind, name: `新的${kind}`, ...window, rule, ...more } });

  it('goes from draft to buyers and back, and every act is written down', async () => {
    const goods_id = await makeGoods(shop.db, { price: 10, stock: 100 });
    const { data } = await save('spike', {});
    const { id } = data;
    const publish = (published: 0 | 1) =>
      ops.call('ops-promotion.publish', { params: { id }, body: { published } });
    expect(await publish(1)).toMatchObject({ code: 422, message: '至少选择 1 种商品' });
    const put = (price: number) =>
      ops.call('ops-promotion.put', {
        params: { id },
        body: { goods_id, role: 'goods', price, stock: 20, member_limit: 5 },
      });
    expect(await put(11)).toMatchObject({ code: 422, message: '活动价不能高于原价' });
    expect(await put(8)).toMatchObject({ code: 201 });
    const seen = async () => {
      const { data: page } = await buyer.call('activity.promotions', { query: { id } });
      return page.list.map(({ offers }) => offers.map(({ price }) => price));
    };
    expect(await seen()).toEqual([]);
    expect(await publish(1)).toMatchObject({ code: 200 });
    expect(await seen()).toEqual([[8]]);
    expect((await ops.call('ops-promotion.source', { params: { id } })).data).toMatchObject({
      words: ['共 1 种商品', expect.stringContaining('秒杀价 ¥8.00')],
      problem: '',
      state_text: '进行中',
    });
    await publish(0);
    expect(await seen()).toEqual([]);
    const log = (await ops.call('ops.log', { query: { subject: 'promotion' } })).data.list;
    expect(log.slice(0, 3).map(({ action_text }) => action_text)).toEqual(['撤下', '发布', '新增']);
  });

  it('shows what a rule means before it is saved, and names the field that makes no sense', async () => {
    const preview = async (rule: Record<string, unknown>) =>
      (await ops.call('ops-promotion.preview', { body: { kind: 'manjian', rule } })).data;
    expect(await preview({ tiers: '200 减 10' })).toEqual({
      words: ['满 ¥200.00 减 ¥10.00'],
      problem: '',
      field: '',
    });
    expect(await preview({ tiers: '10 减 20' })).toMatchObject({ field: 'tiers', words: [] });
    expect(await save('manjian', { tiers: '10 减 20' })).toMatchObject({
      code: 422,
      data: { errors: { 'rule.tiers': ['优惠不能超过门槛：10 减 20'] } },
    });
  });

  it('refuses a draft whose fields make no sense, though it has no goods yet', async () => {
    const drafts = [
      ['group', { by: 'x', need: 5, hours: 24 }, 'by'],
      ['group', { by: 'units', need: 5, hours: 721 }, 'hours'],
      ['exchange', { amount: 0 }, 'amount'],
      ['manjian', { tiers: '-200 减 10' }, 'tiers'],
    ] as const;
    for (const [kind, rule, field] of drafts) {
      const { code, data } = await save(kind, rule);
      expect({ kind, code, data }).toMatchObject({
        kind,
        code: 422,
        data: { errors: { [`rule.${field}`]: [expect.any(String)] } },
      });
    }
  });

  it('asks only for what the kind takes, and says what it cannot do without', async () => {
    const blank = async (kind: string) => (await ops.call('ops-promotion.blank', { params: { kind } })).data;
    const spike = await blank('spike');
    expect(spike.offer_fields).toContainEqual(expect.objectContaining({ name: 'stock', required: true }));
    expect(spike.offer_fields.find(({ name }) => name === 'stock')?.hint).toBeUndefined();
    expect(spike.bulk_fields).toMatchObject([
      { name: 'role', kind: 'hidden', value: 'goods' },
      {
        name: 'text',
        placeholder: 'SW000001 9.90 200 10',
        hint: expect.stringContaining('活动价 库存 限购'),
      },
    ]);
    const gift = await blank('gift');
    expect(gift.offer_fields.find(({ name }) => name === 'stock')).toMatchObject({ hint: '不填是不限' });
    expect(gift.bulk_fields[0]).toMatchObject({
      kind: 'radio',
      options: [
        { value: 'goods', label: '商品' },
        { value: 'gift', label: '赠品' },
      ],
    });
    expect((await blank('manjian')).bulk_fields[1]).toMatchObject({ placeholder: 'SW000001' });
  });

  it('keeps out what the kind bars, and sets whose goods do not ship as one', async () => {
    const hm = await makeGoods(shop.db, { price: 10, stock: 9, hm: true });
    const here = await makeGoods(shop.db, { price: 10, stock: 9 });
    const there = await makeGoods(shop.db, { price: 10, stock: 9, warehouse: 2 });
    const { id } = (await save('set', { price: 15 })).data;
    const put = (goods_id: number) =>
      ops.call('ops-promotion.put', { params: { id }, body: { goods_id, role: 'goods', number: 1 } });
    expect(await put(hm)).toMatchObject({ code: 422, message: expect.stringContaining('含麻商品不能参加') });
    await put(here);
    await put(there);
    const published = await ops.call('ops-promotion.publish', { params: { id }, body: { published: 1 } });
    expect(published).toMatchObject({ code: 422, message: '组合里的商品须从同一个仓库发货' });
  });

  it('takes many goods at once, each line answered for', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 9 });
    const { code } = await shop.db
      .selectFrom('goods')
      .where('id', '=', id)
      .select('code')
      .executeTakeFirstOrThrow();
    const promotion = (await save('spike', {})).data.id;
    const { data } = await ops.call('ops-promotion.bulk', {
      params: { id: promotion },
      body: { role: 'goods', text: `${code} 9.5 200 10\nX9 1\n${code} 十元\n${code} 99` },
    });
    expect(data.results.map(({ ok, message }) => [ok, message])).toEqual([
      [true, '已加入'],
      [false, '没有这个货号或条码的商品'],
      [false, '活动价“十元”不是金额'],
      [false, '活动价不能高于原价'],
    ]);
    expect((await ops.call('ops-promotion.goods', { params: { id: promotion } })).data.list).toMatchObject([
      { price: 9.5, stock: 200, member_limit: 10 },
    ]);
  });

  const workbook = async (head: string[], rows: (string | number)[][]) => {
    const columns = head.map((header) => ({ header }));
    const bytes = await writeWorkbook([{ name: '商品', columns, rows }]);
    return new File([Buffer.from(bytes)], '秒杀.xlsx', { type: XLSX });
  };
  const codesOf = async (ids: readonly number[]) =>
    (
      await shop.db
        .selectFrom('goods')
        .where('id', 'in', [...ids])
        .orderBy('id')
        .select('code')
        .execute()
    ).map(({ code }) => code);

  it('takes a sheet of goods, each row answered for', async () => {
    const ids = [
      await makeGoods(shop.db, { price: 10, stock: 9 }),
      await makeGoods(shop.db, { price: 10, stock: 9 }),
    ];
    const [one = '', other = ''] = await codesOf(ids);
    const { id } = (await save('gift', { amount: 100, most: 1 })).data;
    const file = await workbook(
      ['货号', '类别', '活动价', '件数', '库存'],
      [
        [one, '商品', '', '', ''],
        [other, '赠品', 0, 2, 50],
        [other, '样品', '', '', ''],
        [one, '赠品', '免费', '', ''],
        [one, '商品', 5, '', ''],
        ['NONE', '', '', '', ''],
      ],
    );
    const { data } = await ops.call('ops-promotion.import', { params: { id }, body: { file } });
    expect(data).toMatchObject({ task: 0, total: 6, added: 2, failed: 4 });
    expect(data.rows.map(({ id: row, text }) => [row, text])).toEqual([
      [4, '满赠里没有“样品”，类别填 商品 或 赠品'],
      [5, '活动价“免费”不是金额'],
      [6, '满赠的商品不填活动价'],
      [7, '没有这个货号或条码的商品'],
      [2, '已加入'],
      [3, '已加入'],
    ]);
    const { data: goods } = await ops.call('ops-promotion.goods', { params: { id } });
    expect(goods.list).toMatchObject([
      { role: 'gift', price: 0, number: 2, stock: 50 },
      { role: 'goods', price: null },
    ]);
    const wrong = await workbook(['名称'], [['布洛芬']]);
    expect(await ops.call('ops-promotion.import', { params: { id }, body: { file: wrong } })).toMatchObject({
      code: 422,
      data: { errors: { file: [expect.stringContaining('第一行应是列名')] } },
    });
  });

  it('makes a task of a long sheet, in the name of who sent it', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1) ids.push(await makeGoods(shop.db, { price: 10, stock: 9 }));
    const codes = await codesOf(ids);
    const { id } = (await save('spike', {})).data;
    const rows = Array.from({ length: 250 }, (_, index) => [codes[index] ?? `NONE${index}`, 9, 100, 2]);
    const file = await workbook(['货号', '活动价', '活动库存', '每家限购'], rows);
    const { code, data } = await ops.call('ops-promotion.import', { params: { id }, body: { file } });
    expect({ code, total: data.total }).toEqual({ code: 201, total: 250 });
    const { site } = await shopRegistry();
    const { pageTables } = shop.app;
    await runTasks({ db: shop.db, site, uploads: shop.uploads, pageTables, now: START }, PARTS.tasks);
    const { data: task } = await ops.call('task.detail', { params: { id: data.task } });
    expect(task).toMatchObject({ task: { note: '5 行已导入，245 行未能导入' }, failed: 245 });
    expect((await ops.call('ops-promotion.goods', { params: { id } })).data.total).toBe(5);
    const { list } = (await ops.call('ops.log', { query: { subject: 'promotion_goods' } })).data;
    expect(list[0]).toMatchObject({ username: 'ops', action_text: '新增' });
  });

  it('keeps what buyers see readable: no good without a price comes into it, nor does its last good go', async () => {
    const [first, second] = [
      await makeGoods(shop.db, { price: 10, stock: 9 }),
      await makeGoods(shop.db, { price: 10, stock: 9 }),
    ];
    const { id } = (await save('spike', {})).data;
    const put = (goods_id: number, figures = {}) =>
      ops.call('ops-promotion.put', { params: { id }, body: { goods_id, role: 'goods', ...figures } });
    expect(await put(second)).toMatchObject({ code: 201 });
    const publish = () => ops.call('ops-promotion.publish', { params: { id }, body: { published: 1 } });
    expect(await publish()).toMatchObject({ code: 422, message: expect.stringContaining('请填写活动价') });
    expect(await put(second, { price: 8 })).toMatchObject({ code: 200 });
    expect(await publish()).toMatchObject({ code: 422, message: expect.stringContaining('请填写活动库存') });
    const { data: offer } = await put(second, { price: 8, stock: 5 });
    expect(await publish()).toMatchObject({ code: 200 });
    expect(await put(first)).toMatchObject({ code: 422, message: expect.stringContaining('请填写活动价') });
    const remove = () => ops.call('ops-promotion.remove', { params: { id, offer: offer.id } });
    expect(await remove()).toMatchObject({ code: 422, message: expect.stringContaining('请先撤下促销') });
    await ops.call('ops-promotion.publish', { params: { id }, body: { published: 0 } });
    expect(await remove()).toMatchObject({ code: 200 });
  });

  it('issues coupons and vouchers to members, and takes back what was not used', async () => {
    const coupon = await ops.call('ops-coupon.save', {
      body: {
        name: '全场 92 折',
        kind: 'percent',
        value: 9.2,
        threshold: 300,
        scope: 'all',
        days: 30,
        starts_at: START,
        member_limit: 1,
      },
    });
    const { id } = coupon.data;
    const issued = await ops.call('ops-coupon.issue', {
      params: { id },
      body: { usernames: 'demo, nobody' },
    });
    expect(issued.data).toMatchObject({ done: 1, refused: 1 });
    const usable = async () =>
      (await buyer.call('user.availableCoupon')).data.list.filter(({ name }) => name === '全场 92 折');
    expect(await usable()).toMatchObject([{ kind: 'percent', value: 0.92, threshold: 300 }]);
    const [held] = (await ops.call('ops-coupon.held', { params: { id } })).data.list;
    expect(held).toMatchObject({ username: 'demo', status_text: '未使用', revocable: 1 });
    const revoke = () => ops.call('ops-coupon.revoke', { params: { id: held?.id ?? 0 } });
    expect(await revoke()).toMatchObject({ code: 200 });
    expect(await revoke()).toMatchObject({ code: 422 });
    expect(await usable()).toEqual([]);
    await ops.call('ops-voucher.issue', {
      body: { name: '补偿券', amount: 12.5, days: 10, usernames: 'demo' },
    });
    expect((await buyer.call('user.voucher')).data).toMatchObject({ sum: 12.5, list: [{ name: '补偿券' }] });
  });
});
