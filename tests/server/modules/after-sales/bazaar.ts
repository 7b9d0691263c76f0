import type { Db } from '#server/kernel/db/schema.ts';
import { giveVoucher } from '#server/modules/promotions/vouchers/give.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { addressOf, giveMoney } from '../../support/buyer.ts';
import { makeMember } from '../../support/members.ts';
import { companyOf, makeCoupon, makeGoods, openPromotion } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';

/** Goods of two warehouses that meet every kind of promotion of a cart, by name. */
export type Wares = Record<(typeof WARES)[number], number>;

const WARES = ['near', 'far', 'dear', 'mid', 'yx', 'flash', 'gift', 'swap', 'hm', 'bulk'] as const;

/** The promotions that a purchase may meet, by name; flash sale and single-item free shipping are always there. */
export type Offers = Record<(typeof OFFERS)[number], number>;

export const OFFERS = ['manjian', 'gift', 'exchange', 'set', 'welfare'] as const;

export interface Bazaar {
  shop: TestApp;
  wares: Wares;
  offers: Offers;
}

/** Opens a shop's worth of goods and promotions. */
export async function openBazaar(shop: TestApp): Promise<Bazaar> {
  const { db } = shop;
  const stock = 1_000_000;
  const total = { total: stock, limit: stock };
  const wares: Wares = {
    near: await makeGoods(db, { price: 28.29, stock, ladder: [[6, 24.9]] }),
    far: await makeGoods(db, { price: 5.25, stock, warehouse: 2 }),
    dear: await makeGoods(db, { price: 120.07, stock, warehouse: 2 }),
    mid: await makeGoods(db, { price: 60.6, stock }),
    yx: await makeGoods(db, { price: 80, stock, warehouse: 2, yx: true }),
    flash: await makeGoods(db, { price: 50, stock, spike: { price: 33.33, ...total } }),
    gift: await makeGoods(db, { price: 19.9, stock }),
    swap: await makeGoods(db, { price: 28.29, stock, warehouse: 2 }),
    hm: await makeGoods(db, { price: 90.9, stock, hm: true }),
    bulk: await makeGoods(db, { price: 12.01, stock, dpby: 5 }),
  };
  const goods = (...names: (keyof Wares)[]) => names.map((name) => ({ goods_id: wares[name] }));
  const offers: Offers = {
    manjian: await openPromotion(
      db,
      'manjian',
      { tiers: '100 减 7.77\n300 减 40\n600 减 99.99' },
      goods('dear', 'mid', 'near'),
    ),
    gift: await openPromotion(db, 'gift', { amount: 150, most: 2 }, [
      ...goods('mid', 'far', 'dear'),
      { goods_id: wares.gift, role: 'gift', number: 1 },
    ]),
    exchange: await openPromotion(db, 'exchange', { amount: 100, units: 2 }, [
      ...goods('near', 'mid', 'dear'),
      { goods_id: wares.swap, role: 'exchange', price: 15.05 },
    ]),
    set: await openPromotion(db, 'set', { price: 61.11 }, [
      { goods_id: wares.near, number: 1 },
      { goods_id: wares.mid, number: 1 },
    ]),
    welfare: await openPromotion(db, 'welfare', { percent: 94 }),
  };
  return { shop, wares, offers };
}

/** Leaves just these promotions open. */
export async function open({ shop, offers }: Bazaar, names: readonly (keyof Offers)[]): Promise<void> {
  const ids = new Set(names.map((name) => offers[name]));
  for (const id of Object.values(offers)) {
    await shop.db
      .updateTable('promotions')
      .set({ withdrawn: !ids.has(id) })
      .where('id', '=', id)
      .execute();
  }
}

/** A buyer with money, credit, a coupon and a voucher, of a company without a past. */
export interface Customer {
  username: string;
  browser: Browser;
  company: number;
  address_id: number;
  coupon: number;
  voucher: number;
}

export async function newCustomer({ shop }: Bazaar, username: string): Promise<Customer> {
  const { db } = shop;
  await makeMember(db, START, { username, scopes: ['all'] });
  const company = await companyOf(db, username);
  await giveMoney(db, username, 100_000);
  await lend(db, company);
  const window = { startsAt: START - 1, endsAt: START + 86_400 * 30, now: START };
  return {
    username,
    browser: await shop.as(username),
    company,
    address_id: await addressOf(db, username),
    coupon: await makeCoupon(db, company, { value: 30, threshold: 200 }),
    voucher: await giveVoucher(db, { companyId: company, name: '现金券', amount: 2000, ...window }),
  };
}

async function lend(db: Db, company: number): Promise<void> {
  await db
    .insertInto('credit_lines')
    .values({ company_id: company, limit_fen: 10_000_000, term_days: 30 })
    .execute();
}
