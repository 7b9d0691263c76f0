import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#server/kernel/sheets/read.ts';
import { checkBooks } from '#server/modules/ledger/index.ts';
import { book, USE_TYPE } from '#server/modules/ledger/ledger.ts';
import { givePoints, takePoints } from '#server/modules/ledger/points/points.ts';
import { DAY } from '#shop/domain/calendar.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { companyOf, makeGoods } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { buy, complete, load, startService } from '../service/support.ts';

describe('statements and invoices say what the ledger says', () => {
  let shop: TestApp;
  let demo: Browser;
  let ops: Browser;
  let company: number;
  let goods: number;
  beforeAll(async () => {
    shop = await startService();
    demo = await shop.as('demo');
    ops = await shop.as('ops');
    company = await companyOf(shop.db, 'demo');
    goods = await makeGoods(shop.db, { price: 33.33, stock: 10_000 });
  });
  afterAll(() => shop.close());

  /** Gives part of an order's price back, as a return does. */
  const refund = (orderId: number, fen: number, at: number) =>
    book(shop.db, {
      from: { shop: 'sales' },
      to: { wallet: company },
      amount: fen,
      useType: USE_TYPE.returnRefund,
      memo: '退货退款',
      at,
      orderId,
    });

  it('a month of a statement is the sum of its entries, on the page, in Excel and in the ledger', async () => {
    const first = await buy(shop, demo, 'demo', { [goods]: 7 });
    const second = await buy(shop, demo, 'demo', { [goods]: 3 });
    await refund(first.id, 3333, START + 5 * DAY);
    await refund(second.id, 1, START + 40 * DAY);
    shop.clock.now = START + 41 * DAY;
    demo = await shop.as('demo');
    const { data: months } = await demo.call('statement.months');
    expect(months.list.map(({ month }) => month)).toEqual(['2026-12', '2026-11']);

    const { data: statement } = await demo.call('statement.detail', { params: { month: '2026-11' } });
    const { rows } = await sql<{ net: number; wallet: number }>`SELECT
      (SELECT sum(CASE WHEN account.kind = 'sales' THEN amount ELSE -amount END)::bigint
        FROM ledger JOIN accounts AS account ON account.id = to_account
        JOIN accounts AS payer ON payer.id = from_account
        WHERE (account.kind = 'sales' OR payer.kind = 'sales') AND created_at < ${START + 30 * DAY}) AS net,
      (SELECT balance FROM accounts WHERE kind = 'wallet' AND company_id = ${company}) AS wallet`.execute(
      shop.db,
    );
    expect(Math.round(statement.net * 100)).toBe(rows[0]?.net);
    const cents = statement.list.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    expect(cents).toBe(rows[0]?.net);
    expect(statement).toMatchObject({ orders: 2, refunded: 33.33, total: 3 });
    expect(statement.wallet.closing).toBeCloseTo((rows[0]?.wallet ?? 0) / 100 - 0.01, 5);
    const { wallet } = statement;
    expect(wallet.opening + wallet.gained - wallet.spent).toBeCloseTo(wallet.closing, 5);

    const file = await load(shop, demo, statement.file);
    expect(file.type).toContain('spreadsheetml');
    const sheet = await readSheet(file.bytes);
    const table = 'rows' in sheet ? sheet.rows : [];
    expect(table.find(([name]) => name === '净额')?.[4]).toBe(String(statement.net));
    expect(table.filter(([, no]) => no === first.no || no === second.no)).toHaveLength(3);
  });

  it('has books that name an entry which no statement would show', async () => {
    const missing = async () =>
      (await checkBooks(shop.db)).breaches.filter((breach) => breach.includes('known by time'));
    const newest = shop.db.selectFrom('statement_entries').select((eb) => eb.fn.max('ledger_id').as('id'));
    const entries = shop.db.deleteFrom('statement_entries').where('ledger_id', '=', newest);
    const lost = await entries.returningAll().executeTakeFirstOrThrow();
    expect(await missing()).toEqual([expect.stringContaining(`ledger ${lost.ledger_id}`)]);
    await shop.db.insertInto('statement_entries').values(lost).execute();
    expect(await missing()).toEqual([]);
  });

  it('shows nobody else another company’s figures', async () => {
    const stranger = await shop.as('newbie');
    expect((await stranger.call('statement.months')).data.list).toEqual([]);
    const { data } = await stranger.call('statement.detail', { params: { month: '2026-11' } });
    expect(data).toMatchObject({ net: 0, total: 0, wallet: { closing: 0 } });
    const { status } = await load(shop, shop.browser(), '/api/document/statement/2026-11');
    expect(status).toBe(401);
    expect((await load(shop, demo, '/api/document/statement/2026-13')).status).toBe(404);
    expect((await load(shop, demo, '/api/document/nothing/1')).status).toBe(404);
  });

  it('asks for one invoice an order, over what the ledger says that it brought', async () => {
    shop.clock.now = START;
    const done = await buy(shop, demo, 'demo', { [goods]: 30 });
    const open = await buy(shop, demo, 'demo', { [goods]: 1 });
    await complete(shop.db, done.id);
    await refund(done.id, 5000, START + 60);
    const { data: orders } = await demo.call('invoice.orders');
    expect(orders.list).toMatchObject([{ id: done.id, no: done.no, amount: 949.9, refunded: 50 }]);

    const form = {
      kind: 'normal',
      title: '演示药店',
      tax_number: '91420100MA4KXXXX1T',
      address: '',
      bank: '',
    } as const;
    const apply = (order_ids: number[], more: object = {}) =>
      demo.call('invoice.create', { body: { order_ids, ...form, ...more } });
    expect((await apply([done.id, open.id])).message).toContain('不能开票');
    expect((await apply([done.id], { kind: 'special' })).data).toMatchObject({
      errors: { address: [expect.anything()] },
    });
    expect((await apply([done.id], { tax_number: '12345678901234!' })).code).toBe(422);
    const answers = await Promise.all([apply([done.id]), apply([done.id])]);
    expect(answers.map(({ code }) => code).sort((one, other) => one - other)).toEqual([201, 422]);
    expect((await demo.call('invoice.orders')).data.list).toEqual([]);
    expect((await demo.call('invoice.defaults')).data).toMatchObject({
      title: form.title,
      tax_number: form.tax_number,
    });

    const { data: applied } = await ops.call('ops-invoice.list', { query: { state: 'applied' } });
    const id = applied.list[0]?.id ?? 0;
    const issue = { params: { id }, body: {} };
    expect((await ops.call('ops-invoice.issue', { ...issue, body: { number: '2544' } })).code).toBe(422);
    expect((await ops.call('ops-invoice.issue', issue)).code).toBe(200);
    expect((await ops.call('ops-invoice.issue', issue)).code).toBe(404);
    const { data: own } = await demo.call('invoice.list');
    expect(own.list[0]).toMatchObject({ state: 'issued', amount: 949.9, order_count: 1 });
    const file = await load(shop, demo, own.list[0]?.file ?? '');
    expect(new TextDecoder().decode(file.bytes.slice(0, 5))).toBe('%PDF-');
    expect((await load(shop, await shop.as('newbie'), own.list[0]?.file ?? '')).status).toBe(404);

    await ops.call('ops-invoice.end', { params: { id }, body: { to: 'void', reason: '抬头写错' } });
    expect((await load(shop, demo, own.list[0]?.file ?? '')).status).toBe(404);
    expect((await apply([done.id])).code).toBe(201);
    const { data: messages } = await demo.call('message.list');
    expect(messages.list.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['发票已开好', '发票已作废']),
    );

    // With the file of the tax platform instead of a sample, the buyer gets that file.
    const pdf = new TextEncoder().encode('%PDF-1.4 from the tax platform\n%%EOF\n');
    const { data: sent } = await ops.call('upload.create', {
      body: { file: new File([pdf], '发票.pdf', { type: 'application/pdf' }), kind: 'invoice' },
    });
    const [again] = (await ops.call('ops-invoice.list', { query: { state: 'applied' } })).data.list;
    const real = { params: { id: again?.id ?? 0 }, body: { number: '25442000000123456789', file: sent.id } };
    expect((await ops.call('ops-invoice.issue', real)).code).toBe(200);
    const [issued] = (await demo.call('invoice.list')).data.list;
    expect(issued).toMatchObject({ state: 'issued', number: '25442000000123456789' });
    expect((await load(shop, demo, issued?.file ?? '')).bytes).toEqual(pdf);
  });

  it('logs the balance by use and day, and the months’ sums are those of the log', async () => {
    const all = (await demo.call('user.user_money_log')).data;
    const paid = (await demo.call('user.user_money_log', { query: { use_type: USE_TYPE.orderPayment } }))
      .data;
    expect(paid.total).toBe(4);
    expect(paid.list.every(({ change, use_text }) => change < 0 && use_text === '订单支付')).toBe(true);
    expect(all.list[0]?.after).toBe((await demo.call('user.user_money')).data.balance);
    const day = await demo.call('user.user_money_log', {
      query: { start_time: '2026-11-06', end_time: '2026-11-06' },
    });
    expect(day.data).toMatchObject({ total: 1, gained: 33.33, spent: 0 });
    expect((await demo.call('user.user_money_log', { query: { start_time: '昨天' } })).code).toBe(422);
    const { months } = (await demo.call('user.user_money')).data;
    const spent = months.reduce((sum, { values }) => sum + (values[1] ?? 0), 0);
    expect(spent).toBeCloseTo(paid.spent, 5);
  });

  it('tells which points go at the end of the year', async () => {
    const give = (number: number, at: number) =>
      givePoints(shop.db, { companyId: company, points: number, useType: USE_TYPE.gift, memo: '', at });
    await give(500, START - 400 * DAY);
    await give(200, START);
    await takePoints(shop.db, {
      companyId: company,
      points: 100,
      useType: USE_TYPE.pointsRedeemed,
      memo: '',
      at: START,
    });
    const { data } = await demo.call('user.points_log');
    expect(data).toMatchObject({ points: 600, expiring: 400, total: 3 });
    const changes = async (type: 'in' | 'out') =>
      (await demo.call('user.points_log', { query: { type } })).data.list.map(({ change }) => change);
    expect(await changes('out')).toEqual([-100]);
    // What a cancelled redemption gives back came in, whatever it is booked as.
    await givePoints(shop.db, {
      companyId: company,
      points: 100,
      useType: USE_TYPE.pointsRedeemed,
      memo: '',
      at: START,
    });
    expect(await changes('out')).toEqual([-100]);
    expect(await changes('in')).toEqual([100, 200, 500]);
  });

  it('logs what was entered later for an earlier day at that day, with what was held then', async () => {
    await givePoints(shop.db, {
      companyId: company,
      points: 1000,
      useType: USE_TYPE.gift,
      memo: '往年结余',
      at: START - 500 * DAY,
    });
    const { list } = (await demo.call('user.points_log')).data;
    const moments = list.map(({ created_at }) => created_at);
    expect(moments).toEqual(moments.toSorted((one, other) => other - one));
    expect(list.at(-1)).toMatchObject({ memo: '往年结余', change: 1000, after: 1000 });
    expect(list.at(-2)?.after).toBe(1500);
    expect(list[0]?.after).toBe(1700);
  });
});
