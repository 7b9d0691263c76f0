import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Calls } from '#generated/calls.ts';
import type { Gateways } from '#server/kernel/outside/payment-gateways/gateway.ts';
import { SANDBOX } from '#server/kernel/outside/payment-gateways/open.ts';
import { openSandbox } from '#server/kernel/outside/payment-gateways/sandbox.ts';
import { sendRefunds } from '#server/modules/after-sales/refunds/send-to-gateways.ts';
import { balanceOf, book, USE_TYPE } from '#server/modules/ledger/ledger.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { addressOf, auditBooks, fillCart, giveMoney, order } from '../../support/buyer.ts';
import { companyOf, emptyCarts, makeGoods, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';

describe.each(['pglite', 'postgres'] as const)('payment on %s', (engine) => {
  let shop: TestApp;
  let buyer: Browser;
  let company: number;
  let address_id: number;
  beforeAll(async () => {
    shop = await startApp({ engine, seed: makeShelf });
    buyer = await shop.as('demo');
    company = await companyOf(shop.db, 'demo');
    address_id = await addressOf(shop.db, 'demo');
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await emptyCarts(shop.db);
  });
  afterEach(async () => {
    shop.clock.now = START;
    await auditBooks(shop.db);
  });

  /** An order of 600 yuan, free of shipping. */
  async function place(hm = false): Promise<number> {
    const id = await makeGoods(shop.db, { price: 600, stock: 5, hm });
    const placed = await order(buyer, { ids: await fillCart(buyer, { [id]: 1 }), address_id });
    return placed.data.ids[0] ?? 0;
  }
  const pay = (order_id: number, body: Calls['pay.start']['body']) =>
    buyer.call('pay.start', { params: { order_id: String(order_id) }, body });
  const detail = async (id: number) => (await buyer.call('order.detail', { params: { id } })).data;
  const numberOf = (redirect: string | null) => (redirect ?? '').replace('/cashier/', '');

  const refunds = (id: number) =>
    shop.db
      .selectFrom('refunds')
      .where('order_id', '=', id)
      .select(['route', 'state', 'amount_fen'])
      .execute();

  it('takes the balance, and the order is to be shipped', async () => {
    const id = await place();
    await giveMoney(shop.db, 'demo', 1000);
    const { data: options } = await buyer.call('pay.options', { params: { order_id: String(id) } });
    expect(options).toMatchObject({ payable: 600, paid: 0, due: 600, balance: 1000 });
    expect(await pay(id, { method: 'balance' })).toMatchObject({
      code: 200,
      data: { state: 'paid', redirect: null },
    });
    expect(await detail(id)).toMatchObject({
      status: 30,
      status_text: '待发货',
      paid: 600,
      pay_method_text: '余额支付',
      can_pay: false,
      can_cancel: false,
      pay_before: null,
    });
    expect(await balanceOf(shop.db, { wallet: company })).toBe(40_000);
    expect(await pay(id, { method: 'balance' })).toMatchObject({ code: 422, message: '订单已付款' });
    expect(await buyer.call('order.cancel', { params: { id } })).toMatchObject({ code: 422 });
  });

  it('refuses a balance that is too small, and takes nothing', async () => {
    const id = await place();
    expect(await pay(id, { method: 'balance' })).toMatchObject({
      code: 422,
      message: expect.stringContaining('余额不足'),
    });
    expect(await balanceOf(shop.db, { wallet: company })).toBe(40_000);
  });

  it('combines the balance with the sandbox cashier', async () => {
    const id = await place();
    const started = await pay(id, { method: 'alipay', use_balance: 1 });
    expect(started.data).toMatchObject({
      state: 'pending',
      redirect: expect.stringMatching(/^\/cashier\/P[A-Z0-9]+$/),
    });
    const params = { no: numberOf(started.data.redirect) };
    expect((await buyer.call('pay.sandbox', { params })).data).toMatchObject({
      amount: 200,
      gateway: '支付宝',
      state: 'waiting',
      return_url: `/cart/step4?order=${id}`,
    });
    const paid = await buyer.call('pay.sandboxPay', { params, body: { result: 'paid' } });
    expect(paid.data).toMatchObject({ state: 'paid' });
    expect(await detail(id)).toMatchObject({ status: 30, paid: 600, pay_method_text: '余额支付 + 支付宝' });
    expect(await balanceOf(shop.db, { wallet: company })).toBe(0);
    expect(await buyer.call('pay.sandboxPay', { params, body: { result: 'paid' } })).toMatchObject({
      code: 200,
    });
  });

  it('gives a part that was paid back when the order ends', async () => {
    await giveMoney(shop.db, 'demo', 100);
    const id = await place();
    await pay(id, { method: 'wechat', use_balance: 1 });
    expect((await buyer.call('pay.options', { params: { order_id: String(id) } })).data).toMatchObject({
      paid: 100,
      due: 500,
    });
    await buyer.call('order.cancel', { params: { id } });
    expect(await balanceOf(shop.db, { wallet: company })).toBe(10_000);
    expect(await detail(id)).toMatchObject({ status: -10, paid: 0 });
    const { data: options } = await buyer.call('pay.options', { params: { order_id: String(id) } });
    expect(options).toMatchObject({ status: -10, due: 0 });
  });

  it('opens the same payment again, until it is closed', async () => {
    const id = await place();
    const first = await pay(id, { method: 'unionpay' });
    expect((await pay(id, { method: 'unionpay' })).data).toEqual(first.data);
    const params = { no: numberOf(first.data.redirect) };
    await buyer.call('pay.sandboxPay', { params, body: { result: 'closed' } });
    expect((await buyer.call('pay.sandbox', { params })).data.state).toBe('closed');
    expect((await pay(id, { method: 'unionpay' })).data.redirect).not.toBe(first.data.redirect);
    expect((await detail(id)).status).toBe(10);
  });

  it('believes a notification only with its signature and its amount', async () => {
    const id = await place();
    const no = numberOf((await pay(id, { method: 'alipay' })).data.redirect);
    const gateway = await openSandbox(shop.db, 'alipay');
    const notify = (body: Calls['pay.notify']['body'], name = 'alipay') =>
      shop.browser().call('pay.notify', { params: { gateway: name }, body });
    const right = gateway.notification({ no, amount: '600.00', state: 'paid' });
    expect(await notify({ ...right, amount: '0.01' })).toMatchObject({ code: 403 });
    expect(
      await notify({
        ...right,
        sign: right.sign.replace(/^./, (digit: string) => (digit === '0' ? '1' : '0')),
      }),
    ).toMatchObject({ code: 403 });
    expect(await notify({ ...right, sign: '' })).toMatchObject({ code: 403 });
    expect(await notify(right, 'wechat')).toMatchObject({ code: 403 });
    expect(await notify(right, 'nobody')).toMatchObject({ code: 403 });
    expect(await notify(gateway.notification({ no, amount: '599.99', state: 'paid' }))).toMatchObject({
      code: 422,
    });
    expect((await detail(id)).status).toBe(10);
    expect(await notify(right)).toMatchObject({ code: 200, data: { ok: true } });
    expect(await notify(right)).toMatchObject({ code: 200, data: { ok: true } });
    expect(await notify(gateway.notification({ no, amount: '600.00', state: 'closed' }))).toMatchObject({
      code: 200,
    });
    expect(await detail(id)).toMatchObject({ status: 30, paid: 600 });
  });

  it('sends a payment that arrives too late back to where it came from', async () => {
    const id = await place();
    const before = await balanceOf(shop.db, { wallet: company });
    const params = { no: numberOf((await pay(id, { method: 'alipay' })).data.redirect) };
    await buyer.call('order.cancel', { params: { id } });
    await buyer.call('pay.sandboxPay', { params, body: { result: 'paid' } });
    expect(await detail(id)).toMatchObject({ status: -10, paid: 0 });
    expect(await refunds(id)).toEqual([{ route: 'source', state: 'waiting', amount_fen: 60_000 }]);
    expect(await sendRefunds(shop.db, SANDBOX, shop.clock.now)).toBe(1);
    expect(await sendRefunds(shop.db, SANDBOX, shop.clock.now)).toBe(0);
    expect(await refunds(id)).toEqual([{ route: 'source', state: 'done', amount_fen: 60_000 }]);
    expect(await balanceOf(shop.db, { wallet: company })).toBe(before);
  });

  it('gives it to the balance when the gateway keeps failing', async () => {
    const id = await place();
    const before = await balanceOf(shop.db, { wallet: company });
    const params = { no: numberOf((await pay(id, { method: 'alipay' })).data.redirect) };
    await buyer.call('order.cancel', { params: { id } });
    await buyer.call('pay.sandboxPay', { params, body: { result: 'paid' } });
    const dead: Gateways = {
      ...SANDBOX,
      open: async (db, name) => {
        const gateway = await SANDBOX.open(db, name);
        return gateway && { ...gateway, refund: () => Promise.reject(new Error('unreachable')) };
      },
    };
    for (let day = 0; day < 12; day += 1) {
      expect(await balanceOf(shop.db, { wallet: company })).toBe(before);
      await sendRefunds(shop.db, dead, shop.clock.now + day * 86_400);
    }
    expect(await refunds(id)).toEqual([{ route: 'balance', state: 'done', amount_fen: 60_000 }]);
    expect(await balanceOf(shop.db, { wallet: company })).toBe(before + 60_000);
  });

  it('returns what was paid twice', async () => {
    const id = await place();
    const before = await balanceOf(shop.db, { wallet: company });
    const alipay = { no: numberOf((await pay(id, { method: 'alipay' })).data.redirect) };
    const wechat = { no: numberOf((await pay(id, { method: 'wechat' })).data.redirect) };
    await buyer.call('pay.sandboxPay', { params: alipay, body: { result: 'paid' } });
    await buyer.call('pay.sandboxPay', { params: wechat, body: { result: 'paid' } });
    expect(await detail(id)).toMatchObject({ status: 30, paid: 600 });
    await sendRefunds(shop.db, SANDBOX, shop.clock.now);
    expect(await refunds(id)).toEqual([{ route: 'source', state: 'done', amount_fen: 60_000 }]);
    expect(await balanceOf(shop.db, { wallet: company })).toBe(before);
  });

  it('lends up to the limit, and not while a bill is overdue', async () => {
    await shop.db
      .insertInto('credit_lines')
      .values({ company_id: company, limit_fen: 130_000, term_days: 30 })
      .execute();
    const [first, second, third] = [await place(), await place(), await place()];
    expect((await pay(first, { method: 'credit' })).data.state).toBe('paid');
    expect((await detail(first)).status).toBe(30);
    expect((await pay(second, { method: 'credit' })).data.state).toBe('paid');
    expect(await pay(third, { method: 'credit' })).toMatchObject({ code: 422, message: '账期额度不足' });
    await shop.db
      .updateTable('credit_bills')
      .set({ repaid_fen: 60_000 })
      .where('order_id', '=', first)
      .execute();
    await book(shop.db, {
      from: { shop: 'grants' },
      to: { credit: company },
      amount: 60_000,
      useType: USE_TYPE.creditRepayment,
      memo: '还款',
      at: START,
    });
    await shop.db
      .updateTable('credit_bills')
      .set({ due_at: START - 1 })
      .execute();
    expect(await pay(third, { method: 'credit' })).toMatchObject({ code: 422, message: '有逾期未还的账单' });
  });

  it('waits for a transfer longer, and lets the buyer pay otherwise meanwhile', async () => {
    const id = await place();
    expect((await pay(id, { method: 'transfer' })).data).toMatchObject({
      state: 'pending',
      redirect: `/cart/hm?order=${id}`,
    });
    expect(await detail(id)).toMatchObject({ status: 15, can_pay: true, pay_before: START + 3 * 86_400 });
    await giveMoney(shop.db, 'demo', 600);
    expect((await pay(id, { method: 'balance' })).data.state).toBe('paid');
  });

  it('takes only transfers for ephedrine', async () => {
    const id = await place(true);
    const { data } = await buyer.call('pay.options', { params: { order_id: String(id) } });
    expect(data.methods.filter(({ usable }) => usable).map(({ method }) => method)).toEqual(['transfer']);
    expect(await pay(id, { method: 'balance' })).toMatchObject({
      code: 422,
      message: '含麻订单仅支持对公转账',
    });
    expect(await pay(id, { method: 'transfer', use_balance: 1 })).toMatchObject({
      data: { state: 'pending' },
    });
    expect((await detail(id)).paid).toBe(0);
  });

  it('does not take payment for an order whose time is over', async () => {
    const id = await place();
    shop.clock.now = START + 86_400;
    expect(await pay(id, { method: 'alipay' })).toMatchObject({
      code: 422,
      message: '订单已失效，请重新下单',
    });
  });

  it('keeps the ledger as it was written', async () => {
    await expect(shop.db.updateTable('ledger').set({ amount: 1 }).execute()).rejects.toThrow('append-only');
    await expect(shop.db.deleteFrom('ledger').execute()).rejects.toThrow('append-only');
    await expect(sql`TRUNCATE ledger CASCADE`.execute(shop.db)).rejects.toThrow('append-only');
    await expect(shop.db.updateTable('accounts').set({ balance: 1 }).execute()).rejects.toThrow(
      'a balance follows from the ledger',
    );
  });
});
