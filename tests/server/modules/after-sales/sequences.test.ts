import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SANDBOX } from '#server/kernel/outside/payment-gateways/open.ts';
import { sweepOrders } from '#server/modules/after-sales/cancel/sweep.ts';
import { sendRefunds } from '#server/modules/after-sales/refunds/send-to-gateways.ts';
import { recountSold, refreshSold } from '#server/modules/goods/commands/refresh-sold.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { toFen } from '#shop/domain/money.ts';
import { PAID_STATES } from '#shop/domain/order-state.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { auditBooks, order } from '../../support/buyer.ts';
import { shopRegistry } from '../../support/registry.ts';
import { makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { type Basket, type BasketRights, checkOut, costAlone, fill } from './alone.ts';
import { type Bazaar, type Customer, newCustomer, OFFERS, open, openBazaar } from './bazaar.ts';
import { uploadOf } from './staff.ts';

let shop: TestApp;
let bazaar: Bazaar;
let twin: Customer;
let ops: Browser;
beforeAll(async () => {
  shop = await startApp({ seed: makeShelf });
  bazaar = await openBazaar(shop);
  twin = await newCustomer(bazaar, 'twin');
  ops = await shop.as('ops');
});
afterAll(() => shop.close());

/** `SEQUENCES=500 SEQUENCES_SEED=3` for a long run of others; the short one is part of every test run. */
const RUNS = Number(process.env['SEQUENCES'] ?? 25);
const SEED = Number(process.env['SEQUENCES_SEED'] ?? 20_261_122);

/** One step: what is done, to which of the orders, and how. */
interface Step {
  act: keyof typeof ACTS;
  which: number;
  how: number;
}

/** A purchase, what may have been ordered before it, and what is done about them. */
interface Story {
  offers: (typeof OFFERS)[number][];
  basket: Basket;
  rights: BasketRights;
  /** Whether a paid order that waits for shipment counts towards its free shipping. */
  supported: boolean;
  steps: Step[];
}

/** A purchase that is under way. */
interface Run extends Story {
  customer: Customer;
  /** Its orders, and the one before it. */
  ids: number[];
  earlier: number | null;
  /** What was announced of each request and return that is open, in yuan. */
  announced: Map<string, number>;
  /** Charges of gateways that nobody has paid yet. */
  charges: string[];
}

type Act = (run: Run, id: number, how: number) => Promise<unknown>;

const METHODS = ['balance', 'balance', 'alipay', 'credit', 'transfer'] as const;
const refunded = async (id: number) => {
  const { refunded_fen } = await orderRow(id);
  return refunded_fen;
};
const orderRow = (id: number) =>
  shop.db.selectFrom('orders').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

/** What a refund of the whole deal was announced to be is what comes back for it, at least. */
async function paysAnnounced(run: Run, key: string, work: () => Promise<unknown>): Promise<void> {
  const all = [...run.ids, ...(run.earlier === null ? [] : [run.earlier])];
  const sum = async () => (await Promise.all(all.map(refunded))).reduce((total, fen) => total + fen, 0);
  const before = await sum();
  await work();
  const announced = run.announced.get(key);
  if (announced === undefined) throw new Error(`nothing was announced for ${key}`);
  expect(await sum(), key).toBeGreaterThanOrEqual(before + toFen(announced));
  run.announced.delete(key);
}

const pay: Act = async (run, id, how) => {
  const { browser, company } = run.customer;
  const params = { order_id: String(id) };
  const { hm } = await orderRow(id);
  const method = hm ? 'transfer' : (METHODS[how % METHODS.length] ?? 'balance');
  const partly = how % 3 === 0 && method !== 'balance' ? 1 : 0;
  const { data } = await browser.call('pay.start', { params, body: { method, use_balance: partly } });
  if (method === 'alipay' && data?.redirect) run.charges.push(data.redirect.replace('/cashier/', ''));
  if (method !== 'transfer' || !data) return;
  const upload_id = await uploadOf(shop.db, company, 'voucher');
  const { due } = (await browser.call('pay.options', { params })).data;
  const slip = { payer: '测试药店', amount: due, paid_on: '2026-11-01', upload_id };
  await browser.call('pay.transfer', { params, body: slip });
  if (how % 7 === 0) return;
  const order_id = { params: { id }, body: { accepted: how % 5 === 0 ? 0 : 1, reason: '没有到账' } } as const;
  await ops.call('ops-order.confirmTransfer', order_id);
  for (const one of run.ids) {
    await ops.call('ops-order.review', { params: { id: one }, body: { accepted: 1, reason: '' } });
  }
};

const payCharge: Act = async ({ charges, customer }, _id, how) => {
  const no = charges[how % Math.max(1, charges.length)];
  if (no) await customer.browser.call('pay.sandboxPay', { params: { no }, body: { result: 'paid' } });
};

const ask: Act = async ({ customer, announced }, id) => {
  const params = { id };
  const { data } = await customer.browser.call('order.cancelEstimate', { params });
  const body = { reason: '不需要了', refund: data.total };
  const { code } = await customer.browser.call('order.askCancel', { params, body });
  if (code !== 200) return;
  const { cancel_request } = (await customer.browser.call('order.detail', { params })).data;
  expect(cancel_request?.amount).toBe(data.total);
  announced.set(`cancel ${id}`, data.total);
};

const judge: Act = async (run, id, how) => {
  const params = { id };
  const key = `cancel ${id}`;
  if (!run.announced.has(key)) return;
  if (how % 4 === 0) {
    await run.customer.browser.call('order.withdrawCancel', { params });
    run.announced.delete(key);
  } else if (how % 4 === 1) {
    await ops.call('ops-order.judgeCancel', { params, body: { accepted: 0, reply: '已打包' } });
    run.announced.delete(key);
  } else {
    const accept = () => ops.call('ops-order.judgeCancel', { params, body: { accepted: 1, reply: '' } });
    await paysAnnounced(run, key, accept);
  }
};

const ship: Act = async (_run, id, how) => {
  const body = { carrier: '测试物流', tracking_no: `T${id}0000` };
  const { data } = await ops.call('ops-order.detail', { params: { id } });
  const picks = data.picks.slice(0, 1).map((pick) => ({ id: pick.id, number: pick.max }));
  await ops.call('ops-order.ship', { params: { id }, body: how % 3 === 0 ? { ...body, picks } : body });
};

const giveBack: Act = async ({ customer, announced }, id, how) => {
  const { data } = await customer.browser.call('return.choices', { params: { order_id: id } });
  const chosen = data.lines.filter((_, index) => ((how >> index) & 1) === 0);
  const lines = chosen.map(({ id: line, max }) => ({ id: line, number: 1 + (how % max) }));
  const wish = { order_id: id, kind: how % 5 === 0 ? 3 : 1, lines: how % 5 === 0 ? [] : lines };
  const estimate = (await customer.browser.call('return.estimate', { body: wish })).data;
  const asked = await customer.browser.call('return.create', { body: { ...wish, reason: '破损' } });
  if (asked.code !== 201) return;
  const claim = (await customer.browser.call('return.detail', { params: { id: asked.data.id } })).data;
  expect(claim.amount).toBe(estimate.total);
  announced.set(`return ${asked.data.id}`, claim.amount);
};

const settleClaim: Act = async (run, _id, how) => {
  const open = [...run.announced.keys()].filter((key) => key.startsWith('return '));
  const key = open[how % Math.max(1, open.length)];
  if (key === undefined) return;
  const params = { id: Number(key.split(' ')[1]) };
  const step = (accepted: 0 | 1) =>
    ops.call('ops-claim.judge', { params, body: { accepted, reply: '说明', amount: 1 } });
  if (how % 4 === 0) {
    await run.customer.browser.call('return.cancel', { params });
    run.announced.delete(key);
  } else if (how % 4 === 1) {
    await step(0);
    run.announced.delete(key);
  } else {
    await paysAnnounced(run, key, async () => {
      for (let times = 0; times < 3; times += 1) await step(1);
    });
  }
};

const ACTS = {
  pay,
  payCharge,
  ask,
  judge,
  ship,
  giveBack,
  settleClaim,
  cancel: ({ customer }, id) => customer.browser.call('order.cancel', { params: { id } }),
  confirm: ({ customer }, id) => customer.browser.call('order.confirm', { params: { id } }),
  close: (_run, id) => ops.call('ops-order.close', { params: { id }, body: { reason: '买家不要了' } }),
  expire: async (_run, _id, how) => {
    const later = START + (how % 2 === 0 ? DAY : 3 * DAY);
    await sweepOrders(shop.db, (await shopRegistry()).site, later);
    await sendRefunds(shop.db, SANDBOX, START);
  },
} satisfies Record<string, Act>;

const few = fc.integer({ min: 0, max: 3 });
const story: fc.Arbitrary<Story> = fc.record({
  offers: fc.subarray([...OFFERS]),
  basket: fc.record({
    near: fc.integer({ min: 0, max: 8 }),
    far: fc.constantFrom(0, 1, 4),
    dear: few,
    mid: few,
    yx: fc.constantFrom(0, 0, 1, 3),
    flash: fc.constantFrom(0, 0, 2),
    hm: fc.constantFrom(0, 0, 0, 2, 6),
    bulk: fc.constantFrom(0, 0, 3, 6),
    set: fc.constantFrom(0, 1, 2),
    exchange: fc.constantFrom(0, 1, 2),
  }),
  rights: fc.record({ coupon: fc.boolean(), voucher: fc.boolean() }),
  supported: fc.integer({ min: 0, max: 3 }).map((chance) => chance === 0),
  steps: fc.array(
    fc.record({
      act: fc.constantFrom(
        ...(['pay', 'pay', 'pay', 'payCharge', 'cancel', 'ask', 'judge', 'ship', 'ship', 'confirm'] as const),
        ...([
          'giveBack',
          'giveBack',
          'settleClaim',
          'settleClaim',
          'close',
          'expire',
          'ask',
          'judge',
        ] as const),
      ),
      which: fc.nat(99),
      how: fc.nat(999),
    }),
    { minLength: 4, maxLength: 14 },
  ),
});

let customers = 0;

/** Places the purchase; null where nothing can be ordered of it. */
async function begin(told: Story): Promise<Run | null> {
  const { offers, basket, rights, supported } = told;
  await open(bazaar, offers);
  customers += 1;
  const customer = await newCustomer(bazaar, `customer-${customers}`);
  const place = async (wanted: Basket, how: BasketRights) => {
    const ids = await fill(bazaar, customer, wanted);
    const { data } = await checkOut(customer, ids, how);
    const { coupon_id, voucher_ids } = data;
    const rest = { coupon_id: coupon_id ?? 0, voucher_ids: voucher_ids ?? [999_999] };
    const { address_id } = customer;
    return order(customer.browser, { ids, address_id, ...rest });
  };
  let earlier: number | null = null;
  if (supported) {
    const placed = await place({ flash: 20 }, { coupon: false, voucher: false });
    earlier = placed.data.ids[0] ?? null;
    await customer.browser.call('pay.start', {
      params: { order_id: String(earlier) },
      body: { method: 'balance' },
    });
  }
  const has = (name: (typeof OFFERS)[number]) => offers.includes(name);
  const wanted = {
    ...basket,
    set: has('set') ? basket.set : 0,
    exchange: has('exchange') && (basket.dear ?? 0) > 0 ? basket.exchange : 0,
  };
  const bare = Object.values(wanted).every((number = 0) => number === 0) ? { far: 1, dear: 1 } : wanted;
  const placed = await place(bare as Basket, rights);
  if (placed.code !== 201) throw new Error(placed.message);
  const { ids } = placed.data;
  return { ...told, customer, ids, earlier, announced: new Map(), charges: [] };
}

/** What the buyer holds of these orders, or will be sent. */
async function heldOf(ids: readonly number[]): Promise<Basket> {
  const rows = await shop.db
    .selectFrom('order_lines as line')
    .innerJoin('orders', 'orders.id', 'line.order_id')
    .where('orders.id', 'in', ids)
    .where('orders.status', 'in', PAID_STATES)
    .select(['goods_id', 'line.number', 'returned', 'gift', 'set_no', 'sets', 'offer_id', 'promotion_id'])
    .execute();
  const names = new Map(Object.entries(bazaar.wares).map(([name, id]) => [id, name as keyof Basket]));
  const held: Basket = {};
  for (const row of rows) {
    const kept = row.number - row.returned;
    const name =
      row.promotion_id === bazaar.offers.exchange
        ? 'exchange'
        : row.set_no === null
          ? names.get(row.goods_id)
          : 'set';
    if (!name || (name === 'set' && row.goods_id !== bazaar.wares.near)) continue;
    held[name] = (held[name] ?? 0) + (row.set_no === null ? kept : (kept * (row.sets ?? 0)) / row.number);
  }
  return held;
}

/** Money that the shop keeps of orders that were paid, in fen. */
async function keptOf(ids: readonly number[]): Promise<number> {
  const rows = await shop.db
    .selectFrom('orders')
    .where('id', 'in', ids)
    .where('paid_at', 'is not', null)
    .select(['paid_fen', 'refunded_fen'])
    .execute();
  for (const { paid_fen, refunded_fen } of rows) expect(refunded_fen).toBeLessThanOrEqual(paid_fen);
  return rows.reduce((sum, { paid_fen, refunded_fen }) => sum + paid_fen - refunded_fen, 0);
}

/** Goods that stay are never had for less than they cost alone; and where nothing stays nothing is withheld. */
async function check(run: Run, after: string): Promise<void> {
  const orders = await Promise.all(run.ids.map(orderRow));
  const supported = run.earlier === null ? {} : await heldOf([run.earlier]);
  const none = { coupon: false, voucher: false, unshipped: 0 };
  const before = await costAlone(bazaar, twin, supported, none);
  const unshipped = 3333 * (supported.flash ?? 0);
  let kept = run.earlier === null ? 0 : await keptOf([run.earlier]);
  let alone = before;
  for (const hm of [false, true]) {
    const ids = orders.filter((one) => one.hm === hm).map(({ id }) => id);
    if (ids.length === 0) continue;
    const held = await heldOf(ids);
    const rights = hm ? none : { ...run.rights, unshipped };
    kept += await keptOf(ids);
    alone += await costAlone(bazaar, twin, held, rights);
  }
  expect(kept, `kept after ${after}`).toBeGreaterThanOrEqual(alone);
  const all = run.earlier === null ? orders : [...orders, await orderRow(run.earlier)];
  const ended = all.every(({ status }) => status < 0);
  expect(ended ? kept : 0, `nothing stays after ${after}`).toBe(0);
}

it(
  'no sequence of paying, cancelling, expiring and returning beats what the goods cost alone',
  async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const run = await begin(told);
        if (!run) return;
        const all = run.earlier === null ? run.ids : [...run.ids, run.earlier];
        let changed = 0;
        for (const [index, { act, which, how }] of told.steps.entries()) {
          await ACTS[act](run, all[which % all.length] ?? 0, how);
          const now = await keptOf(all);
          if (now !== changed) await check(run, `step ${index + 1}, ${act}`);
          changed = now;
        }
        await check(run, 'all');
        await auditBooks(shop.db);
        await refreshSold(shop.db, START);
        expect(await recountSold(shop.db, START), 'goods whose units sold are wrong').toBe(0);
      }),
      {
        seed: SEED,
        numRuns: RUNS,
      },
    );
  },
  60_000 + RUNS * 3_000,
);
