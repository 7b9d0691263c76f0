import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SiteConfig } from '#generated/schemas.ts';
import { sweepOrders } from '#server/modules/after-sales/cancel/sweep.ts';
import { checkBooks } from '#server/modules/ledger/books/check-books.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { addressOf, auditBooks, fillCart, order } from '../../support/buyer.ts';
import { shopRegistry } from '../../support/registry.ts';
import { companyOf, emptyCarts, makeCoupon, makeGoods, makeManjian, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';

describe.each(['pglite', 'postgres'] as const)('orders on %s', (engine) => {
  let shop: TestApp;
  let buyer: Browser;
  let company: number;
  let address_id: number;
  let site: SiteConfig;
  beforeAll(async () => {
    shop = await startApp({ engine, seed: makeShelf });
    buyer = await shop.as('demo');
    ({ site } = await shopRegistry());
    company = await companyOf(shop.db, 'demo');
    address_id = await addressOf(shop.db, 'demo');
  });
  afterAll(() => shop.close());
  beforeEach(() => emptyCarts(shop.db));
  afterEach(async () => {
    shop.clock.now = START;
    await auditBooks(shop.db);
  });

  const available = async (goodsId: number) =>
    (
      await shop.db
        .selectFrom('batches')
        .where('goods_id', '=', goodsId)
        .orderBy('id')
        .select('available')
        .execute()
    ).map((batch) => batch.available);

  it('shows at checkout what the order will freeze', async () => {
    const a = await makeGoods(shop.db, { price: 33.33, stock: 50 });
    const b = await makeGoods(shop.db, { price: 10, stock: 50 });
    await makeManjian(shop.db, { name: '满减', tiers: [[100, 10]] }, [a]);
    const coupon = await makeCoupon(shop.db, company, { value: 7, threshold: 90 });
    const ids = await fillCart(buyer, { [a]: 4, [b]: 1 });
    const { data: checkout } = await buyer.call('cart.checkout', { body: { ids } });
    expect(checkout).toMatchObject({
      goods_amount: 143.32,
      manjian_reduce: 10,
      coupon_id: coupon,
      coupon_reduce: 7,
      shipping_fee: 15,
      payable: 141.32,
      address_id,
      number: 5,
    });
    const placed = await order(buyer, { ids, address_id, coupon_id: coupon, payable: checkout.payable });
    expect(placed).toMatchObject({ code: 201, message: '下单成功' });
    const { data } = await buyer.call('order.detail', { params: { id: placed.data.ids[0] ?? 0 } });
    expect(data).toMatchObject({
      status: 10,
      status_text: '待付款',
      payable: 141.32,
      manjian_reduce: 10,
      coupon_reduce: 7,
      shipping_fee: 15,
      can_pay: true,
      can_cancel: true,
      pay_before: START + 86_400,
      address: { phone: '139****0000' },
    });
    const shares = data.lines.map((line) => Math.round(line.reduce * 100));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(1700);
    expect((await buyer.call('cart.total')).data.total).toBe(0);
    expect(await available(a)).toEqual([46]);
  });

  it('takes the batches that expire first, several where one is not enough', async () => {
    const id = await makeGoods(shop.db, {
      price: 1,
      stock: 0,
      batches: [
        { number: 5, expires: '2028-12-31' },
        { number: 3, expires: '2027-03-31' },
        { number: 9, expires: '2026-10-31' },
      ],
    });
    const placed = await order(buyer, { ids: await fillCart(buyer, { [id]: 6 }), address_id });
    const { data } = await buyer.call('order.detail', { params: { id: placed.data.ids[0] ?? 0 } });
    expect(data.lines).toMatchObject([{ batch_number: 'B2、B1', expires: '2027-03-31' }]);
    // The third batch expired yesterday.
    expect(await available(id)).toEqual([2, 0, 9]);
  });

  it('splits by warehouse and by ephedrine, and charges shipping once, of ephedrine apart', async () => {
    const a = await makeGoods(shop.db, { price: 10, stock: 50 });
    const b = await makeGoods(shop.db, { price: 20, stock: 50, warehouse: 2 });
    const c = await makeGoods(shop.db, { price: 30, stock: 50, hm: true });
    const ids = await fillCart(buyer, { [a]: 1, [b]: 1, [c]: 1 });
    const { data: checkout } = await buyer.call('cart.checkout', { body: { ids } });
    expect(checkout.groups.map(({ title, payable }) => [title, payable])).toEqual([
      ['华北仓发货', 25],
      ['华南仓发货', 20],
      ['含麻商品单独成单 · 华北仓发货', 45],
    ]);
    expect(checkout).toMatchObject({ payable: 90, shipping_fee: 30 });
    expect(checkout.notes).toEqual(['含麻商品单独发货，满 ¥500.00 包邮，不足收运费 ¥15.00（已计入运费）']);
    expect((await buyer.call('cart.list')).data.summary).toMatchObject({
      shipping_hint: '还差 ¥470.00 包邮',
      hm_shipping_hint: '含麻商品还差 ¥470.00 包邮',
    });
    const placed = await order(buyer, { ids, address_id });
    expect(placed.data.ids).toHaveLength(3);
  });

  it('charges 优选 goods by their own threshold, in the cart, at checkout and in the order', async () => {
    const yx = await makeGoods(shop.db, { price: 100, stock: 50, yx: true });
    const other = await makeGoods(shop.db, { price: 600, stock: 50 });
    const ids = await fillCart(buyer, { [yx]: 1, [other]: 1 });
    const { data: cart } = await buyer.call('cart.list');
    expect(cart.shipping_data).toMatchObject({ shipping_amount: 500, yx_shipping_amount: 199 });
    expect(cart.summary).toMatchObject({
      shipping_hint: null,
      yx_shipping_remaining: 99,
      yx_shipping_hint: '优选商品还差 ¥99.00 包邮',
    });
    const { data: checkout } = await buyer.call('cart.checkout', { body: { ids } });
    expect(checkout).toMatchObject({ shipping_fee: 10, payable: 710 });
    expect(checkout.notes).toContain('优选商品满 ¥199.00 包邮，不足收运费 ¥10.00（已计入运费）');
    const placed = await order(buyer, { ids, address_id, payable: 710 });
    const id = placed.data.ids[0] ?? 0;
    expect((await buyer.call('order.detail', { params: { id } })).data.shipping_fee).toBe(10);
    // Paid and waiting for shipment, only what is not 优选 counts towards the site's threshold.
    await shop.db.updateTable('orders').set({ status: 30, paid_fen: 71_000 }).where('id', '=', id).execute();
    const again = (await buyer.call('cart.list')).data.shipping_data;
    await shop.db.updateTable('orders').set({ status: 10, paid_fen: 0 }).where('id', '=', id).execute();
    expect(again.no_trans_order_amount).toBe(600);
    await buyer.call('order.cancel', { params: { id } });
  });

  it('counts what is left of an order that is still to be shipped, kept with it or added up', async () => {
    const good = await makeGoods(shop.db, { price: 300, stock: 50 });
    const place = async (number: number) =>
      (await order(buyer, { ids: await fillCart(buyer, { [good]: number }), address_id })).data.ids[0] ?? 0;
    const first = await place(2);
    const change = shop.db.updateTable('orders').where('id', '=', first);
    const lines = shop.db.updateTable('order_lines').where('order_id', '=', first);
    await change.set({ status: 30, paid_fen: 60_000 }).execute();
    const figures = async () => {
      const row = shop.db.selectFrom('orders').where('id', '=', first).select('support_fen');
      const { data } = await buyer.call('cart.list');
      return [(await row.executeTakeFirst())?.support_fen, data.shipping_data.no_trans_order_amount];
    };
    expect(await figures()).toEqual([60_000, 600]);
    await lines.set({ refunded_fen: 5_000 }).execute();
    expect(await figures()).toEqual([null, 550]);
    const next = await place(1);
    const supports = await shop.db
      .selectFrom('shipping_supports')
      .innerJoin('orders', 'orders.purchase_id', 'shipping_supports.purchase_id')
      .where('orders.id', '=', next)
      .select(['order_id', 'amount_fen'])
      .execute();
    expect(supports).toEqual([{ order_id: first, amount_fen: 55_000 }]);
    await lines.set({ refunded_fen: 0 }).execute();
    await change.set({ status: 10, paid_fen: 0 }).execute();
    for (const id of [first, next]) await buyer.call('order.cancel', { params: { id } });
  });

  it('places an order beside paid ones, of which one cost nothing', async () => {
    const good = await makeGoods(shop.db, { price: 10, stock: 50 });
    const coupon_id = await makeCoupon(shop.db, company, { value: 10, threshold: 10 });
    const place = async (more = {}) =>
      order(buyer, { ids: await fillCart(buyer, { [good]: 1 }), address_id, ...more });
    const paid = [await place({ coupon_id }), await place()].flatMap(({ data }) => data.ids);
    const orders = shop.db.updateTable('orders').where('id', 'in', paid);
    await orders.set((eb) => ({ status: 30, paid_fen: eb.ref('payable_fen') })).execute();
    const next = await place();
    await orders.set({ status: 10, paid_fen: 0 }).execute();
    expect(next.code).toBe(201);
    for (const id of [...paid, ...next.data.ids]) await buyer.call('order.cancel', { params: { id } });
  });

  it('sends ephedrine to the licensed address alone, and says so at checkout', async () => {
    const hm = await makeGoods(shop.db, { price: 600, stock: 50, hm: true });
    const plain = await makeGoods(shop.db, { price: 600, stock: 50 });
    const { id: other } = await shop.db
      .insertInto('addresses')
      .values({
        company_id: company,
        name: '仓管',
        phone: '13900000001',
        created_at: START,
        region: '湖北省武汉市江汉区',
        detail: '解放大道 1 号',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const [hmId = 0, plainId = 0] = await fillCart(buyer, { [hm]: 1, [plain]: 1 });
    const checkout = async (ids: number[], address?: number) =>
      (await buyer.call('cart.checkout', { body: { ids, ...(address ? { address_id: address } : {}) } }))
        .data;
    expect(await checkout([hmId, plainId])).toMatchObject({ address_id, address_notice: null });
    expect((await checkout([hmId], other)).address_notice).toContain('含麻商品只能送到许可证上的地址');
    expect((await checkout([plainId], other)).address_notice).toBeNull();
    expect(await order(buyer, { ids: [hmId, plainId], address_id: other })).toMatchObject({
      code: 422,
      data: { errors: { address_id: ['含麻商品只能送到许可证上的地址'] } },
    });
    expect(await order(buyer, { ids: [plainId], address_id: other })).toMatchObject({ code: 201 });
    expect(await order(buyer, { ids: [hmId], address_id })).toMatchObject({ code: 201 });
  });

  it('refuses with the new figures when a price has risen', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 50 });
    const ids = await fillCart(buyer, { [id]: 2 });
    const { data: checkout } = await buyer.call('cart.checkout', { body: { ids } });
    await shop.db.updateTable('goods').set({ price_fen: 1100 }).where('id', '=', id).execute();
    const refused = await order(buyer, { ids, address_id, payable: checkout.payable });
    expect(refused).toMatchObject({
      code: 422,
      data: { checkout: { payable: 37 }, errors: { payable: [refused.message] } },
    });
    expect(await order(buyer, { ids, address_id, payable: 37 })).toMatchObject({ code: 201 });
  });

  it('places an order whose price has fallen at the lower price', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 50 });
    const ids = await fillCart(buyer, { [id]: 2 });
    await shop.db.updateTable('goods').set({ price_fen: 900 }).where('id', '=', id).execute();
    const placed = await order(buyer, { ids, address_id, payable: 35 });
    expect((await buyer.call('order.detail', { params: { id: placed.data.ids[0] ?? 0 } })).data.payable).toBe(
      33,
    );
  });

  it.each([
    [
      'sold out',
      async (id: number) =>
        shop.db.updateTable('batches').set({ stock: 1 }).where('goods_id', '=', id).execute(),
      '库存不足',
    ],
    [
      'taken off sale',
      async (id: number) =>
        shop.db.updateTable('goods').set({ on_sale: false }).where('id', '=', id).execute(),
      '商品已下架',
    ],
  ])('refuses what was %s since, and writes nothing', async (_, change, message) => {
    const id = await makeGoods(shop.db, { price: 10, stock: 50 });
    const ids = await fillCart(buyer, { [id]: 2 });
    await change(id);
    const before = await checkBooks(shop.db);
    const refused = await order(buyer, { ids, address_id });
    expect(refused).toMatchObject({ code: 422, message: expect.stringContaining(message) });
    expect(await checkBooks(shop.db)).toEqual(before);
    expect(await buyer.call('cart.checkout', { body: { ids } })).toMatchObject({ code: 422 });
  });

  it('makes one order of one key, and gives the same answer to a repeat', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 50 });
    const ids = await fillCart(buyer, { [id]: 2 });
    const headers = { 'idempotency-key': `key-${engine}` };
    const first = await order(buyer, { ids, address_id }, headers);
    const again = await order(buyer, { ids, address_id }, headers);
    expect(again.data).toEqual(first.data);
    expect(await available(id)).toEqual([48]);
    expect(await order(buyer, { ids, address_id })).toMatchObject({ code: 422 });
  });

  it('gives stock, flash sale units and the coupon back on cancellation', async () => {
    const id = await makeGoods(shop.db, { price: 100, stock: 50, spike: { price: 60, total: 5, limit: 5 } });
    const plain = await makeGoods(shop.db, { price: 100, stock: 50, warehouse: 2 });
    const coupon = await makeCoupon(shop.db, company, { value: 5, threshold: 50 });
    const ids = await fillCart(buyer, { [id]: 5, [plain]: 1 });
    const placed = await order(buyer, { ids, address_id, coupon_id: coupon });
    const coupons = async () =>
      (
        await buyer.call('cart.checkout', { body: { ids: await fillCart(buyer, { [plain]: 1 }) } })
      ).data.coupons.map((held) => held.id);
    const [first = 0, second = 0] = placed.data.ids;
    expect(await available(id)).toEqual([45]);
    expect(await coupons()).not.toContain(coupon);
    expect(await buyer.call('order.cancel', { params: { id: first } })).toMatchObject({
      code: 200,
      message: '同一次下单的 2 个订单已一起取消',
      data: { status: -10 },
    });
    // What an order earned with the other is not left to it.
    expect((await buyer.call('order.detail', { params: { id: second } })).data.status).toBe(-10);
    expect(await coupons()).toContain(coupon);
    expect(await available(id)).toEqual([50]);
    const spike = await shop.db
      .selectFrom('promotion_goods')
      .where('goods_id', '=', id)
      .select('sold')
      .executeTakeFirst();
    expect(spike).toEqual({ sold: 0 });
    expect(await buyer.call('order.cancel', { params: { id: first } })).toMatchObject({ code: 422 });
  });

  it('leaves of a flash sale’s limit what was not ordered, and its ordinary price beyond it', async () => {
    const id = await makeGoods(shop.db, { price: 100, stock: 50, spike: { price: 60, total: 20, limit: 5 } });
    const look = async (who = buyer) => (await who.call('goods.detail', { params: { id } })).data;
    expect(await look()).toMatchObject({
      price: 60,
      spike: { limit: 5, left: 20, allowance: 5, price: 60, ordinary: 100 },
    });
    const placed = await order(buyer, { ids: await fillCart(buyer, { [id]: 3 }), address_id });
    expect(await look()).toMatchObject({ price: 60, spike: { left: 17, allowance: 2 } });
    await order(buyer, { ids: await fillCart(buyer, { [id]: 2 }), address_id });
    expect(await look()).toMatchObject({ price: 100, spike: { left: 15, allowance: 0, ordinary: 100 } });
    // Who is not named has no limit used up, and sees neither price nor stock (domain §9).
    expect((await look(shop.browser())).spike).toMatchObject({ left: null, allowance: null, ordinary: null });
    await buyer.call('order.cancel', { params: { id: placed.data.ids[0] ?? 0 } });
    expect(await look()).toMatchObject({ price: 60, spike: { left: 18, allowance: 3 } });
  });

  it('ends an unpaid order after its time, once', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 50 });
    const placed = await order(buyer, { ids: await fillCart(buyer, { [id]: 2 }), address_id });
    const params = { id: placed.data.ids[0] ?? 0 };
    await sweepOrders(shop.db, site, START + 86_399);
    expect((await buyer.call('order.detail', { params })).data.status).toBe(10);
    const rounds = await Promise.all([1, 2, 3].map(() => sweepOrders(shop.db, site, START + 86_400)));
    expect(rounds.reduce((sum, { expired }) => sum + expired, 0)).toBeGreaterThan(0);
    const { data } = await buyer.call('order.detail', { params });
    expect(data).toMatchObject({ status: -11, status_text: '超时取消', can_pay: false, can_cancel: false });
    expect(data.timeline.filter(({ text }) => text.includes('超时'))).toHaveLength(1);
    expect(await available(id)).toEqual([50]);
  });

  it('counts what was ordered within 30 days towards the cap', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 50, capMonth: 5 });
    await order(buyer, { ids: await fillCart(buyer, { [id]: 3 }), address_id });
    const body = { params: [{ goods_id: id, number: 3 }] };
    expect(await buyer.call('cart.add', { body })).toMatchObject({
      code: 422,
      message: expect.stringContaining('还可购买 2 盒'),
    });
    shop.clock.now = START + 31 * 86_400;
    expect(await (await shop.as('demo')).call('cart.add', { body })).toMatchObject({ code: 200 });
  });

  it('lists by state and by words, and shows nobody the orders of others', async () => {
    const id = await makeGoods(shop.db, { price: 10, stock: 50, name: '独一无二片' });
    const placed = await order(buyer, { ids: await fillCart(buyer, { [id]: 2 }), address_id });
    const params = { id: placed.data.ids[0] ?? 0 };
    const { data } = await buyer.call('order.list', { query: { keywords: '独一无二' } });
    expect(data).toMatchObject({ total: 1, page: 1, list: [{ ...params, kinds: 1, number: 2 }] });
    expect(data.counts.find(({ value }) => value === '10')).toMatchObject({ label: '待付款', count: 1 });
    expect((await buyer.call('order.list', { query: { keywords: '独一无二', status: 50 } })).data.total).toBe(
      0,
    );
    const { lines, step, can_hurry } = (await buyer.call('order.detail', { params })).data;
    expect({ step, can_hurry }).toEqual({ step: 2, can_hurry: false });
    const [batch = ''] = lines[0]?.batches?.split('×') ?? [];
    const ofBatch = await buyer.call('order.list', { query: { keywords: batch } });
    expect(ofBatch.data.list.map(({ id }) => id)).toContain(params.id);
    expect((await buyer.call('order.list', { query: { keywords: `${batch}-无此批号` } })).data.total).toBe(0);
    expect((await buyer.call('order.list', { query: { keywords: '100%' } })).data.total).toBe(0);
    const ops = await shop.as('ops');
    expect(await ops.call('order.detail', { params })).toMatchObject({ code: 404 });
    expect(await ops.call('order.cancel', { params })).toMatchObject({ code: 404 });
    expect(await ops.call('pay.options', { params: { order_id: String(params.id) } })).toMatchObject({
      code: 404,
    });
    expect((await ops.call('order.list')).data.total).toBe(0);
  });
});
