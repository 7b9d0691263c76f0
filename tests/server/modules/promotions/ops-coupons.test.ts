import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkBooks } from '#server/modules/ledger/index.ts';
import { giveCoupon } from '#server/modules/promotions/coupons/centre.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { companyOf } from '../campaigns/support.ts';

/** Does anybody wait for what a transaction holds? Not to be asked within it: what it sees of others stands still. */
async function isWaiting(db: TestApp['db']): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
    db,
  );
  return rows.length > 0;
}

// What is given out at the very moment of a change shows on a real PostgreSQL only.
describe('coupons in the back office', () => {
  let shop: TestApp;
  let ops: Browser;
  let buyer: Browser;
  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    ops = await shop.as('ops');
    buyer = await shop.as('demo');
  });
  afterAll(() => shop.close());

  const terms = {
    name: '满 100 减 10',
    kind: 'amount' as const,
    value: 10,
    threshold: 100,
    scope: 'all' as const,
    days: 30,
    starts_at: START,
    member_limit: 1,
  };
  const save = (more: object) => ops.call('ops-coupon.save', { body: { ...terms, ...more } });
  const issue = (id: number) => ops.call('ops-coupon.issue', { params: { id }, body: { usernames: 'demo' } });
  const listed = async (id: number) =>
    (await ops.call('ops-coupon.list', {})).data.list.find((coupon) => coupon.id === id);
  const held = async (name: string) =>
    (await buyer.call('user.availableCoupon')).data.list.find((coupon) => coupon.name === name);

  it('may be changed in everything while nobody has one', async () => {
    const { id } = (await save({})).data;
    expect(await listed(id)).toMatchObject({ fixed: false, fixed_text: '' });
    expect(await save({ id, kind: 'percent', value: 9.2, threshold: 50 })).toMatchObject({ code: 200 });
    expect(await listed(id)).toMatchObject({ kind: 'percent', value: 9.2, threshold: 50 });
  });

  it('keeps kind, value, threshold and scope once a member has one, and says why', async () => {
    const name = '新客礼券';
    const { id } = (await save({ name })).data;
    await issue(id);
    const goods = await makeGoods(shop.db, { price: 10, stock: 1 });
    const { code } = await shop.db
      .selectFrom('goods')
      .where('id', '=', goods)
      .select('code')
      .executeTakeFirstOrThrow();
    const said = '已发给会员 1 张，种类、优惠、门槛与范围不能再改；要换请停用它，另建一种';
    const changes = {
      kind: { kind: 'percent', value: 1 },
      value: { value: 1 },
      threshold: { threshold: 20 },
      scope: { scope: 'goods', goods: code },
    };
    for (const [field, change] of Object.entries(changes)) {
      expect(await save({ id, name, ...change })).toMatchObject({
        code: 422,
        data: { errors: { [field]: [said] } },
      });
    }
    expect(await held(name)).toMatchObject({ kind: 'amount', value: 10, threshold: 100 });
    expect(await listed(id)).toMatchObject({ fixed: true, fixed_text: said });
    expect(await save({ id, name: '新客券', days: 7, total: 50 })).toMatchObject({ code: 200 });
    expect(await held('新客券')).toMatchObject({ value: 10, threshold: 100 });
  });

  it('does not change under one that is being given at the same moment', async () => {
    const { id } = (await save({ name: '同时' })).data;
    const companyId = await companyOf(shop.db, 'demo');
    const { changed } = await shop.db.transaction().execute(async (db) => {
      await giveCoupon(db, { couponId: id, companyId, startsAt: START, endsAt: START + 1 });
      const waiting = save({ id, name: '同时', value: 90 });
      await vi.waitUntil(() => isWaiting(shop.db), { timeout: 20_000, interval: 20 });
      return { changed: waiting };
    });
    expect(await changed).toMatchObject({ code: 422 });
    expect(await listed(id)).toMatchObject({ value: 10 });
  });

  it('are counted as they are given out, and the books name one that is not', async () => {
    const { id } = (await save({ name: '发放' })).data;
    const companyId = await companyOf(shop.db, 'demo');
    const held = async () => (await ops.call('ops-coupon.held', { params: { id } })).data.total;
    expect([(await listed(id))?.issued, await held()]).toEqual([0, 0]);
    const grant = { couponId: id, companyId, startsAt: START, endsAt: START + 1 };
    await giveCoupon(shop.db, grant);
    await giveCoupon(shop.db, grant);
    expect([(await listed(id))?.issued, await held()]).toEqual([2, 2]);
    const count = (issued: number) =>
      shop.db.updateTable('coupon_counts').set({ issued }).where('coupon_id', '=', id).execute();
    await count(3);
    const { breaches } = await checkBooks(shop.db);
    await count(2);
    expect(breaches).toEqual([expect.stringMatching(`coupon ${id}$`)]);
  });

  it('is for categories and brands chosen from lists, and for goods by their code or barcode', async () => {
    await shop.db
      .insertInto('categories')
      .values({ id: 5, parent_id: 1, tree: 'drug', name: '感冒', icon: null, position: 1, same_as: null })
      .execute();
    const choices = (await ops.call('ops-coupon.list', {})).data;
    expect(choices.categories).toEqual([
      { value: '1', label: '西药' },
      { value: '5', label: '西药 › 感冒' },
    ]);
    expect(choices.brands).toEqual([{ value: '1', label: '品牌' }]);
    const saved = async (scope: object) => {
      const { code, data } = await save(scope);
      expect(code).toBe(201);
      return listed(data.id);
    };
    expect(await saved({ scope: 'category', categories: [5] })).toMatchObject({
      scope_text: '限感冒',
      categories: ['5'],
      brands: [],
      goods: '',
    });
    expect(await saved({ scope: 'brand', brands: [1] })).toMatchObject({
      scope_text: '限品牌',
      brands: ['1'],
    });
    const id = await makeGoods(shop.db, { name: '布洛芬', price: 10, stock: 1 });
    await shop.db
      .updateTable('goods')
      .set({ code: 'SW900001', barcode: '2999' })
      .where('id', '=', id)
      .execute();
    const goods = { scope_text: '限布洛芬', goods: 'SW900001' };
    expect(await saved({ scope: 'goods', goods: 'sw900001，2999' })).toMatchObject(goods);
    expect(await save({ scope: 'goods', goods: 'SW900001 NONE' })).toMatchObject({
      code: 422,
      data: { errors: { goods: ['没有这个货号或条码的商品：NONE'] } },
    });
    expect(await save({ scope: 'brand' })).toMatchObject({ data: { errors: { brands: ['请选择品牌'] } } });
    expect(await save({ scope: 'category', categories: [99] })).toMatchObject({ code: 422 });
  });

  it('takes off no more than its threshold, unless it has none', async () => {
    expect(await save({ value: 10, threshold: 5 })).toMatchObject({
      code: 422,
      data: { errors: { value: ['减的金额不能超过门槛'] } },
    });
    expect(await save({ value: 10, threshold: 10 })).toMatchObject({ code: 201 });
    expect(await save({ value: 10, threshold: 0 })).toMatchObject({ code: 201 });
    expect(await save({ kind: 'percent', value: 10 })).toMatchObject({ code: 422 });
  });
});
