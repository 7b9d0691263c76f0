import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSandbox } from '#server/kernel/outside/payment-gateways/sandbox.ts';
import { balanceOf } from '#server/modules/ledger/ledger.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { type Browser, FORM, type Reply } from '../support/browser.ts';
import { addressOf, auditBooks, fillCart, giveMoney, order } from '../support/buyer.ts';
import { makeMember } from '../support/members.ts';
import { companyOf, emptyCarts, makeCoupon, makeGoods, makeShelf, openPromotion } from '../support/shelf.ts';
import { START } from '../support/store.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('price, quantity and coupon games', () => {
  let shop: TestApp;
  let demo: Browser;
  let rival: Browser;
  let address_id: number;
  let goods: number;
  beforeAll(async () => {
    shop = await startApp({
      seed: async (db, now) => {
        await makeMember(db, now, { username: 'rival', scopes: ['all'] });
        await makeShelf(db);
      },
    });
    demo = await shop.as('demo');
    rival = await shop.as('rival');
    address_id = await addressOf(shop.db, 'demo');
    goods = await makeGoods(shop.db, { price: 100, stock: 50, zbz: 1, split: true });
  });
  afterAll(() => shop.close());
  beforeEach(() => emptyCarts(shop.db));
  afterEach(() => auditBooks(shop.db));

  const addRaw = (line: string) =>
    demo.send<{ ids: number[] } | null>({
      method: 'POST',
      path: '/api/cart',
      body: `{"params":[${line}]}`,
      headers: JSON_TYPE,
    });
  /** What the goods of an order cost; endless where it was refused. */
  async function costOf({ code, data }: Reply<{ ids: number[] }>): Promise<number> {
    return code === 201 ? (await stepsOf(data.ids[0] ?? 0)).goods_amount : Number.POSITIVE_INFINITY;
  }
  const stepsOf = async (id: number) => (await demo.call('order.detail', { params: { id } })).data;

  it.each([
    ['a price', '"price":0.01'],
    ['a price in fen', '"price_fen":1'],
    ['a sum', '"total":0.01'],
    ['a discount', '"discount":99'],
    ['a level', '"level":9'],
  ])('a cart line that brings %s of its own', async (_, field) => {
    const sent = await addRaw(`{"goods_id":${goods},"number":1,${field}}`);
    // Lines may be posted as a product's row, with what that shows: it is read over.
    const placed = await order(demo, { ids: sent.data?.ids ?? [], address_id });
    expect(await costOf(placed)).toBeGreaterThanOrEqual(100);
  });

  it.each(['-1', '0', '0.5', '1e999', '1e10', '"1"', '"-5"', 'null', '[1]', '{"$gt":0}', 'true'])(
    'a quantity of %s',
    async (number) => {
      expect([400, 422]).toContain((await addRaw(`{"goods_id":${goods},"number":${number}}`)).code);
      expect((await demo.call('cart.list')).data.data).toEqual([]);
    },
  );

  it('a quantity that is changed below zero after it is in the cart', async () => {
    const [id] = await fillCart(demo, { [goods]: 2 });
    const reply = await demo.send({
      method: 'POST',
      path: `/api/cart/${id}/edit`,
      body: 'params[number]=-3&new=1',
      headers: FORM,
    });
    expect(reply.code).toBe(422);
    expect((await demo.call('cart.list')).data.data[0]?.number).toBe(2);
  });

  it('more than there is', async () => {
    const [id] = await fillCart(demo, { [goods]: 40 });
    await shop.db
      .updateTable('cart_lines')
      .set({ number: 5000 })
      .where('id', '=', id ?? 0)
      .execute();
    expect((await order(demo, { ids: [id ?? 0], address_id })).code).toBe(422);
  });

  it('one line that is ordered many times in one order', async () => {
    const [id = 0] = await fillCart(demo, { [goods]: 1 });
    const placed = await order(demo, { ids: [id, id, id, id], address_id });
    expect(await costOf(placed)).toBeGreaterThanOrEqual(100);
  });

  it('a sum of the page that is lower than the server’s', async () => {
    const ids = await fillCart(demo, { [goods]: 1 });
    expect((await order(demo, { ids, address_id, payable: 0.01 })).code).toBe(422);
    expect((await order(demo, { ids, address_id, payable: -100 })).code).toBe(422);
  });

  it('a coupon of another company', async () => {
    const coupon_id = await makeCoupon(shop.db, await companyOf(shop.db, 'rival'), {
      value: 50,
      threshold: 10,
    });
    const ids = await fillCart(demo, { [goods]: 1 });
    expect((await order(demo, { ids, address_id, coupon_id })).code).toBe(422);
  });

  it('a coupon below its threshold', async () => {
    const coupon_id = await makeCoupon(shop.db, await companyOf(shop.db, 'demo'), {
      value: 50,
      threshold: 1000,
    });
    const ids = await fillCart(demo, { [goods]: 1 });
    expect((await order(demo, { ids, address_id, coupon_id })).code).toBe(422);
  });

  it('a coupon that is over, or has not begun', async () => {
    const own = await companyOf(shop.db, 'demo');
    const ids = await fillCart(demo, { [goods]: 1 });
    for (const window of [
      { starts_at: START - 200, ends_at: START - 100 },
      { starts_at: START + 100, ends_at: START + 200 },
    ]) {
      const coupon_id = await makeCoupon(shop.db, own, { value: 50, threshold: 10 });
      await shop.db.updateTable('company_coupons').set(window).where('id', '=', coupon_id).execute();
      expect((await order(demo, { ids, address_id, coupon_id })).code).toBe(422);
    }
  });

  it('a coupon that an order has used', async () => {
    const coupon_id = await makeCoupon(shop.db, await companyOf(shop.db, 'demo'), {
      value: 50,
      threshold: 10,
    });
    const first = await order(demo, { ids: await fillCart(demo, { [goods]: 1 }), address_id, coupon_id });
    expect(first.code).toBe(201);
    const second = await order(demo, { ids: await fillCart(demo, { [goods]: 1 }), address_id, coupon_id });
    expect(second.code).toBe(422);
  });

  it.each(['coupon_id[]=%a&coupon_id[]=%b', 'coupon_id=%a&coupon_id=%b', 'coupon_id[0]=%a&coupon_id[1]=%b'])(
    'two coupons on one order: %s',
    async (stacked) => {
      const own = await companyOf(shop.db, 'demo');
      const [a, b] = [
        await makeCoupon(shop.db, own, { value: 50, threshold: 10 }),
        await makeCoupon(shop.db, own, { value: 50, threshold: 10 }),
      ];
      const [id] = await fillCart(demo, { [goods]: 1 });
      const coupons = stacked.replaceAll('%a', String(a)).replaceAll('%b', String(b));
      const reply = await demo.send({
        method: 'POST',
        path: '/api/order',
        body: `ids[]=${id}&address_id=${address_id}&${coupons}`,
        headers: FORM,
      });
      expect(reply.code).toBe(422);
    },
  );

  it('a coupon that leaves less than nothing to pay', async () => {
    const coupon_id = await makeCoupon(shop.db, await companyOf(shop.db, 'demo'), {
      value: 5000,
      threshold: 10,
    });
    const placed = await order(demo, { ids: await fillCart(demo, { [goods]: 1 }), address_id, coupon_id });
    const { payable } = placed.code === 201 ? await stepsOf(placed.data.ids[0] ?? 0) : { payable: 0 };
    expect(payable).toBeGreaterThanOrEqual(0);
  });

  it('a voucher of another company, and an id that stands twice', async () => {
    const ids = await fillCart(demo, { [goods]: 1 });
    expect((await order(demo, { ids, address_id, voucher_ids: [1, 1, 999_999] })).code).toBe(422);
  });

  it('the lines of another company’s cart', async () => {
    const ids = await fillCart(rival, { [goods]: 1 });
    expect((await order(demo, { ids, address_id })).code).toBeGreaterThanOrEqual(400);
    expect((await rival.call('cart.list')).data.data).toHaveLength(1);
  });

  it('an offer of a promotion that is over', async () => {
    const cheap = await makeGoods(shop.db, { price: 100, stock: 5, zbz: 1, split: true });
    await openPromotion(shop.db, 'spike', {}, [{ goods_id: cheap, price: 1, stock: 5 }], {
      startsAt: START - 200,
      endsAt: START - 100,
    });
    const placed = await order(demo, { ids: await fillCart(demo, { [cheap]: 1 }), address_id });
    expect((await stepsOf(placed.data.ids[0] ?? 0)).goods_amount).toBe(100);
  });

  it('a flash price for more pieces than one may have', async () => {
    const cheap = await makeGoods(shop.db, {
      price: 100,
      stock: 50,
      zbz: 1,
      split: true,
      spike: { price: 1, total: 50, limit: 2 },
    });
    const ids = await fillCart(demo, { [cheap]: 10 });
    const placed = await order(demo, { ids, address_id });
    expect(await costOf(placed)).toBeGreaterThanOrEqual(8 * 100);
  });

  it('points for less than nothing', async () => {
    for (const number of [-1, 0, 1000, 0.5])
      expect((await demo.call('points.redeem', { body: { goods_id: 1, number } })).code).toBe(422);
  });

  it('a refund of more than was paid', async () => {
    const placed = await order(demo, { ids: await fillCart(demo, { [goods]: 1 }), address_id });
    const id = placed.data.ids[0] ?? 0;
    const body = { reason: '不需要了', refund: 1_000_000 };
    expect((await demo.call('order.askCancel', { params: { id }, body })).code).toBe(422);
  });

  it('another request under the key of one that was answered', async () => {
    const headers = { 'idempotency-key': 'key-of-an-order-1' };
    const first = await order(demo, { ids: await fillCart(demo, { [goods]: 1 }), address_id }, headers);
    const other = await order(demo, { ids: await fillCart(demo, { [goods]: 2 }), address_id }, headers);
    expect(first.code).toBe(201);
    expect(other.code).toBe(422);
    const theirs = await order(
      rival,
      {
        ids: await fillCart(rival, { [goods]: 1 }),
        address_id: await addressOf(shop.db, 'rival'),
      },
      headers,
    );
    expect(theirs.data.ids).not.toEqual(first.data.ids);
  });
});

describe('payments: forged, replayed and wrong notices', () => {
  let shop: TestApp;
  let demo: Browser;
  let address_id: number;
  let no: string;
  let id: number;
  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    demo = await shop.as('demo');
    address_id = await addressOf(shop.db, 'demo');
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await emptyCarts(shop.db);
    const goods = await makeGoods(shop.db, { price: 600, stock: 5, zbz: 1 });
    const placed = await order(demo, { ids: await fillCart(demo, { [goods]: 1 }), address_id });
    id = placed.data.ids[0] ?? 0;
    const started = await demo.call('pay.start', {
      params: { order_id: String(id) },
      body: { method: 'alipay' },
    });
    no = (started.data.redirect ?? '').replace('/cashier/', '');
  });
  afterEach(() => auditBooks(shop.db));

  const right = async (amount = '600.00') =>
    (await openSandbox(shop.db, 'alipay')).notification({ no, amount, state: 'paid' });
  const raw = (body: object, gateway = 'alipay') =>
    shop.browser().send({
      method: 'POST',
      path: `/api/pay/notify/${gateway}`,
      body: new URLSearchParams(Object.entries(body) as [string, string][]).toString(),
      headers: FORM,
    });
  const status = async () => (await demo.call('order.detail', { params: { id } })).data.status;
  const WAITING = 10;

  it('a notice without a signature', async () => {
    expect((await raw({ ...(await right()), sign: '' })).code).toBe(403);
    expect(await status()).toBe(WAITING);
  });

  it('a notice with a signature that is a list', async () => {
    const { sign, ...rest } = await right();
    expect((await raw({ ...rest, 'sign[]': sign })).code).toBe(422);
    expect(await status()).toBe(WAITING);
  });

  it('a notice whose signature is of the attacker’s own key', async () => {
    expect((await raw({ ...(await right()), sign: 'a'.repeat(64) })).code).toBe(403);
    expect(await status()).toBe(WAITING);
  });

  it('a signature of another payment', async () => {
    const { sign } = (await openSandbox(shop.db, 'alipay')).notification({
      no: 'P0',
      amount: '600.00',
      state: 'paid',
    });
    expect((await raw({ ...(await right()), sign })).code).toBe(403);
    expect(await status()).toBe(WAITING);
  });

  it('a signed notice at the address of another gateway', async () => {
    expect((await raw(await right(), 'wechat')).code).toBe(403);
    expect((await raw(await right(), '__proto__')).code).toBeGreaterThanOrEqual(400);
    expect(await status()).toBe(WAITING);
  });

  it('a notice of a closed payment turned into one of a paid one', async () => {
    const gateway = await openSandbox(shop.db, 'alipay');
    const closed = gateway.notification({ no, amount: '600.00', state: 'closed' });
    expect((await raw({ ...closed, state: 'paid' })).code).toBe(403);
    expect(await status()).toBe(WAITING);
  });

  it.each(['0.01', '599.99', '-600.00', '600.001', '6e2', ''])(
    'a signed notice over %s yuan',
    async (amount) => {
      expect((await raw(await right(amount))).code).toBeGreaterThanOrEqual(400);
      expect(await status()).toBe(WAITING);
    },
  );

  it('one field twice, of which one was signed', async () => {
    const notice = new URLSearchParams(await right());
    notice.append('amount', '0.01');
    const reply = await shop.browser().send({
      method: 'POST',
      path: '/api/pay/notify/alipay',
      body: notice.toString(),
      headers: FORM,
    });
    expect(reply.code).toBeGreaterThanOrEqual(400);
    expect(await status()).toBe(WAITING);
  });

  it('a notice that is sent ten times, some of them at once', async () => {
    const notice = await right();
    const wallet = { wallet: await companyOf(shop.db, 'demo') };
    const before = await balanceOf(shop.db, wallet);
    await Promise.all(Array.from({ length: 5 }, () => raw(notice)));
    for (let again = 0; again < 5; again += 1) expect((await raw(notice)).code).toBe(200);
    expect((await demo.call('order.detail', { params: { id } })).data).toMatchObject({
      status: 30,
      paid: 600,
    });
    expect(await balanceOf(shop.db, wallet)).toBe(before);
  });

  it('another buyer’s cashier', async () => {
    const rival = await shop.as('newbie');
    const reply = await rival.call('pay.sandboxPay', { params: { no }, body: { result: 'paid' } });
    expect(reply.code).toBeGreaterThanOrEqual(400);
    expect(await status()).toBe(WAITING);
  });

  it('a wallet that pays twice for one order', async () => {
    await giveMoney(shop.db, 'demo', 1200);
    const pay = () =>
      demo.call('pay.start', { params: { order_id: String(id) }, body: { method: 'balance' } });
    const codes = (await Promise.all([pay(), pay(), pay()])).map(({ code }) => code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    const balance = await balanceOf(shop.db, { wallet: await companyOf(shop.db, 'demo') });
    expect(balance % 60_000).toBe(0);
  });
});
