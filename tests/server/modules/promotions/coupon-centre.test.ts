import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';

describe('the coupon centre', () => {
  let shop: TestApp;
  let buyer: Browser;

  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    buyer = await shop.as('demo');
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    shop.clock.now = START;
    await shop.db
      .updateTable('company_coupons')
      .set({ is_void: true })
      .where('purchase_id', 'is', null)
      .execute();
  });

  it('gives coupons of the centre as far as they go, and no more than the company may have', async () => {
    const { id } = await shop.db
      .insertInto('coupons')
      .values({
        name: '满 100 减 5',
        kind: 'amount',
        value: 500,
        threshold_fen: 10_000,
        scope: 'all',
        scope_text: '全场通用',
        starts_at: START,
        ends_at: START + 100,
        total: 2,
        listed: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const offer = async () => (await buyer.call('coupon.list')).data.list.find((one) => one.id === id);
    const receive = () => buyer.call('coupon.receive', { params: { id } });
    expect(await offer()).toMatchObject({ can_receive: true, left: 2, state: 'open' });
    expect(await receive()).toMatchObject({ code: 201 });
    expect(await receive()).toMatchObject({ code: 422, message: '您已领取过这张优惠券' });
    expect(await offer()).toMatchObject({ can_receive: false, notice: '已领取', left: 1 });
    expect((await buyer.call('user.couponNum')).data.usable).toBe(1);
    shop.clock.now = START + 100;
    expect(await offer()).toMatchObject({ state: 'ended', notice: '领取已结束' });
    expect(await receive()).toMatchObject({ code: 404 });
  });

  it('lists the coupon centre in pages', async () => {
    const values = Array.from({ length: 25 }, (_, index) => ({
      name: `第 ${index} 张`,
      kind: 'amount' as const,
      value: 500,
      threshold_fen: 0,
      scope: 'all' as const,
      scope_text: '全场通用',
      starts_at: shop.clock.now,
      ends_at: shop.clock.now + 100,
      total: 2,
      listed: true,
    }));
    await shop.db.insertInto('coupons').values(values).execute();
    const page = async (number: number) =>
      (await buyer.call('coupon.list', { query: { page: number } })).data;
    const [first, second] = [await page(1), await page(2)];
    expect(first).toMatchObject({ page: 1, page_size: 20, total: first.list.length + second.list.length });
    expect([first.list.length, second.list.length >= 5]).toEqual([20, true]);
    expect(new Set([...first.list, ...second.list].map(({ id }) => id)).size).toBe(first.total);
  });
});
