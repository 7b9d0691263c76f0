import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { addressOf, auditBooks, fillCart, giveMoney, order } from '../../support/buyer.ts';
import { emptyCarts, makeGoods, makeShelf, openPromotion } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';

/** A price and what is taken off; the freight of the test's shop comes on top. */
const PRICE = 50;
const OFF = 5;

const DAY = 86_400;

describe('a promotion of one day', () => {
  let shop: TestApp;
  let buyer: Browser;
  let address_id: number;
  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    buyer = await shop.as('demo');
    address_id = await addressOf(shop.db, 'demo');
    await giveMoney(shop.db, 'demo', 100_000);
  });
  afterAll(() => shop.close());

  /** A full reduction from that moment on, which ends with the test. */
  async function openOn(startsAt: number): Promise<void> {
    const rule = { tiers: `${PRICE} 减 ${OFF}` };
    const id = await openPromotion(shop.db, 'manjian', rule, [], { startsAt, endsAt: startsAt + DAY });
    onTestFinished(async () => {
      shop.clock.now = START;
      await shop.db.updateTable('promotions').set({ withdrawn: true }).where('id', '=', id).execute();
    });
  }

  /** Buys one at that moment, and answers what was taken off by the price that was shown and charged. */
  async function buyAt(moment: number): Promise<number> {
    shop.clock.now = moment;
    buyer = await shop.as('demo');
    await emptyCarts(shop.db);
    const goods = await makeGoods(shop.db, { price: PRICE, stock: 10 });
    const ids = await fillCart(buyer, { [goods]: 1 });
    const { data } = await buyer.call('cart.checkout', { body: { ids, no_voucher: 1 } });
    const placed = await order(buyer, { ids, address_id, payable: data.payable });
    expect(placed).toMatchObject({ code: 201 });
    return data.manjian_reduce;
  }

  it.each([
    ['the turn of the year in Beijing', '2027-01-01T00:00:00+08:00'],
    ['the turn of the year in London', '2027-01-01T00:00:00Z'],
    ['29 February', '2028-02-29T00:00:00+08:00'],
    ['the day after 28 February of another year', '2027-03-01T00:00:00+08:00'],
    ['the hour that New York has not', '2027-03-14T02:30:00-05:00'],
    ['the hour that New York has twice', '2026-11-01T01:30:00-05:00'],
  ])('begins and ends to the second at %s', async (_, moment) => {
    const starts = Date.parse(moment) / 1000;
    await openOn(starts);
    expect(await buyAt(starts - 1)).toBe(0);
    expect(await buyAt(starts)).toBe(OFF);
    expect(await buyAt(starts + DAY - 1)).toBe(OFF);
    expect(await buyAt(starts + DAY)).toBe(0);
    await auditBooks(shop.db);
  });

  it('is over and on again as the clock is set forward and back, and the books agree', async () => {
    const starts = START + DAY;
    await openOn(starts);
    expect(await buyAt(starts + 2 * DAY)).toBe(0);
    expect(await buyAt(starts)).toBe(OFF);
    expect(await buyAt(starts - DAY)).toBe(0);
    await auditBooks(shop.db);
  });
});
