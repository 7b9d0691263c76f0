import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkBooks } from '#server/modules/ledger/books/check-books.ts';
import { balanceOf } from '#server/modules/ledger/ledger.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { addressOf, fillCart, giveMoney, order } from '../../support/buyer.ts';
import { makeMember } from '../../support/members.ts';
import { companyOf, emptyCarts, makeCoupon, makeGoods, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';

const BUYERS = Array.from({ length: 12 }, (_, index) => `racer-${index}`);

/** How many of the answers have each code. */
function codes(replies: readonly { code: number }[]): Record<number, number> {
  return Object.fromEntries(
    [...Map.groupBy(replies, ({ code }) => code)].map(([code, group]) => [code, group.length]),
  );
}

// PGlite runs one statement at a time, so only a real PostgreSQL can show a race.
describe('races', () => {
  let shop: TestApp;
  let buyers: { browser: Browser; address_id: number; username: string }[];
  let [first, second] = [0, 0];

  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    buyers = [];
    for (const username of BUYERS) {
      await makeMember(shop.db, START, { username, scopes: ['all'] });
      buyers.push({
        username,
        browser: await shop.as(username),
        address_id: await addressOf(shop.db, username),
      });
    }
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await emptyCarts(shop.db);
    first = await makeGoods(shop.db, { price: 100, stock: 1000 });
    second = await makeGoods(shop.db, { price: 50, stock: 1000 });
  });

  it('sells exactly the stock', async () => {
    const scarce = await makeGoods(shop.db, {
      price: 10,
      stock: 0,
      batches: [
        { number: 7, expires: '2028-01-31' },
        { number: 8, expires: '2028-02-29' },
      ],
    });
    const carts: number[][] = [];
    for (const { browser } of buyers) carts.push(await fillCart(browser, { [scarce]: 2, [first]: 1 }));
    const replies = await Promise.all(
      buyers.map(({ browser, address_id }, index) => order(browser, { ids: carts[index] ?? [], address_id })),
    );
    expect(codes(replies)).toEqual({ 201: 7, 422: 5 });
    const left = await shop.db
      .selectFrom('batches')
      .where('goods_id', '=', scarce)
      .select('available')
      .execute();
    expect(left.reduce((sum, batch) => sum + batch.available, 0)).toBe(1);
    expect((await checkBooks(shop.db)).breaches).toEqual([]);
  });

  it('sells no more than a flash sale has', async () => {
    const hot = await makeGoods(shop.db, { price: 10, stock: 500, spike: { price: 1, total: 9, limit: 2 } });
    const carts: number[][] = [];
    for (const { browser } of buyers) carts.push(await fillCart(browser, { [hot]: 2 }));
    const replies = await Promise.all(
      buyers.map(({ browser, address_id }, index) =>
        order(browser, { ids: carts[index] ?? [], address_id, payable: 17 }),
      ),
    );
    // Who comes too late is told the ordinary price in place of the flash sale's.
    expect(codes(replies)).toEqual({ 201: 4, 422: 8 });
    const spike = await shop.db
      .selectFrom('promotion_goods')
      .where('goods_id', '=', hot)
      .select('sold')
      .executeTakeFirst();
    expect(spike).toEqual({ sold: 8 });
  });

  it('orders of the same goods in any order do not lock one another out', async () => {
    const carts: number[][] = [];
    for (const [index, { browser }] of buyers.entries()) {
      const pair = index % 2 === 0 ? [first, second] : [second, first];
      const ids: number[] = [];
      for (const goods of pair) ids.push(...(await fillCart(browser, { [goods]: 1 })));
      carts.push(ids);
    }
    const replies = await Promise.all(
      buyers.map(({ browser, address_id }, index) => order(browser, { ids: carts[index] ?? [], address_id })),
    );
    expect(codes(replies)).toEqual({ 201: 12 });
  });

  it('makes one order of one cart, however often it is sent', async () => {
    const [buyer] = buyers;
    if (!buyer) throw new Error('no buyer');
    const { browser, address_id } = buyer;
    const ids = await fillCart(browser, { [first]: 3 });
    const headers = { 'idempotency-key': 'double-click' };
    const replies = await Promise.all([
      ...Array.from({ length: 5 }, () => order(browser, { ids, address_id }, headers)),
      ...Array.from({ length: 5 }, () => order(browser, { ids, address_id })),
    ]);
    const made = new Set(replies.filter(({ code }) => code === 201).flatMap(({ data }) => data.ids));
    expect(made.size).toBe(1);
    const batch = await shop.db
      .selectFrom('batches')
      .where('goods_id', '=', first)
      .select('reserved')
      .executeTakeFirst();
    expect(batch).toEqual({ reserved: 3 });
  });

  it('uses a coupon once', async () => {
    const [buyer] = buyers;
    if (!buyer) throw new Error('no buyer');
    const { browser, address_id, username } = buyer;
    const coupon_id = await makeCoupon(shop.db, await companyOf(shop.db, username), {
      value: 20,
      threshold: 40,
    });
    const [one] = await fillCart(browser, { [first]: 1 });
    const [other] = await fillCart(browser, { [second]: 1 });
    const replies = await Promise.all(
      [one, other].map((id) => order(browser, { ids: [id ?? 0], address_id, coupon_id })),
    );
    expect(codes(replies)).toEqual({ 201: 1, 422: 1 });
    expect((await checkBooks(shop.db)).breaches).toEqual([]);
  });

  it('never spends a wallet below zero', async () => {
    const [buyer] = buyers;
    if (!buyer) throw new Error('no buyer');
    const { browser, address_id, username } = buyer;
    const company = await companyOf(shop.db, username);
    const orders: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      const placed = await order(browser, { ids: await fillCart(browser, { [first]: 6 }), address_id });
      orders.push(...placed.data.ids);
    }
    await giveMoney(shop.db, username, 600 * 3 + 599);
    const replies = await Promise.all([
      ...orders.map((order_id) =>
        browser.call('pay.start', { params: { order_id: String(order_id) }, body: { method: 'balance' } }),
      ),
      ...orders.map((order_id) =>
        browser.call('pay.start', { params: { order_id: String(order_id) }, body: { method: 'balance' } }),
      ),
    ]);
    expect(codes(replies)).toEqual({ 200: 3, 422: 9 });
    expect(await balanceOf(shop.db, { wallet: company })).toBe(59_900);
    expect((await checkBooks(shop.db)).breaches).toEqual([]);
  });

  it('books a notification once, and a cancellation beside it leaves no order half ended', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [buyer] = buyers;
      if (!buyer) throw new Error('no buyer');
      const { browser, address_id } = buyer;
      const placed = await order(browser, { ids: await fillCart(browser, { [first]: 6 }), address_id });
      const order_id = placed.data.ids[0] ?? 0;
      const started = await browser.call('pay.start', {
        params: { order_id: String(order_id) },
        body: { method: 'alipay' },
      });
      const params = { no: (started.data.redirect ?? '').replace('/cashier/', '') };
      await Promise.all([
        browser.call('pay.sandboxPay', { params, body: { result: 'paid' } }),
        browser.call('order.cancel', { params: { id: order_id } }),
        browser.call('pay.sandboxPay', { params, body: { result: 'paid' } }),
      ]);
      const { data } = await browser.call('order.detail', { params: { id: order_id } });
      expect([30, -10]).toContain(data.status);
    }
    expect((await checkBooks(shop.db)).breaches).toEqual([]);
  });

  it('adds to one line from many tabs at once without losing a unit', async () => {
    const [buyer] = buyers;
    if (!buyer) throw new Error('no buyer');
    await Promise.all(Array.from({ length: 10 }, () => fillCart(buyer.browser, { [first]: 2, [second]: 1 })));
    const { data } = await buyer.browser.call('cart.list');
    expect(data.data.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([10, 20]);
  });
});
