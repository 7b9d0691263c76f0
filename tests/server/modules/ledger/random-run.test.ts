import { expect, it, onTestFinished } from 'vitest';
import { SANDBOX } from '#server/kernel/outside/payment-gateways/open.ts';
import { sweepOrders } from '#server/modules/after-sales/cancel/sweep.ts';
import { sendRefunds } from '#server/modules/after-sales/refunds/send-to-gateways.ts';
import { checkBooks } from '#server/modules/ledger/books/check-books.ts';
import { pollGateways } from '#server/modules/payments/commands/poll.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { addressOf, fillCart, giveMoney, order } from '../../support/buyer.ts';
import { makeMember } from '../../support/members.ts';
import { shopRegistry } from '../../support/registry.ts';
import { companyOf, makeCoupon, makeGoods, makeManjian, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { uploadOf } from '../after-sales/staff.ts';

/** `BOOKS_OPERATIONS=20000` for the long run; the short one is part of every test run. */
const OPERATIONS = Number(process.env['BOOKS_OPERATIONS'] ?? 400);
const MEMBERS = 50;
/** Operations that are under way at once: enough to meet, few enough for the pool of connections. */
const HANDS = 8;

/** Numbers that repeat with the seed (mulberry32). */
function randomness(seed: number) {
  let state = seed;
  return (bound: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % bound;
  };
}

interface Buyer {
  username: string;
  browser: Browser;
  company: number;
  address_id: number;
}

/** One thing that a buyer, staff or time does; refusals are part of life. */
type Operation = (
  shop: TestApp,
  buyer: Buyer,
  ops: Browser,
  goods: readonly number[],
  dice: Dice,
) => Promise<unknown>;
type Dice = ReturnType<typeof randomness>;

const AFTER_SALES = [11, 12, 14] as const;

const METHODS = ['balance', 'balance', 'credit', 'alipay', 'wechat'] as const;

/** One of the company's orders in these states. */
async function someOrder(
  shop: TestApp,
  dice: Dice,
  states: readonly (10 | 15 | 20 | 30 | 35 | 40 | 50)[],
  company?: number,
) {
  const rows = await shop.db
    .selectFrom('orders')
    .where('status', 'in', states)
    .$if(company !== undefined, (query) => query.where('company_id', '=', company ?? 0))
    .orderBy('id', 'desc')
    .limit(30)
    .select('id')
    .execute();
  return rows[dice(Math.max(rows.length, 1))]?.id;
}

const OPERATIONS_OF: readonly (readonly [weight: number, Operation])[] = [
  [
    30,
    async (shop, { browser, address_id, company }, _ops, goods, dice) => {
      const wanted: Record<number, number> = {};
      for (let kind = dice(4); kind >= 0; kind -= 1) wanted[goods[dice(goods.length)] ?? 0] = 1 + dice(9);
      const ids = await fillCart(browser, wanted);
      const held = await shop.db
        .selectFrom('company_coupons')
        .where('company_id', '=', company)
        .where('purchase_id', 'is', null)
        .select('id')
        .executeTakeFirst();
      const voucher = await shop.db
        .selectFrom('vouchers')
        .where('company_id', '=', company)
        .where('purchase_id', 'is', null)
        .select('id')
        .executeTakeFirst();
      return order(browser, {
        ids,
        address_id,
        ...(held && dice(3) === 0 ? { coupon_id: held.id } : {}),
        ...(voucher && dice(3) === 0 ? { voucher_ids: [voucher.id] } : {}),
      });
    },
  ],
  [
    28,
    async (shop, { browser, company }, _ops, _goods, dice) => {
      const id = await someOrder(shop, dice, [10, 15], company);
      if (id === undefined) return;
      const params = { order_id: String(id) };
      const method = METHODS[dice(METHODS.length)] ?? 'balance';
      const { data } = await browser.call('pay.start', {
        params,
        body: { method, use_balance: dice(2) as 0 | 1 },
      });
      const no = data?.redirect?.replace('/cashier/', '');
      if (!no || dice(5) === 0) return;
      if (dice(6) === 0) await browser.call('order.cancel', { params: { id } });
      const result = dice(8) === 0 ? 'closed' : 'paid';
      await browser.call('pay.sandboxPay', { params: { no }, body: { result } });
    },
  ],
  [
    6,
    async (shop, { browser, company }, _ops, _goods, dice) => {
      const id = await someOrder(shop, dice, [10, 15, 30], company);
      if (id !== undefined) await browser.call('order.cancel', { params: { id } });
    },
  ],
  [
    8,
    async (shop, { browser, company }, ops, _goods, dice) => {
      const id = await someOrder(shop, dice, [10, 15], company);
      if (id === undefined) return;
      const params = { order_id: String(id) };
      await browser.call('pay.start', {
        params,
        body: { method: 'transfer', use_balance: dice(2) as 0 | 1 },
      });
      const { data } = await browser.call('pay.options', { params });
      const upload_id = await uploadOf(shop.db, company, 'voucher');
      const amount = (Math.round((data?.due ?? 0) * 100) + dice(3) * 100) / 100;
      const slip = { payer: '测试药店', amount, paid_on: '2026-11-01', upload_id };
      await browser.call('pay.transfer', { params, body: slip });
      if (dice(5) === 0) await browser.call('order.cancel', { params: { id } });
      const accepted = dice(6) === 0 ? 0 : 1;
      await ops.call('ops-order.confirmTransfer', { params: { id }, body: { accepted, reason: '没有到账' } });
    },
  ],
  [
    12,
    async (shop, { browser, company }, ops, _goods, dice) => {
      const id = await someOrder(shop, dice, [20, 30, 35], company);
      if (id === undefined) return;
      const params = { id };
      await browser.call('order.askCancel', { params, body: { reason: '不需要了' } });
      const accepted = dice(3) === 0 ? 0 : 1;
      const answers = [
        () => ops.call('ops-order.judgeCancel', { params, body: { accepted, reply: '已打包' } }),
        () => browser.call('order.withdrawCancel', { params }),
        () => ops.call('ops-order.close', { params, body: { reason: '买家不要了' } }),
        () => ops.call('ops-order.ship', { params, body: { carrier: '测试物流', tracking_no: 'T0009' } }),
      ];
      // Two at once, now and then.
      await Promise.all([answers[dice(4)]?.(), dice(3) === 0 ? answers[dice(4)]?.() : undefined]);
    },
  ],
  [
    3,
    (_shop, { company }, ops, _goods, dice) => {
      const kind = (['top_up', 'withdraw', 'gift'] as const)[dice(3)] ?? 'gift';
      return ops.call('ops-balance.book', {
        params: { id: company },
        body: { kind, amount: (1 + dice(20_000)) / 100, memo: '人工登记' },
      });
    },
  ],
  [
    24,
    async (shop, _buyer, ops, _goods, dice) => {
      const id = await someOrder(shop, dice, [30, 35]);
      if (id === undefined) return;
      const { data } = await ops.call('ops-order.detail', { params: { id } });
      const pick = data.picks[dice(Math.max(data.picks.length, 1))];
      if (!pick) return;
      if (dice(7) === 0) {
        const body = { line_id: pick.line_id, number: 1 + dice(pick.max) };
        await ops.call('ops-order.short', { params: { id }, body });
        return;
      }
      const body = { carrier: '测试物流', tracking_no: `T${id}0000` };
      const part = [{ id: pick.id, number: 1 + dice(pick.max) }];
      await ops.call('ops-order.ship', {
        params: { id },
        body: dice(3) === 0 ? { ...body, picks: part } : body,
      });
    },
  ],
  [
    12,
    async (shop, { browser, company }, _ops, _goods, dice) => {
      const id = await someOrder(shop, dice, [40], company);
      if (id !== undefined) await browser.call('order.confirm', { params: { id } });
    },
  ],
  [
    14,
    async (shop, { browser, company }, _ops, _goods, dice) => {
      const order_id = await someOrder(shop, dice, [35, 40, 50], company);
      if (order_id === undefined) return;
      const { data } = await browser.call('return.choices', { params: { order_id } });
      const lines = data.lines
        .filter(() => dice(2) === 0)
        .map(({ id, max }) => ({ id, number: 1 + dice(max) }));
      const body = { order_id, reason: '破损', lines };
      if (dice(4) === 0)
        await browser.call('after-sales.create', { body: { ...body, kind: AFTER_SALES[dice(3)] ?? 14 } });
      else await browser.call('return.create', { body: { ...body, kind: 1 + dice(3) } });
    },
  ],
  [
    30,
    async (shop, { browser }, ops, _goods, dice) => {
      const open = await shop.db
        .selectFrom('claims')
        .where('status', 'in', [10, 20, 30, 40])
        .limit(20)
        .select(['id', 'status', 'kind'])
        .execute();
      const claim = open[dice(Math.max(open.length, 1))];
      if (!claim) return;
      if (claim.status === 20) {
        await shop.db.updateTable('claims').set({ status: 30 }).where('id', '=', claim.id).execute();
      }
      if (dice(12) === 0) await browser.call('return.cancel', { params: { id: claim.id } });
      const accepted = dice(8) === 0 ? 0 : 1;
      const parcel = { carrier: '测试物流', tracking_no: 'T0000' };
      const body = { accepted, reply: '说明', amount: (1 + dice(500)) / 100, ...parcel } as const;
      await ops.call('ops-claim.judge', { params: { id: claim.id }, body });
    },
  ],
  [
    8,
    async (shop, { browser, company }, _ops, _goods, dice) => {
      const bills = await shop.db
        .selectFrom('credit_bills')
        .where('company_id', '=', company)
        .limit(3)
        .select('id')
        .execute();
      const method = (['balance', 'alipay'] as const)[dice(2)] ?? 'balance';
      const bill_ids = bills.map(({ id }) => id);
      const { data } = await browser.call('pay.creditCreate', { body: { bill_ids, method } });
      if (!data?.no) return;
      const paid = await browser.call('pay.creditPay', { body: { no: data.no } });
      const no = paid.data?.redirect?.replace('/cashier/', '');
      if (no) await browser.call('pay.sandboxPay', { params: { no }, body: { result: 'paid' } });
    },
  ],
  [4, (shop, { username }, _ops, _goods, dice) => giveMoney(shop.db, username, 1 + dice(3000))],
  [
    1,
    async (shop) => {
      // An hour later: nobody's session ends, some orders' time does.
      shop.clock.now += 3600;
      await sweepOrders(shop.db, (await shopRegistry()).site, shop.clock.now);
      await pollGateways(shop.db, SANDBOX, shop.clock.now);
      await sendRefunds(shop.db, SANDBOX, shop.clock.now);
    },
  ],
];

it(
  `after ${OPERATIONS} random operations by ${MEMBERS} members the books agree`,
  async () => {
    const shop = await startApp({ seed: makeShelf });
    onTestFinished(() => shop.close());
    const dice = randomness(20_261_121);
    const goods: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const batches = [
        { number: 20_000, expires: '2027-12-31' },
        { number: 60_000, expires: '2028-06-30' },
      ];
      goods.push(
        await makeGoods(shop.db, {
          price: 0.37 + index * 13.13,
          stock: 0,
          batches,
          warehouse: 1 + (index % 2),
        }),
      );
    }
    await makeManjian(
      shop.db,
      {
        name: '满减',
        tiers: [
          [100, 7.77],
          [500, 61.01],
        ],
      },
      goods.slice(0, 6),
    );
    const buyers: Buyer[] = [];
    for (let index = 0; index < MEMBERS; index += 1) {
      const username = `random-${index}`;
      await makeMember(shop.db, START, { username, scopes: ['all'] });
      const company = await companyOf(shop.db, username);
      await makeCoupon(shop.db, company, { value: 9.99, threshold: 50 });
      await giveMoney(shop.db, username, 2000);
      await shop.db
        .insertInto('credit_lines')
        .values({ company_id: company, limit_fen: 500_000, term_days: 30 })
        .execute();
      const address_id = await addressOf(shop.db, username);
      buyers.push({ username, browser: await shop.as(username), company, address_id });
    }
    const ops = await shop.as('ops');
    for (let index = 0; index < MEMBERS; index += 1) {
      await ops.call('ops-voucher.issue', {
        body: { name: '现金券', amount: 5, days: 30, usernames: `random-${index}` },
      });
    }
    const weights = OPERATIONS_OF.flatMap(([weight, operation]) =>
      Array.from({ length: weight }, () => operation),
    );
    let left = OPERATIONS;
    const faults: unknown[] = [];
    const hand = async () => {
      while (left > 0) {
        left -= 1;
        const buyer = buyers[dice(buyers.length)];
        const operation = weights[dice(weights.length)];
        // A cart that was ordered meanwhile is no fault of the books; anything else is looked at below.
        if (buyer && operation)
          await operation(shop, buyer, ops, goods, dice).catch((fault: unknown) => faults.push(fault));
      }
    };
    await Promise.all(Array.from({ length: HANDS }, hand));
    const unexpected = faults.filter((fault) => !/库存不足|最多|购物车/.test(String(fault)));
    expect(unexpected).toEqual([]);
    const { breaches, orders, units } = await checkBooks(shop.db);
    expect(breaches).toEqual([]);
    expect(units.inStock + units.delivered).toBe(12 * 80_000);
    // How hands meet is chance: only of a run of some length is it asked that everything happened.
    const least = OPERATIONS >= 2000 ? { routes: 4, answers: 3 } : { routes: 0, answers: 0 };
    const routes = await shop.db.selectFrom('refunds').select('route').distinct().execute();
    expect(routes.length).toBeGreaterThanOrEqual(least.routes);
    const wishes = await shop.db.selectFrom('cancel_requests').select('state').distinct().execute();
    expect(wishes.length).toBeGreaterThanOrEqual(least.answers);
    expect(Object.values(orders).reduce((sum, number) => sum + number, 0)).toBeGreaterThan(OPERATIONS / 12);
  },
  60_000 + OPERATIONS * 200,
);
