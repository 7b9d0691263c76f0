import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName, Calls } from '#generated/calls.ts';
import { book, USE_TYPE } from '#server/modules/ledger/ledger.ts';
import { DAY, HOUR } from '#shop/domain/calendar.ts';
import { formatDate } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { type Counter, openCounter, pay, place, shipAll, uploadOf } from '../after-sales/staff.ts';

type Summary = Calls['ops.summary']['data'];

/** What lists behind the figures are: the page's path, and the call that fills it. */
const LISTS: Readonly<Record<string, CallName>> = {
  '/ops/order': 'ops-order.list',
  '/ops/return': 'ops-claim.list',
  '/ops/after-sales': 'ops-claim.list',
  '/ops/refund': 'ops-refund.list',
  '/ops/incident': 'ops-incident.list',
  '/ops/hmdd': 'ops-hmdd.list',
  '/ops/register': 'ops-register.list',
  '/ops/invoice': 'ops-invoice.list',
  '/ops/wanted': 'ops-wanted.list',
  '/ops/feedback': 'ops-feedback.list',
  '/ops/member': 'ops-member.list',
};

describe('the first page of the back office', () => {
  let shop: TestApp;
  let counter: Counter;
  let ids: { yesterday: number; today: number; asked: number; partly: number; hm: number };

  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    counter = await openCounter(shop);
    const { buyer, ops } = counter;
    const give = (id: number, number: number) => returnUnits(id, number);
    shop.clock.now = START - DAY;
    const yesterday = await place(counter, [{ price: 600, number: 2 }]);
    await pay(counter, yesterday);
    await shipAll(counter, yesterday);
    shop.clock.now = START;
    await give(yesterday, 1);
    const today = await place(counter, [{ price: 700, number: 1 }]);
    await pay(counter, today);
    const asked = await place(counter, [{ price: 50, number: 1 }]);
    await pay(counter, asked);
    await buyer.call('order.askCancel', { params: { id: asked }, body: { reason: '不需要了' } });
    const partly = await place(counter, [{ price: 800, number: 2 }]);
    await pay(counter, partly);
    const { picks } = (await ops.call('ops-order.detail', { params: { id: partly } })).data;
    await ops.call('ops-order.ship', {
      params: { id: partly },
      body: { carrier: '测试物流', tracking_no: 'T0002', picks: [{ id: picks[0]?.id ?? '', number: 1 }] },
    });
    const [row] = (await buyer.call('return.choices', { params: { order_id: partly } })).data.lines;
    const lines = [{ id: row?.id ?? '', number: 1 }];
    await buyer.call('after-sales.create', {
      body: { order_id: partly, kind: 13, reason: '资料缺失', lines },
    });
    const hm = await place(counter, [{ price: 90, number: 1, hm: true }]);
    const params = { order_id: String(hm) };
    await buyer.call('pay.start', { params, body: { method: 'transfer' } });
    const upload_id = await uploadOf(shop.db, counter.company, 'voucher');
    const slip = { payer: '测试药店', amount: 105, paid_on: formatDate(START), upload_id };
    await buyer.call('pay.transfer', { params, body: slip });
    await place(counter, [{ price: 20, number: 1 }]);
    ids = { yesterday, today, asked, partly, hm };
  });
  afterAll(() => shop.close());

  /** One unit of an order, refunded without coming back. */
  async function returnUnits(id: number, number: number): Promise<void> {
    const [row] = (await counter.buyer.call('return.choices', { params: { order_id: id } })).data.lines;
    const asked = await counter.buyer.call('return.create', {
      body: { order_id: id, kind: 1, reason: '破损', lines: [{ id: row?.id ?? '', number }] },
    });
    for (let step = 0; step < 2; step += 1) {
      const judged = { params: { id: asked.data.id }, body: { accepted: 1, reply: '' } } as const;
      await counter.ops.call('ops-claim.judge', judged);
    }
  }

  const summary = async (): Promise<Summary> => (await counter.ops.call('ops.summary')).data;
  const paid = async (id: number) => (await counter.buyer.call('order.detail', { params: { id } })).data.paid;

  /** What the ledger says that came in and went out for orders on a day, added up row by row. */
  async function ledgerOf(day: string): Promise<{ paid: number; refunded: number }> {
    const rows = await shop.db
      .selectFrom('ledger')
      .innerJoin('accounts as from', 'from.id', 'ledger.from_account')
      .innerJoin('accounts as to', 'to.id', 'ledger.to_account')
      .select(['from.kind as from', 'to.kind as to', 'ledger.amount', 'ledger.created_at'])
      .execute();
    const ofDay = rows.filter(({ created_at }) => formatDate(created_at) === day);
    const sum = (some: typeof rows) => toYuan(some.reduce((total, { amount }) => total + amount, 0));
    return {
      paid: sum(ofDay.filter(({ to }) => to === 'sales')),
      refunded: sum(ofDay.filter(({ from }) => from === 'sales')),
    };
  }

  it('shows for each day what the ledger holds, and nothing that is not a sale', async () => {
    await book(shop.db, {
      from: { shop: 'grants' },
      to: { wallet: counter.company },
      amount: 77_700,
      useType: USE_TYPE.gift,
      memo: '赠送',
      at: START,
    });
    const { days, today } = await summary();
    expect(days.sales).toHaveLength(14);
    for (const [index, { label, values }] of days.sales.entries()) {
      const day = formatDate(START - (13 - index) * DAY);
      expect(label).toBe(day.slice(5));
      const { paid: came, refunded } = await ledgerOf(day);
      expect(values).toEqual([came, refunded]);
    }
    const [, yesterdays] = days.sales.slice(-2).map(({ values }) => values);
    const taken = (await paid(ids.today)) + (await paid(ids.asked)) + (await paid(ids.partly));
    expect(days.sales.at(-2)?.values).toEqual([await paid(ids.yesterday), 0]);
    expect(yesterdays).toEqual([taken, 600]);
    expect(today.find(({ label }) => label === '今日销售额')?.value).toBe(taken - 600);
    expect(today.find(({ label }) => label === '今日订单')).toMatchObject({ value: 5, note: '昨日 1' });
    expect(days.orders.map(({ values }) => values[0]).slice(-3)).toEqual([0, 1, 5]);
  });

  it('keeps what a day had that is long over, and counts the last days anew', async () => {
    const at = START - 9 * DAY;
    const move = (created_at: number) =>
      shop.db.updateTable('orders').set({ created_at }).where('id', '=', ids.hm).execute();
    const kept = await summary();
    await move(at);
    const { days } = await summary();
    expect(days.orders.slice(0, -3)).toEqual(kept.days.orders.slice(0, -3));
    expect(days.orders.at(-1)?.values).toEqual([4]);
    await shop.db.deleteFrom('day_figures').execute();
    expect((await summary()).days.orders.at(-10)?.values).toEqual([1]);
    await move(START);
    await shop.db.deleteFrom('day_figures').execute();
    expect((await summary()).days).toEqual(kept.days);
  });

  it('counts what waits as the list does to which it leads', async () => {
    const { work, today } = await summary();
    const values = Object.fromEntries(work.map(({ label, value }) => [label, value]));
    expect(values).toMatchObject({
      待核对转账: 1,
      待审核订单: 0,
      待发货: 2,
      部分发货: 1,
      取消申请: 1,
      退货: 0,
      售后: 1,
    });
    expect(work.findIndex(({ value }) => value === 0)).toBe(work.filter(({ value }) => value > 0).length);
    const counted = [...work, ...today.filter(({ unit }) => unit === 'number')];
    const checked: string[] = [];
    for (const { label, value, to } of counted) {
      const { pathname, searchParams } = new URL(to, 'http://shop');
      const name = LISTS[pathname];
      if (!name) continue;
      const family = { '/ops/return': 'return', '/ops/after-sales': 'after_sales' }[pathname];
      const query = { ...Object.fromEntries(searchParams), ...(family ? { family } : {}) };
      const { data, code } = await counter.ops.call(name, { query } as never);
      expect({ label, code, total: (data as { total: number }).total }).toEqual({
        label,
        code: 200,
        total: value,
      });
      checked.push(label);
    }
    // Only conversations have no list of their own.
    expect(counted.map(({ label }) => label).filter((label) => !checked.includes(label))).toEqual(['聊天']);
    const sales = today.find(({ label }) => label === '今日销售额');
    const query = Object.fromEntries(new URL(sales?.to ?? '', 'http://shop').searchParams);
    const { data } = await counter.ops.call('ops-order.list', { query });
    expect(data.list.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
      ids.today,
      ids.asked,
      ids.partly,
    ]);
  });

  it('names what is latest for its kind first, and how long the oldest waits', async () => {
    const at = shop.clock.now;
    shop.clock.now = START + 30 * HOUR;
    const { work } = await summary();
    shop.clock.now = at;
    const waiting = work.filter(({ value }) => value > 0);
    const placeOf = (label: string) => waiting.findIndex((one) => one.label === label);
    // 30 hours: a slip is to be checked within 4, an order shipped within 24, after-sales settled within a week.
    expect(waiting[placeOf('待核对转账')]).toMatchObject({
      note: '已传凭证的订单 · 最久 1 天',
      tone: 'late',
    });
    expect(waiting[placeOf('待发货')]).toMatchObject({ note: '最久 1 天', tone: 'late' });
    expect(waiting[placeOf('售后')]).toMatchObject({ note: '未结束 · 最久 1 天', tone: 'plain' });
    expect(placeOf('待核对转账')).toBeLessThan(placeOf('待发货'));
    expect(placeOf('待发货')).toBeLessThan(placeOf('售后'));
    expect(work.at(-1)).toMatchObject({ value: 0, tone: 'plain' });
  });
});
