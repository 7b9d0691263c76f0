import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewaysOf } from '#server/kernel/outside/payment-gateways/open.ts';
import { sendRefunds } from '#server/modules/after-sales/refunds/send-to-gateways.ts';
import { balanceOf } from '#server/modules/ledger/ledger.ts';
import { pollGateways } from '#server/modules/payments/commands/poll.ts';
import { startAlipay, type Trade } from '#tools/server/stand-ins/alipay.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Browser, FORM } from '../../support/browser.ts';
import { addressOf, auditBooks, fillCart, order } from '../../support/buyer.ts';
import { companyOf, emptyCarts, makeGoods, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';

type Alipay = Awaited<ReturnType<typeof startAlipay>>;

describe('Alipay', () => {
  let alipay: Alipay;
  let shop: TestApp;
  let buyer: Browser;
  let company: number;
  let address_id: number;
  beforeAll(async () => {
    alipay = await startAlipay();
    const gateways = await gatewaysOf({ alipay: alipay.settings, sandbox: false }, 'https://shop.example');
    shop = await startApp({ seed: makeShelf, parts: { gateways } });
    buyer = await shop.as('demo');
    company = await companyOf(shop.db, 'demo');
    address_id = await addressOf(shop.db, 'demo');
  });
  afterAll(async () => {
    await shop.close();
    await alipay.close();
  });
  beforeEach(() => emptyCarts(shop.db));
  afterEach(async () => {
    shop.clock.now = START;
    Object.assign(alipay.state, { reachable: true, honest: true });
    alipay.refunds.clear();
    await auditBooks(shop.db);
  });

  /** An order of 600 yuan whose buyer stands at Alipay's cashier. */
  async function atCashier(): Promise<{ id: number; trade: Trade; cashier: URL }> {
    const goods = await makeGoods(shop.db, { price: 600, stock: 5 });
    const placed = await order(buyer, { ids: await fillCart(buyer, { [goods]: 1 }), address_id });
    const id = placed.data.ids[0] ?? 0;
    const params = { order_id: String(id) };
    const { data } = await buyer.call('pay.start', { params, body: { method: 'alipay' } });
    const cashier = new URL(data.redirect ?? '');
    const wish = JSON.parse(cashier.searchParams.get('biz_content') ?? '{}') as Record<string, string>;
    const no = wish['out_trade_no'] ?? '';
    const trade = { out_trade_no: no, trade_status: 'TRADE_SUCCESS', total_amount: '600.00' };
    return { id, trade, cashier };
  }

  /** Sends a notification as Alipay does, and answers what it is told. */
  async function notify(message: Record<string, string>): Promise<string> {
    const payload = new URLSearchParams(message).toString();
    const url = '/api/pay/notify/alipay';
    const { body } = await shop.app.inject({ method: 'POST', url, headers: FORM, payload });
    return body;
  }

  const status = async (id: number) => (await buyer.call('order.detail', { params: { id } })).data.status;
  const refunds = (id: number) =>
    shop.db
      .selectFrom('refunds')
      .where('order_id', '=', id)
      .select(['state', 'route', 'amount_fen'])
      .execute();

  it('is the only gateway that is offered, and no sandbox stands beside it', async () => {
    const { id } = await atCashier();
    const { data } = await buyer.call('pay.options', { params: { order_id: String(id) } });
    expect(data.methods.map(({ method }) => method)).toEqual(['balance', 'credit', 'transfer', 'alipay']);
    const { repay_methods } = (await buyer.call('user.user_credit')).data;
    expect(repay_methods.map(({ value }) => value)).toEqual(['balance', 'alipay']);
    const refused = await buyer.call('pay.start', {
      params: { order_id: String(id) },
      body: { method: 'wechat' },
    });
    expect(refused).toMatchObject({ code: 422, message: '暂不支持这种付款方式' });
  });

  it('sends the buyer to its cashier with a signed order', async () => {
    const { cashier, trade } = await atCashier();
    expect(cashier.origin).toBe(new URL(alipay.settings.gateway).origin);
    expect(alipay.isOwn(cashier)).toBe(true);
    expect(cashier.searchParams.get('method')).toBe('alipay.trade.page.pay');
    expect(cashier.searchParams.get('notify_url')).toBe('https://shop.example/api/pay/notify/alipay');
    expect(cashier.searchParams.get('return_url')).toMatch(
      /^https:\/\/shop\.example\/cart\/step4\?order=\d+$/,
    );
    expect(JSON.parse(cashier.searchParams.get('biz_content') ?? '')).toMatchObject({
      out_trade_no: trade.out_trade_no,
      total_amount: '600.00',
    });
  });

  it('believes a signed notification, once', async () => {
    const { id, trade } = await atCashier();
    const message = alipay.notification(trade);
    expect(await notify(message)).toBe('success');
    expect(await notify(message)).toBe('success');
    expect(await notify(alipay.notification({ ...trade, trade_status: 'TRADE_FINISHED' }))).toBe('success');
    expect(await status(id)).toBe(30);
    expect(await refunds(id)).toEqual([]);
  });

  it('believes nothing that is forged', async () => {
    const { id, trade } = await atCashier();
    const right = alipay.notification(trade);
    alipay.state.honest = false;
    const byAnother = alipay.notification(trade);
    const forged = [
      byAnother,
      { ...right, total_amount: '0.01' },
      { ...right, out_trade_no: 'P1' },
      { ...right, sign: '' },
      { ...right, sign_type: 'RSA' },
      { ...right, sign_type: 'none' },
      {},
    ];
    for (const message of forged) expect(await notify(message)).toBe('failure');
    alipay.state.honest = true;
    expect(await notify(alipay.notification(trade, { app_id: '2026000000000002' }))).toBe('failure');
    expect(await status(id)).toBe(10);
  });

  it('does not take a wrong amount, nor news of a trade that it does not know', async () => {
    const { id, trade } = await atCashier();
    expect(await notify(alipay.notification({ ...trade, total_amount: '599.99' }))).toBe('failure');
    expect(await notify(alipay.notification({ ...trade, out_trade_no: 'P20261101ABCDEF' }))).toBe('failure');
    expect(await status(id)).toBe(10);
  });

  it('puts money that fits no charge before the staff, once, until somebody has looked', async () => {
    const { trade } = await atCashier();
    const ops = await shop.as('ops');
    const incidents = async (state: 'open' | 'settled') =>
      (await ops.call('ops-incident.list', { query: { state } })).data.list;
    const waiting = async () =>
      (await ops.call('ops.summary')).data.work.find(({ label }) => label === '付款异常')?.value;
    await shop.db.deleteFrom('payment_incidents').execute();
    const wrong = alipay.notification({ ...trade, total_amount: '599.99' });
    await notify(wrong);
    await notify(wrong);
    await notify(alipay.notification({ ...trade, out_trade_no: 'P20261101FEDCBA' }));
    await notify({ ...wrong, sign: '' });
    await notify(alipay.notification({ ...trade, total_amount: '1.00', trade_status: 'TRADE_CLOSED' }));
    const open = await incidents('open');
    expect(open).toMatchObject([
      { no: 'P20261101FEDCBA', what: '没有这个支付单', times: 1 },
      {
        no: trade.out_trade_no,
        what: '金额不符，应付 ¥600.00，通知 ¥599.99',
        amount: 599.99,
        trade_no: `2026${trade.out_trade_no}`,
        times: 2,
      },
    ]);
    expect(await waiting()).toBe(2);
    const settle = { params: { id: open[1]?.id ?? 0 }, body: { note: '已在商户后台退回' } };
    expect(await ops.call('ops-incident.settle', settle)).toMatchObject({ code: 200 });
    expect(await ops.call('ops-incident.settle', settle)).toMatchObject({ code: 404 });
    expect(await incidents('settled')).toMatchObject([{ note: '已在商户后台退回' }]);
    expect(await waiting()).toBe(1);
  });

  describe('a charge that nobody is to pay any more', () => {
    const gateways = () => gatewaysOf({ alipay: alipay.settings, sandbox: false }, 'https://shop.example');
    const ask = async (seconds: number) => pollGateways(shop.db, await gateways(), START + seconds);
    const stateOf = (no: string) =>
      shop.db.selectFrom('payments').where('no', '=', no).select('state').executeTakeFirst();
    const askedOf = (no: string) =>
      alipay.requests.filter((line) => line.endsWith(no)).map((line) => line.split(' ')[0]);
    const waits = (trade: Trade): Trade => ({ ...trade, trade_status: 'WAIT_BUYER_PAY' });

    it('is closed there when its order is cancelled, after asking whether it was paid', async () => {
      const { id, trade, cashier } = await atCashier();
      expect(JSON.parse(cashier.searchParams.get('biz_content') ?? '')).toMatchObject({
        time_expire: '2026-11-02 10:00:00',
      });
      alipay.trades.set(trade.out_trade_no, waits(trade));
      expect(await ask(5)).toBe(0);
      expect(askedOf(trade.out_trade_no)).toEqual([]);
      await buyer.call('order.cancel', { params: { id } });
      expect(await ask(10)).toBe(1);
      expect(askedOf(trade.out_trade_no)).toEqual(['alipay.trade.query', 'alipay.trade.close']);
      expect(await stateOf(trade.out_trade_no)).toEqual({ state: 'closed' });
      expect(await ask(10_000)).toBe(0);
    });

    it('is closed when the buyer goes on to another method, and not paid again by its old address', async () => {
      const { id, trade } = await atCashier();
      alipay.trades.set(trade.out_trade_no, waits(trade));
      const params = { order_id: String(id) };
      await buyer.call('pay.start', { params, body: { method: 'transfer' } });
      const again = await buyer.call('pay.start', { params, body: { method: 'alipay' } });
      const wish = new URL(again.data.redirect ?? '').searchParams.get('biz_content') ?? '{}';
      const { out_trade_no } = JSON.parse(wish) as Record<string, string>;
      expect(out_trade_no).not.toBe(trade.out_trade_no);
      expect(await ask(10)).toBe(1);
      expect(alipay.trades.get(trade.out_trade_no)?.trade_status).toBe('TRADE_CLOSED');
      expect(await stateOf(out_trade_no ?? '')).toEqual({ state: 'waiting' });
      await notify(alipay.notification({ ...trade, out_trade_no: out_trade_no ?? '' }));
      expect(await status(id)).toBe(30);
    });

    it('is refunded when it turns out to be paid, and asked again while Alipay cannot say', async () => {
      const { id, trade } = await atCashier();
      await buyer.call('order.cancel', { params: { id } });
      // Its page was never opened: Alipay does not know it, and it may still be opened.
      expect(await ask(10)).toBe(0);
      expect(await stateOf(trade.out_trade_no)).toEqual({ state: 'waiting' });
      alipay.trades.set(trade.out_trade_no, trade);
      alipay.state.reachable = false;
      expect(await ask(60)).toBe(0);
      alipay.state.reachable = true;
      expect(await ask(120)).toBe(1);
      expect(await stateOf(trade.out_trade_no)).toEqual({ state: 'paid' });
      expect(askedOf(trade.out_trade_no)).not.toContain('alipay.trade.refund');
      expect(await sendRefunds(shop.db, await gateways(), START + 130)).toBe(1);
      expect(askedOf(trade.out_trade_no).at(-1)).toBe('alipay.trade.refund');
      expect(await status(id)).toBe(-10);
    });
  });

  it('is not confused by the order in which notifications come', async () => {
    const { id, trade } = await atCashier();
    const closed = alipay.notification({ ...trade, trade_status: 'TRADE_CLOSED' });
    expect(await notify(alipay.notification({ ...trade, trade_status: 'WAIT_BUYER_PAY' }))).toBe('failure');
    expect(await notify(closed)).toBe('success');
    expect(await status(id)).toBe(10);
    expect(await notify(alipay.notification(trade))).toBe('success');
    expect(await notify(closed)).toBe('success');
    expect(await status(id)).toBe(30);
  });

  it('gives money that comes too late back through Alipay, when it can be reached again', async () => {
    const { id, trade } = await atCashier();
    const before = await balanceOf(shop.db, { wallet: company });
    await buyer.call('order.cancel', { params: { id } });
    alipay.trades.set(trade.out_trade_no, trade);
    expect(await notify(alipay.notification(trade))).toBe('success');
    const gateways = await gatewaysOf({ alipay: alipay.settings, sandbox: false }, 'https://shop.example');
    alipay.state.reachable = false;
    expect(await sendRefunds(shop.db, gateways, START)).toBe(0);
    // An answer that Alipay did not sign is no answer.
    Object.assign(alipay.state, { reachable: true, honest: false });
    expect(await sendRefunds(shop.db, gateways, START + 3600)).toBe(0);
    expect(await refunds(id)).toEqual([{ state: 'waiting', route: 'source', amount_fen: 60_000 }]);
    alipay.state.honest = true;
    expect(await sendRefunds(shop.db, gateways, START + 7200)).toBe(1);
    expect([...alipay.refunds.values()].every((amount) => amount === '600.00')).toBe(true);
    expect(alipay.refunds.size).toBe(1);
    expect(await refunds(id)).toEqual([{ state: 'done', route: 'source', amount_fen: 60_000 }]);
    expect(await balanceOf(shop.db, { wallet: company })).toBe(before);
    expect(await status(id)).toBe(-10);
  });

  it('asks when no notification comes', async () => {
    const { id, trade } = await atCashier();
    const gateways = await gatewaysOf({ alipay: alipay.settings, sandbox: false }, 'https://shop.example');
    const ask = (seconds: number) => pollGateways(shop.db, gateways, START + seconds);
    expect(await ask(300)).toBe(0);
    alipay.trades.set(trade.out_trade_no, { ...trade, trade_status: 'WAIT_BUYER_PAY' });
    expect(await ask(600)).toBe(0);
    alipay.trades.set(trade.out_trade_no, trade);
    // Ten minutes old and asked just now: the next time is five minutes on.
    expect(await ask(720)).toBe(0);
    expect(await ask(900)).toBe(1);
    expect(await ask(3600)).toBe(0);
    expect(await status(id)).toBe(30);
  });
});
