import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeGoods, makeShelf } from '../commerce/shelf.ts';
import { startApp, type TestApp } from '../support/app.ts';
import type { Browser } from '../support/browser.ts';
import { START } from '../support/store.ts';

describe('promotions in the back office', () => {
  let shop: TestApp;
  let ops: Browser;
  let buyer: Browser;
  beforeAll(async () => {
    shop = await startApp({ engine: 'pglite', seed: makeShelf });
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
      words: [expect.stringContaining('秒杀价 ¥8.00')],
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
      data: { errors: { tiers: ['优惠不能超过门槛：10 减 20'] } },
    });
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
