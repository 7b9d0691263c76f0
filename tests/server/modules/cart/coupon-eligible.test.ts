import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import {
  companyOf,
  emptyCarts,
  grantRights,
  makeCoupon,
  makeGoods,
  makeShelf,
  openPromotion,
} from '../../support/shelf.ts';
import { eligibleTotal } from './eligible.ts';

/** One good of each kind that coupons treat in a way of its own. */
async function makeKinds({ db }: TestApp) {
  const stock = 10_000;
  const plain = await makeGoods(db, { price: 33.33, stock, ladder: [[10, 31.11]] });
  const other = await makeGoods(db, { price: 7.77, stock });
  const controlled = await makeGoods(db, { price: 20.05, stock, controlled: true });
  await grantRights(db, await companyOf(db, 'demo'), controlled);
  const hm = await makeGoods(db, { price: 15.15, stock, hm: true });
  const spike = await makeGoods(db, { price: 12, stock, spike: { price: 6.66, total: 5000, limit: 40 } });
  const gift = await makeGoods(db, { price: 5, stock });
  const cheap = await makeGoods(db, { price: 19, stock });
  const exchange = await openPromotion(db, 'exchange', { amount: 60, units: 3 }, [
    { goods_id: cheap, role: 'exchange', price: 4.44 },
  ]);
  const set = await openPromotion(db, 'set', { price: 35 }, [
    { goods_id: plain, number: 1 },
    { goods_id: other, number: 1 },
  ]);
  await openPromotion(db, 'manjian', { tiers: '50 减 3.33\n300 减 29.99' }, [
    { goods_id: plain },
    { goods_id: controlled },
  ]);
  await openPromotion(db, 'gift', { amount: 90, most: 2 }, [
    { goods_id: plain },
    { goods_id: gift, role: 'gift', price: 0.5, number: 1 },
  ]);
  return [
    { goods_id: plain },
    { goods_id: other },
    { goods_id: controlled },
    { goods_id: hm },
    { goods_id: spike },
    { goods_id: spike, type: 0 },
    { goods_id: cheap, type: 3, goods_price_id: exchange },
    { goods_id: plain, type: 3, goods_price_id: set },
  ];
}

/** Up to two lines of each kind are chosen or not; `welfare`: everything else is paid at 94%. */
const baskets = fc.record({
  welfare: fc.boolean(),
  lines: fc.array(fc.record({ number: fc.integer({ min: 1, max: 45 }), selected: fc.boolean() }), {
    minLength: 8,
    maxLength: 8,
  }),
  take: fc.subarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
});

describe('the coupon-eligible total', () => {
  let shop: TestApp;
  let buyer: Browser;
  let company: number;
  let kinds: Awaited<ReturnType<typeof makeKinds>>;
  let welfare: number;

  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    buyer = await shop.as('demo');
    company = await companyOf(shop.db, 'demo');
    kinds = await makeKinds(shop);
    welfare = await openPromotion(shop.db, 'welfare', { percent: 94 });
  });
  afterAll(() => shop.close());

  async function fill({ lines, take, ...basket }: typeof baskets extends fc.Arbitrary<infer T> ? T : never) {
    await emptyCarts(shop.db);
    await shop.db.deleteFrom('company_coupons').execute();
    await shop.db
      .updateTable('promotions')
      .set({ withdrawn: !basket.welfare })
      .where('id', '=', welfare)
      .execute();
    const params = take.flatMap((kind) => {
      const good = kinds[kind];
      const line = lines[kind];
      return good && line ? [{ ...good, number: good.type === 3 ? 1 : line.number }] : [];
    });
    const { code, data } = await buyer.call('cart.add', { body: { params } });
    if (code !== 200) return null;
    const ids = data.ids.filter((_, index) => lines[take[index] ?? 0]?.selected === false);
    if (ids.length > 0) await buyer.call('cart.select', { body: { ids, is_selected: 0 } });
    return (await buyer.call('cart.list')).data;
  }

  it('is what checkout holds coupons against, whatever is in the cart', async () => {
    let coupons = 0;
    await fc.assert(
      fc.asyncProperty(baskets, async (basket) => {
        const cart = await fill(basket);
        fc.pre(cart !== null && cart.summary.selected_ids.length > 0);
        const eligible = eligibleTotal(cart.data);
        expect(cart.summary.coupon_total).toBe(eligible);
        const body = { ids: cart.summary.selected_ids };
        fc.pre(eligible > 0);
        const reached = await makeCoupon(shop.db, company, { value: 0.01, threshold: eligible });
        const missed = await makeCoupon(shop.db, company, { value: 0.01, threshold: eligible + 0.01 });
        const { data } = await buyer.call('cart.checkout', { body });
        expect(data.coupon_total).toBe(eligible);
        const stated = new Map(data.coupons.map(({ id, usable, reason }) => [id, { usable, reason }]));
        coupons += 1;
        expect(stated.get(reached)).toEqual({ usable: true, reason: null });
        expect(stated.get(missed)).toEqual({ usable: false, reason: '还差 ¥0.01 可用' });
        // What is shown as usable is charged so.
        const chosen = await buyer.call('cart.checkout', { body: { ...body, coupon_id: reached } });
        expect(chosen.data).toMatchObject({ coupon_id: reached, coupon_reduce: 0.01 });
      }),
      { numRuns: 40 },
    );
    expect(coupons).toBeGreaterThan(5);
  });
});
