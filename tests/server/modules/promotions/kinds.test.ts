import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf, USE_TYPE } from '#server/modules/ledger/ledger.ts';
import { expirePoints } from '#server/modules/ledger/points/expire.ts';
import { givePoints, pointsOf, takePoints } from '#server/modules/ledger/points/points.ts';
import { expireVouchers } from '#server/modules/promotions/vouchers/expire.ts';
import { giveVoucher } from '#server/modules/promotions/vouchers/give.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { addressOf, auditBooks, fillCart, giveMoney, order } from '../../support/buyer.ts';
import {
  companyOf,
  emptyCarts,
  makeCoupon,
  makeGoods,
  makeShelf,
  openPromotion,
} from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { completeOrder, refund } from './complete.ts';

describe('promotions in a purchase', () => {
  let shop: TestApp;
  let buyer: Browser;
  let company: number;
  let address_id: number;

  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    buyer = await shop.as('demo');
    company = await companyOf(shop.db, 'demo');
    address_id = await addressOf(shop.db, 'demo');
    await giveMoney(shop.db, 'demo', 100_000);
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    shop.clock.now = START;
    await emptyCarts(shop.db);
    await shop.db.updateTable('promotions').set({ withdrawn: true }).execute();
    await shop.db
      .updateTable('company_coupons')
      .set({ is_void: true })
      .where('purchase_id', 'is', null)
      .execute();
  });
  afterEach(() => auditBooks(shop.db));

  const cart = async () => (await buyer.call('cart.list')).data;
  const checkout = async (ids: number[], body = {}) =>
    (await buyer.call('cart.checkout', { body: { ids, ...body } })).data;
  const place = async (ids: number[], body = {}) => {
    const placed = await order(buyer, { ids, address_id, ...body });
    expect(placed).toMatchObject({ code: 201 });
    const [id] = placed.data.ids;
    return (await buyer.call('order.detail', { params: { id: id ?? 0 } })).data;
  };
  const pay = (order_id: number) =>
    buyer.call('pay.start', { params: { order_id: String(order_id) }, body: { method: 'balance' } });

  it('sells a set as one line, freezes its goods with their shares, and gives its stock back', async () => {
    const a = await makeGoods(shop.db, { price: 7.77, stock: 100 });
    const b = await makeGoods(shop.db, { price: 4.55, stock: 100 });
    const set = await openPromotion(
      shop.db,
      'set',
      { price: 17.77 },
      [
        { goods_id: a, number: 2 },
        { goods_id: b, number: 1 },
      ],
      { name: '家庭装', stock: 5, limit: 4 },
    );
    const add = (number: number) =>
      buyer.call('cart.add', {
        body: { params: [{ goods_id: a, number, type: 3, goods_price_id: set }] },
      });
    const { data: added } = await add(3);
    const [line] = (await cart()).data;
    expect(line).toMatchObject({
      type: 3,
      number: 3,
      price: 17.77,
      amount: 53.31,
      with_coupon: 0,
      set_name: '家庭装',
      goods: { name: '家庭装', base_price: 20.09, bzdw: '组' },
      explanation: { base: 20.09, total: 53.31, steps: [{ kind: 'set', amount: -6.96 }] },
    });
    expect(line?.combination.map(({ id, each }) => [id, each])).toEqual([
      [a, 2],
      [b, 1],
    ]);
    const placed = await place(added.ids);
    expect(placed).toMatchObject({ goods_amount: 60.27, set_reduce: 6.96, payable: 68.31, shipping_fee: 15 });
    expect(placed.lines.map(({ number, amount, payable, sets }) => [number, amount, payable, sets])).toEqual([
      [6, 46.62, 41.24, 3],
      [3, 13.65, 12.07, 3],
    ]);
    const sold = () =>
      shop.db.selectFrom('promotions').where('id', '=', set).select('sold').executeTakeFirst();
    expect(await sold()).toEqual({ sold: 3 });
    // The company's limit is four sets, and three are taken.
    const { data: again } = await add(2);
    expect((await cart()).data[0]).toMatchObject({
      is_selected: 0,
      goods: { buy_notice: '组合限购，还可购 1 份' },
    });
    expect(await order(buyer, { ids: again.ids, address_id })).toMatchObject({ code: 422 });
    await buyer.call('order.cancel', { params: { id: placed.id } });
    expect(await sold()).toEqual({ sold: 0 });
  });

  it('lets any so many pieces of a choice be put together, and no other number', async () => {
    const ids = [];
    for (const price of [5, 6, 7]) ids.push(await makeGoods(shop.db, { price, stock: 100 }));
    const [a = 0, b = 0, c = 0] = ids;
    const promotion = await openPromotion(
      shop.db,
      'choose',
      { pieces: 3, price: 12 },
      ids.map((goods_id) => ({ goods_id })),
    );
    const add = (choice: { goods_id: number; number: number }[]) =>
      buyer.call('cart.add', {
        body: { params: [{ goods_id: a, number: 1, type: 3, goods_price_id: promotion, choice }] },
      });
    expect(await add([{ goods_id: a, number: 2 }])).toMatchObject({
      code: 422,
      message: '请选满 3 件，已选 2 件',
    });
    const first = await add([
      { goods_id: c, number: 1 },
      { goods_id: b, number: 2 },
    ]);
    const second = await add([
      { goods_id: b, number: 2 },
      { goods_id: c, number: 1 },
    ]);
    expect(second.data.ids).toEqual(first.data.ids);
    expect((await cart()).data[0]).toMatchObject({ number: 2, price: 12, amount: 24 });
  });

  it('gives gifts with their line, as lines of their own in the order', async () => {
    const goods = await makeGoods(shop.db, { price: 60, stock: 100 });
    const gift = await makeGoods(shop.db, { price: 5, stock: 3 });
    await openPromotion(shop.db, 'gift', { amount: 100, most: 2 }, [
      { goods_id: goods },
      { goods_id: gift, role: 'gift', price: 0.01, number: 2 },
    ]);
    const [id = 0] = await fillCart(buyer, { [goods]: 4 });
    const [line] = (await cart()).data;
    // Twice earned, but three in stock make one portion of two.
    expect(line?.gift_data).toMatchObject({ total: 0.02, type: 2, goods: [{ goods_id: gift, number: 2 }] });
    expect((await cart()).summary).toMatchObject({ selected_total: 240.02 });
    const placed = await place([id]);
    expect(
      placed.lines.map(({ goods_id, number, payable, gift: free }) => [goods_id, number, payable, free]),
    ).toEqual([
      [goods, 4, 240, false],
      [gift, 2, 0.02, true],
    ]);
    expect(placed.payable).toBe(255.02);
  });

  it('sells an exchange only beside what earns it', async () => {
    const goods = await makeGoods(shop.db, { price: 50, stock: 100 });
    const cheap = await makeGoods(shop.db, { price: 20, stock: 100 });
    const promotion = await openPromotion(shop.db, 'exchange', { amount: 100, units: 2 }, [
      { goods_id: cheap, role: 'exchange', price: 9.9, stock: 10 },
    ]);
    const [own = 0] = await fillCart(buyer, { [goods]: 1 });
    const { data } = await buyer.call('cart.add', {
      body: { params: [{ goods_id: cheap, number: 2, type: 3, goods_price_id: promotion }] },
    });
    const [exchange = 0] = data.ids;
    const line = async () => (await cart()).data.find(({ id }) => id === exchange);
    expect(await line()).toMatchObject({ is_selected: 0, goods: { buy_notice: '再买 ¥50.00 可换购 2 件' } });
    await buyer.call('cart.edit', { params: { id: own }, body: { params: { number: 2 } } });
    expect(await line()).toMatchObject({ is_selected: 1, price: 9.9, amount: 19.8 });
    expect(await order(buyer, { ids: [exchange], address_id })).toMatchObject({ code: 422 });
    const placed = await place([own, exchange]);
    expect(placed.payable).toBe(134.8);
  });

  it('takes the storewide factor or a coupon, whichever leaves less to pay, and says so', async () => {
    await openPromotion(shop.db, 'welfare', { percent: 94 });
    const goods = await makeGoods(shop.db, { price: 100, stock: 100 });
    const [id = 0] = await fillCart(buyer, { [goods]: 1 });
    const shown = await cart();
    expect(shown.data[0]).toMatchObject({ price: 94, with_coupon: 1 });
    // Who has no coupon is not told what one would cost.
    expect(shown.summary).toMatchObject({ coupon_total: 94, coupon_hint: null });
    const weak = await makeCoupon(shop.db, company, { value: 5, threshold: 50 });
    expect((await cart()).summary.coupon_hint).toBe(
      '用券时不享受福利折扣，商品合计多 ¥6.00；核对订单时默认选更省的',
    );
    expect(await checkout([id])).toMatchObject({
      coupon_id: null,
      coupon_total: 94,
      payable: 109,
      notes: ['福利折扣与优惠券不同享：不用券时商品合计少 ¥6.00'],
    });
    const strong = await makeCoupon(shop.db, company, { value: 20, threshold: 50 });
    const best = await checkout([id]);
    expect(best).toMatchObject({ coupon_id: strong, payable: 95, coupon_reduce: 20, saved: 20 });
    expect(best.notes).toEqual(['已使用优惠券，不再享受福利折扣：商品合计多 ¥6.00']);
    expect(best.coupons.map(({ id: own, usable, best: first, gain }) => [own, usable, first, gain])).toEqual([
      [weak, true, 0, -1],
      [strong, true, 1, 14],
    ]);
    expect(await checkout([id], { coupon_id: 0 })).toMatchObject({ coupon_id: null, payable: 109 });
    expect(await place([id], { coupon_id: weak })).toMatchObject({ payable: 110, coupon_reduce: 5 });
  });

  it('uses vouchers whole, beside a coupon, up to the share, and returns them with the order', async () => {
    const goods = await makeGoods(shop.db, { price: 100, stock: 100 });
    const hm = await makeGoods(shop.db, { price: 30, stock: 100, hm: true });
    const lines = await fillCart(buyer, { [goods]: 1, [hm]: 1 });
    const window = { startsAt: START - 1, now: START };
    const give = (amount: number, days: number) =>
      giveVoucher(shop.db, {
        companyId: company,
        name: '现金券',
        amount,
        endsAt: START + days * 86_400,
        ...window,
      });
    const large = await give(5000, 1);
    const small = await give(1000, 2);
    // 30% of ¥100: ephedrine counts for nothing.
    expect(await checkout(lines)).toMatchObject({
      voucher_limit: 30,
      voucher_ids: [small],
      voucher_reduce: 10,
    });
    const both = await checkout(lines, { voucher_ids: [large, small] });
    expect(both).toMatchObject({ voucher_ids: [large], voucher_reduce: 30, payable: 130 });
    expect(both.vouchers.find(({ id }) => id === small)).toMatchObject({
      usable: false,
      reduce: 0,
      reason: '已抵到上限',
    });
    const placed = await order(buyer, { ids: lines, address_id, voucher_ids: [large, small] });
    expect(placed).toMatchObject({ code: 201 });
    expect((await buyer.call('user.voucher', { query: { status: 'used' } })).data).toMatchObject({
      total: 1,
      list: [{ id: large }],
    });
    for (const id of placed.data.ids) await buyer.call('order.cancel', { params: { id } });
    expect((await buyer.call('user.voucher', { query: { status: 'unused' } })).data).toMatchObject({
      total: 2,
      sum: 60,
    });
  });

  it('books vouchers out that end unused, once however many processes do it, and leaves used ones', async () => {
    const goods = await makeGoods(shop.db, { price: 100, stock: 100 });
    const held = () => balanceOf(shop.db, { vouchers: company });
    const before = await held();
    const give = (endsAt: number) =>
      giveVoucher(shop.db, {
        companyId: company,
        name: '短期现金券',
        amount: 1500,
        startsAt: START - 1,
        endsAt,
        now: START,
      });
    const used = await give(START + 50);
    const ids = await fillCart(buyer, { [goods]: 1 });
    const placed = await order(buyer, { ids, address_id, voucher_ids: [used] });
    expect(placed).toMatchObject({ code: 201 });
    const ending = await give(START + 50);
    await give(START + 51);
    expect((await held()) - before).toBe(3000);
    shop.clock.now = START + 50;
    const runs = await Promise.all([1, 2, 3].map(() => expireVouchers(shop.db, START + 50)));
    expect(runs.reduce((sum, number) => sum + number, 0)).toBe(1);
    expect((await held()) - before).toBe(1500);
    const booked = shop.db.selectFrom('ledger').where('use_type', '=', USE_TYPE.expired);
    expect(await booked.select(['voucher_id', 'amount']).execute()).toEqual([
      { voucher_id: ending, amount: 1500 },
    ]);
    // A voucher that comes back after its end is booked out in its turn.
    for (const id of placed.data.ids) await buyer.call('order.cancel', { params: { id } });
    expect((await held()) - before).toBe(3000);
    expect(await expireVouchers(shop.db, START + 50)).toBe(1);
    expect((await held()) - before).toBe(1500);
  });

  it('takes the points of two years ago, once, and no younger ones', async () => {
    const before = await pointsOf(shop.db, company);
    const gain = (number: number, day: string) =>
      givePoints(shop.db, {
        companyId: company,
        points: number,
        useType: USE_TYPE.gift,
        memo: '活动',
        at: Date.parse(`${day}T12:00:00+08:00`) / 1000,
      });
    await gain(100, '2024-12-31');
    await gain(50, '2025-01-01');
    await takePoints(shop.db, {
      companyId: company,
      points: 30,
      useType: USE_TYPE.pointsRedeemed,
      memo: '兑换',
      at: START,
    });
    await Promise.all([1, 2].map(() => expirePoints(shop.db, START)));
    // What was spent counts against the oldest: 70 of the 100 were left.
    expect((await pointsOf(shop.db, company)) - before).toBe(50);
    await expirePoints(shop.db, START);
    expect((await pointsOf(shop.db, company)) - before).toBe(50);
  });

  it('asks again when a promotion has ended since the page was shown', async () => {
    const goods = await makeGoods(shop.db, { price: 50, stock: 100 });
    await openPromotion(shop.db, 'manjian', { tiers: '50 减 5' }, [], { endsAt: START + 10 });
    const ids = await fillCart(buyer, { [goods]: 1 });
    const shown = await checkout(ids, { no_voucher: 1 });
    expect(shown).toMatchObject({ payable: 60, manjian_reduce: 5 });
    shop.clock.now = START + 10;
    const refused = await order(buyer, { ids, address_id, payable: shown.payable });
    expect(refused).toMatchObject({
      code: 422,
      message: '金额有变化，应付 ¥65.00，请核对后重新提交',
      data: { checkout: { payable: 65, manjian_reduce: 0 } },
    });
  });

  it('takes the better of the full reductions of a good, or the one that the buyer asks for', async () => {
    const goods = await makeGoods(shop.db, { price: 100, stock: 100 });
    const worse = await openPromotion(shop.db, 'manjian', { tiers: '100 减 5' }, [{ goods_id: goods }]);
    await openPromotion(shop.db, 'manjian', { tiers: '100 减 9' }, [{ goods_id: goods }]);
    await fillCart(buyer, { [goods]: 1 });
    expect((await cart()).data[0]).toMatchObject({ goods_manjian_amount: 9 });
    await buyer.call('cart.add', {
      body: { params: [{ goods_id: goods, number: 1, goods_manjian_id: worse }] },
    });
    const [line] = (await cart()).data;
    expect(line).toMatchObject({ number: 2, goods_manjian_amount: 5 });
    expect(line?.explanation?.missed.map(({ reason }) => reason)).toContain('已参加manjian');
  });

  it('pays cashback for what was completed, and takes it back with a refund', async () => {
    const goods = await makeGoods(shop.db, { price: 100, stock: 1000 });
    await openPromotion(shop.db, 'cashback', { tiers: '300 返 20\n600 返 60', as: 'balance' });
    const balance = () => balanceOf(shop.db, { wallet: company });
    const before = await balance();
    const orders: number[] = [];
    for (const number of [4, 2]) {
      const ids = await fillCart(buyer, { [goods]: number });
      const placed = await place(ids);
      await pay(placed.id);
      await completeOrder(shop, placed.id);
      orders.push(placed.id);
    }
    const spent = 400 + 15 + 200 + 15;
    expect(await balance()).toBe(before - spent * 100 + 6000);
    const { data } = await buyer.call('activity.cashback');
    expect(data.list.find(({ granted }) => granted > 0)).toMatchObject({
      terms: ['订单完成后返到余额', '退货会扣回相应的返利'],
      spent: 600,
      granted: 60,
      next_missing: 0,
    });
    await refund(shop, orders[1] ?? 0, 5000);
    expect((await buyer.call('activity.cashback')).data.list[0]).toMatchObject({ spent: 550, granted: 20 });
  });

  it.each([
    ['that still lasts ends when the whole would have', 1, 1],
    ['that has lapsed makes nothing last longer', 3, 0],
  ])('takes back a part of a cashback voucher: one %s', async (_, days, usable) => {
    // What other orders of the company spent before does not count.
    const startsAt = START + days * 3_600;
    shop.clock.now = startsAt;
    const goods = await makeGoods(shop.db, { price: 100, stock: 1000 });
    const rule = { tiers: '100 返 5\n300 返 20', as: 'voucher', days: 2 };
    await openPromotion(shop.db, 'cashback', rule, [], { startsAt, name: `满返 ${days}` });
    const placed = await place(await fillCart(buyer, { [goods]: 4 }));
    await pay(placed.id);
    await completeOrder(shop, placed.id);
    const held = async () =>
      (await buyer.call('user.voucher', { query: { status: 'unused' } })).data.list.filter(
        ({ name }) => name === `满返 ${days}`,
      );
    const [given] = await held();
    expect(given).toMatchObject({ amount: 20, ends_at: startsAt + 2 * 86_400 });
    const balance = await balanceOf(shop.db, { wallet: company });
    shop.clock.now += days * 86_400;
    await expireVouchers(shop.db, shop.clock.now);
    await refund(shop, placed.id, 20_000);
    await expireVouchers(shop.db, shop.clock.now);
    const left = await held();
    expect(left).toHaveLength(usable);
    for (const voucher of left) expect(voucher).toMatchObject({ amount: 5, ends_at: given?.ends_at });
    // Only the order's own money comes back; nothing is charged for a voucher that was never used.
    expect(await balanceOf(shop.db, { wallet: company })).toBe(balance + 20_000);
  });
});
