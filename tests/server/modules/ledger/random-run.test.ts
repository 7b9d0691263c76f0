import { expect, it, onTestFinished } from 'vitest';
import { SANDBOX } from '#server/kernel/outside/payment-gateways/open.ts';
import { sweepOrders } from '#server/modules/after-sales/cancel/sweep.ts';
import { sendRefunds } from '#server/modules/after-sales/refunds/send-to-gateways.ts';
import { checkBooks } from '#server/modules/ledger/books/check-books.ts';
import { pollGateways } from '#server/modules/payments/commands/poll.ts';
import {
  chooseOperation,
  type Dealer,
  type Market,
  type Weighted,
} from '#tools/server/drills/business/operation.ts';
import { TRADE } from '#tools/server/drills/business/trade.ts';
import { createDice } from '#tools/server/drills/dice.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { addressOf, giveMoney } from '../../support/buyer.ts';
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

/** What only this shop's clock and money know of. */
const OPERATIONS_OF = (shop: TestApp): Weighted => [
  ...TRADE,
  [4, ({ dice }, { username }) => giveMoney(shop.db, username, 1 + dice(3000))],
  [
    1,
    async () => {
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
    const dice = createDice(20_261_121);
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
    const buyers: Dealer[] = [];
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
      buyers.push({ username, caller: await shop.as(username), company, address_id });
    }
    const ops = await shop.as('ops');
    for (let index = 0; index < MEMBERS; index += 1) {
      await ops.call('ops-voucher.issue', {
        body: { name: '现金券', amount: 5, days: 30, usernames: `random-${index}` },
      });
    }
    const operations = OPERATIONS_OF(shop);
    const market: Market = {
      db: shop.db,
      staff: ops,
      goods,
      dice,
      slip: ({ company }) => uploadOf(shop.db, company, 'voucher'),
      receipt: ({ company }) => uploadOf(shop.db, company, 'receipt'),
    };
    let left = OPERATIONS;
    const faults: unknown[] = [];
    const hand = async () => {
      while (left > 0) {
        left -= 1;
        const buyer = buyers[dice(buyers.length)];
        // A cart that was ordered meanwhile is no fault of the books; anything else is looked at below.
        if (buyer)
          await chooseOperation(operations, dice)(market, buyer).catch((fault: unknown) =>
            faults.push(fault),
          );
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
