import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#server/kernel/db/schema.ts';
import { inTransaction } from '#server/kernel/db/transaction.ts';
import { SANDBOX } from '#server/kernel/outside/payment-gateways/open.ts';
import { type Answer, made } from '#server/kernel/result/answer.ts';
import { joinTeam } from '#server/modules/group-buys/commands/join.ts';
import { settleTeams } from '#server/modules/group-buys/commands/teams.ts';
import { sessions } from '#server/modules/identity/sessions/sessions.ts';
import { placeOrders } from '#server/modules/orders/commands/create.ts';
import { startPayment } from '#server/modules/payments/commands/start.ts';
import { receiveCoupon } from '#server/modules/promotions/coupons/centre.ts';
import { returnRights, spendCoupon, spendVouchers } from '#server/modules/promotions/rights/spend.ts';
import { giveVoucher } from '#server/modules/promotions/vouchers/give.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { auditBooks, giveMoney, order } from '../../support/buyer.ts';
import { shopRegistry } from '../../support/registry.ts';
import { companyOf, makeCoupon, makeGoods, makeShelf, openPromotion } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { type Buyer, makeCrowd } from './crowd.ts';

/** How many of the answers have each code. */
function codes(answers: readonly Pick<Answer<unknown>, 'code'>[]): Record<number, number> {
  const groups = Map.groupBy(answers, ({ code }) => code);
  return Object.fromEntries([...groups].map(([code, group]) => [code, group.length]));
}

/** As many connections as the shop's pool has: who waits longer for one than it allows is turned away, and told so. */
const AT_ONCE = 20;

/** Does all of it, as much at once as the database takes on. */
async function together<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const take = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return results;
}

// PGlite runs one statement at a time, so only a real PostgreSQL can show a race.
describe('races of promotions', () => {
  let shop: TestApp;
  let db: Db;
  let site: Awaited<ReturnType<typeof shopRegistry>>['site'];

  beforeAll(async () => {
    ({ site } = await shopRegistry());
    shop = await startApp({ seed: makeShelf });
    ({ db } = shop);
  });
  afterAll(() => shop.close());
  beforeEach(() => db.updateTable('promotions').set({ withdrawn: true }).execute());
  afterEach(() => auditBooks(db));

  const place = ({ member, lineId, addressId }: Buyer, body = {}) =>
    inTransaction(db, (trx) =>
      placeOrders(trx, member, { ids: [lineId], address_id: addressId, ...body }, { site, now: START }),
    );

  const soldOf = (goodsId: number) =>
    db
      .selectFrom('promotion_goods')
      .where('goods_id', '=', goodsId)
      .select(['stock', 'sold'])
      .executeTakeFirstOrThrow();

  it('sells the 500 units of a flash sale in 2,000 orders that are released together', async () => {
    const goodsId = await makeGoods(db, {
      price: 20,
      stock: 5000,
      spike: { price: 10, total: 500, limit: 1 },
    });
    const crowd = await makeCrowd(db, 2000, { goodsId, number: 1, type: 1 });
    // Whoever comes too late is told the ordinary price in place of the flash sale's.
    const answers = await together(crowd, (buyer) => place(buyer, { payable: 25 }));
    expect(codes(answers)).toEqual({ 201: 500, 422: 1500 });
    expect(await soldOf(goodsId)).toEqual({ stock: 500, sold: 500 });
    const lines = await db
      .selectFrom('order_lines')
      .where('goods_id', '=', goodsId)
      .select('price_fen')
      .execute();
    expect(lines.map(({ price_fen }) => price_fen)).toEqual(Array.from({ length: 500 }, () => 1000));
  }, 300_000);

  it('sells no more to requests that arrive all at once', async () => {
    const goodsId = await makeGoods(db, { price: 20, stock: 500, spike: { price: 10, total: 30, limit: 1 } });
    const crowd = await makeCrowd(db, 120, { goodsId, number: 1, type: 1 });
    const requests = await Promise.all(
      crowd.map(async ({ member, lineId, addressId }) => {
        const browser = shop.browser();
        browser.cookie = await sessions.start(db, member.id, START, {
          address: '10.9.9.9',
          agent: 'crowd',
          secondFactor: false,
        });
        return () => order(browser, { ids: [lineId], address_id: addressId, payable: 25 });
      }),
    );
    const replies = await Promise.all(requests.map((send) => send()));
    expect(codes(replies)).toEqual({ 201: 30, 422: 90 });
    const late = replies.find(({ code }) => code === 422);
    expect(late?.message).toContain('金额有变化，应付 ¥35.00');
    expect(await soldOf(goodsId)).toEqual({ stock: 30, sold: 30 });
  });

  // The orders of one company follow one another, because each locks its cart; the next test does without.
  it('uses one coupon of a company in one of 50 orders', async () => {
    const companyId = await companyOf(db, 'demo');
    const coupon_id = await makeCoupon(db, companyId, { value: 20, threshold: 40 });
    const [first] = await makeCrowd(db, 1, {
      goodsId: await makeGoods(db, { price: 1, stock: 1 }),
      number: 1,
      type: 0,
    });
    const address = await db
      .selectFrom('addresses')
      .where('company_id', '=', companyId)
      .select('id')
      .executeTakeFirstOrThrow();
    const buyers: Buyer[] = [];
    for (let index = 0; index < 50; index += 1) {
      const goods_id = await makeGoods(db, { price: 50, stock: 10 });
      const line = await db
        .insertInto('cart_lines')
        .values({ company_id: companyId, goods_id, warehouse_id: 1, type: 0, number: 1, created_at: START })
        .returning('id')
        .executeTakeFirstOrThrow();
      const member = { ...(first as Buyer).member, companyId };
      buyers.push({ member, lineId: line.id, addressId: address.id });
    }
    const answers = await Promise.all(buyers.map((buyer) => place(buyer, { coupon_id })));
    expect(codes(answers)).toEqual({ 201: 1, 422: 49 });
  });

  it('uses a coupon and a voucher once, even by purchases that no cart holds back', async () => {
    const companyId = await companyOf(db, 'demo');
    const couponId = await makeCoupon(db, companyId, { value: 20, threshold: 40 });
    const window = { startsAt: START, endsAt: START + 60, now: START };
    const voucherId = await giveVoucher(db, { companyId, name: '现金券', amount: 500, ...window });
    const [{ member } = { member: null }] = await makeCrowd(db, 1, {
      goodsId: await makeGoods(db, { price: 1, stock: 1 }),
      number: 1,
      type: 0,
    });
    if (!member) throw new Error('nobody');
    const spend = () =>
      inTransaction(db, async (trx) => {
        const { id } = await trx
          .insertInto('purchases')
          .values({ company_id: companyId, member_id: member.id, created_at: START })
          .returning('id')
          .executeTakeFirstOrThrow();
        const purchase = { id, companyId, now: START };
        const refused =
          (await spendCoupon(trx, purchase, couponId)) ?? (await spendVouchers(trx, purchase, [voucherId]));
        return refused ?? made({ id });
      });
    const answers = await Promise.all(Array.from({ length: 50 }, spend));
    expect(codes(answers)).toEqual({ 201: 1, 422: 49 });
    const [won = 0] = answers.flatMap((answer) => (answer.ok ? [answer.data.id] : []));
    const spentBy = async (table: 'company_coupons' | 'vouchers', id: number) =>
      (await db.selectFrom(table).where('id', '=', id).select('purchase_id').executeTakeFirst())?.purchase_id;
    const spent = async () => [
      await spentBy('company_coupons', couponId),
      await spentBy('vouchers', voucherId),
    ];
    expect(await spent()).toEqual([won, won]);
    // No order came of it, so both come back.
    await inTransaction(db, async (trx) => made(await returnRights(trx, won, START)));
    expect(await spent()).toEqual([null, null]);
  });

  it('hands out no more coupons than there are, and one to each company', async () => {
    const { id } = await db
      .insertInto('coupons')
      .values({
        name: '满 100 减 5',
        kind: 'amount',
        value: 500,
        threshold_fen: 10_000,
        scope: 'all',
        scope_text: '全场通用',
        total: 10,
        listed: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const goodsId = await makeGoods(db, { price: 1, stock: 1 });
    const crowd = await makeCrowd(db, 20, { goodsId, number: 1, type: 0 });
    const answers = await Promise.all(
      [...crowd, ...crowd].map(({ member }) =>
        inTransaction(db, (trx) => receiveCoupon(trx, member, id, START)),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
    const held = await db
      .selectFrom('company_coupons')
      .where('coupon_id', '=', id)
      .select('company_id')
      .execute();
    expect(new Set(held.map(({ company_id }) => company_id)).size).toBe(10);
  });

  describe('a group-buy', () => {
    /** Seconds that a team has. */
    const span = 600;

    /** A team that still needs the units of one payment; returns who is to pay. */
    async function almostFull(): Promise<{ orders: { id: number; companyId: number }[]; team: number }> {
      const goods_id = await makeGoods(db, { price: 20, stock: 1000 });
      const rule = { by: 'units', need: 10, hours: 1 };
      const promotionId = await openPromotion(db, 'group', rule, [{ goods_id, price: 15, stock: 500 }], {
        endsAt: START + span,
      });
      const crowd = await makeCrowd(db, 3, { goodsId: goods_id, number: 1, type: 0 });
      const orders: { id: number; companyId: number }[] = [];
      for (const { member } of crowd) {
        await giveMoney(db, `crowd-${member.companyId}`, 1000);
        const joined = await inTransaction(db, (trx) =>
          joinTeam(trx, member, { promotionId, number: 5, addressId: undefined }, { site, now: START }),
        );
        if (!joined.ok) throw new Error(joined.message);
        orders.push({ id: joined.data.order_id, companyId: member.companyId });
      }
      const { id: team } = await db
        .selectFrom('teams')
        .where('promotion_id', '=', promotionId)
        .select('id')
        .executeTakeFirstOrThrow();
      return { orders, team };
    }

    const pay = ({ id, companyId }: { id: number; companyId: number }, now: number) =>
      inTransaction(db, (trx) =>
        startPayment(
          trx,
          { companyId, orderIds: [id], body: { method: 'balance' } },
          { site, now, gateways: SANDBOX },
        ),
      );
    const stateOf = async (team: number) =>
      await db
        .selectFrom('teams')
        .where('id', '=', team)
        .select(['state', 'joined'])
        .executeTakeFirstOrThrow();
    const statuses = async (orders: { id: number }[]) =>
      (
        await db
          .selectFrom('orders')
          .where(
            'id',
            'in',
            orders.map(({ id }) => id),
          )
          .orderBy('id')
          .select('status')
          .execute()
      ).map(({ status }) => status);

    it('fills by the last payment, and ships every member', async () => {
      const { orders, team } = await almostFull();
      await Promise.all(orders.map((order) => pay(order, START)));
      expect(await stateOf(team)).toEqual({ state: 'filled', joined: 15 });
      await settleTeams(db, START);
      expect(await statuses(orders)).toEqual([30, 30, 30]);
    });

    it('pays everybody back when it does not fill in time', async () => {
      const { orders, team } = await almostFull();
      const [first] = orders;
      if (!first) throw new Error('nobody joined');
      expect(await pay(first, START)).toMatchObject({ ok: true });
      expect(await statuses([first])).toEqual([20]);
      expect(await settleTeams(db, START + span)).toEqual({ shipped: 0, refunded: 1 });
      expect(await stateOf(team)).toMatchObject({ state: 'failed' });
      expect(await statuses([first])).toEqual([-12]);
      const { balance } = await db
        .selectFrom('accounts')
        .where('kind', '=', 'wallet')
        .where('company_id', '=', first.companyId)
        .select('balance')
        .executeTakeFirstOrThrow();
      expect(balance).toBe(100_000);
    });

    it('that fills and expires in the same second ends in one state', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { orders, team } = await almostFull();
        const [first, second] = orders;
        if (!first || !second) throw new Error('nobody joined');
        await pay(first, START);
        // The last payment was made in time, and is counted in the second in which the time ends.
        const last = START + span;
        await Promise.all([pay(second, last - 1), settleTeams(db, last), settleTeams(db, last)]);
        await settleTeams(db, last);
        const { state } = await stateOf(team);
        expect(await statuses([first, second])).toEqual(state === 'filled' ? [30, 30] : [-12, -12]);
        await auditBooks(db);
      }
    });
  });
});
