import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Calls } from '#generated/calls.ts';
import { UNDO_SECONDS } from '#server/kernel/bulk/bulk.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { auditBooks, giveMoney } from '../../support/buyer.ts';
import { emptyCarts, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { type Counter, openCounter, pay, place, shipAll } from '../after-sales/staff.ts';

type Input = Calls['ops-order.bulk']['body'];

describe('what staff do to many orders at once', () => {
  let shop: TestApp;
  let counter: Counter;
  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    counter = await openCounter(shop);
  });
  afterAll(() => shop.close());
  beforeEach(() => emptyCarts(shop.db));
  afterEach(() => auditBooks(shop.db));

  const preview = (body: Input) => counter.ops.call('ops-order.bulkPreview', { body });
  const change = (body: Input) => counter.ops.call('ops-order.bulk', { body });
  const undo = (id: number) => counter.ops.call('ops-order.undoBulk', { params: { id } });
  const detail = async (id: number) => (await counter.ops.call('ops-order.detail', { params: { id } })).data;
  const states = async (ids: readonly number[]) =>
    Promise.all(ids.map(async (id) => (await detail(id)).status_text));
  const unpaid = () => place(counter, [{ price: 600, number: 2 }]);
  const paid = async () => {
    const id = await unpaid();
    await pay(counter, id);
    return id;
  };
  const reviewing = async () => {
    const id = await paid();
    await shop.db.updateTable('orders').set({ status: 20 }).where('id', '=', id).execute();
    return id;
  };
  const events = async (id: number) => (await detail(id)).timeline.map(({ text }) => text);

  it('is previewed: where each order comes to, and why others stay; nothing is done yet', async () => {
    const [first, other] = [await reviewing(), await paid()];
    const before = await events(first);
    const { data } = await preview({ act: 'approve', ids: [first, other] });
    expect(data).toMatchObject({ title: '审核通过', ready: 1, refused: 1, can_undo: 1 });
    expect(data.rows.map(({ id, before: from, after, note }) => [id, from, after, note])).toEqual([
      [other, '待发货', '—', '订单不在待审核'],
      [first, '待审核', '待发货', ''],
    ]);
    expect(await states([first])).toEqual(['待审核']);
    expect(await events(first)).toEqual(before);
  });

  it('approves orders, each with its entry of the log, and takes that back', async () => {
    const ids = [await reviewing(), await reviewing()];
    const { data, message } = await change({ act: 'approve', ids });
    expect(data).toMatchObject({ done: 2, refused: 0 });
    expect(message).toBe('2 个订单审核通过');
    expect(await states(ids)).toEqual(['待发货', '待发货']);
    const log = (await counter.ops.call('ops.log', { query: { subject: 'order' } })).data.list;
    expect(log.slice(0, 2).map(({ action_text }) => action_text)).toEqual(['通过', '通过']);
    expect((await counter.ops.call('ops-order.recentBulk')).data.list[0]).toMatchObject({
      id: data.id,
      title: '审核通过（2 个订单）',
    });
    expect((await undo(data.id)).data).toEqual({ done: 2, kept: 0 });
    expect(await states(ids)).toEqual(['待审核', '待审核']);
    expect((await events(ids[0] ?? 0)).at(-1)).toContain('撤回');
    expect((await undo(data.id)).status).toBe(404);
  });

  it('writes one remark into the progress of each order that it approves, as for a single one', async () => {
    const [first, second, alone] = [await reviewing(), await reviewing(), await reviewing()];
    await change({ act: 'approve', ids: [first, second], reason: ' 周五前送到 ' });
    await counter.ops.call('ops-order.review', {
      params: { id: alone },
      body: { accepted: 1, reason: '周五前送到' },
    });
    for (const id of [first, second, alone]) {
      expect((await events(id)).at(-1)).toBe('审核通过，等待发货。备注：周五前送到');
    }
    const { list } = (await counter.ops.call('ops.log', { query: { subject: 'order' } })).data;
    const remarks = list.slice(0, 3).map(({ changes }) => changes.at(-1)?.after);
    expect(remarks).toEqual(['周五前送到', '周五前送到', '周五前送到']);
  });

  it('does not take an approval back from an order that was shipped since, or after its time', async () => {
    const ids = [await reviewing(), await reviewing()];
    const { data } = await change({ act: 'approve', ids });
    await shipAll(counter, ids[0] ?? 0);
    const answer = await undo(data.id);
    expect(answer.data).toEqual({ done: 1, kept: 1 });
    expect(await states(ids)).toEqual(['待收货', '待审核']);
    const again = await change({ act: 'approve', ids });
    expect(again.message).toContain('订单不在待审核');
    shop.clock.now = START + UNDO_SECONDS;
    expect((await undo(again.data.id)).status).toBe(404);
    shop.clock.now = START;
  });

  it('ships each order under its own number, and says for which none was written', async () => {
    const ids = [await paid(), await paid(), await paid()];
    const [first, second, third] = await Promise.all(ids.map(detail));
    const tracking = `${first?.no} SF00000001\n\n ${second?.no}\tSF00000002`;
    const { data, message } = await change({ act: 'ship', ids, carrier: '顺丰', tracking });
    expect(data).toEqual({ id: 0, done: 2, refused: 1 });
    expect(message).toContain(`${third?.no}`);
    expect(message).toContain('没有写它的运单号');
    expect(await states(ids)).toEqual(['待收货', '待收货', '待发货']);
    expect((await detail(ids[1] ?? 0)).parcels[0]).toMatchObject({
      carrier: '顺丰',
      tracking_no: 'SF00000002',
    });
    const van = await change({ act: 'ship', ids: [ids[2] ?? 0], carrier: '自有车辆', tracking: 'VAN-0001' });
    expect(van.data.done).toBe(1);
  });

  it('does not ship what its buyer asks to have cancelled', async () => {
    const id = await paid();
    await counter.buyer.call('order.askCancel', { params: { id }, body: { reason: '地址填错了' } });
    const { data } = await preview({ act: 'ship', ids: [id], carrier: '顺丰', tracking: 'SF00000001' });
    expect(data).toMatchObject({ ready: 0, refused: 1, can_undo: 0 });
    expect(data.rows[0]?.note).toContain('申请取消');
  });

  it('closes what was never paid and tells its buyer; what is paid stays', async () => {
    const ids = [await unpaid(), await paid()];
    const { data } = await change({ act: 'close', ids, reason: '长期未付款' });
    expect(data).toEqual({ id: 0, done: 1, refused: 1 });
    expect(await states(ids)).toEqual(['已取消', '待发货']);
    const [told] = (await counter.buyer.call('message.list')).data.list;
    expect(told?.title).toContain('已关闭');
    expect(told?.body).toContain('长期未付款');
  });

  it('closes orders that are paid as one with each other', async () => {
    const ids = [await unpaid(), await unpaid()];
    const [first = 0, second = 0] = ids;
    const { purchase_id } = await shop.db
      .selectFrom('orders')
      .where('id', '=', first)
      .select('purchase_id')
      .executeTakeFirstOrThrow();
    await shop.db.updateTable('orders').set({ joint: true, purchase_id }).where('id', 'in', ids).execute();
    expect((await preview({ act: 'close', ids, reason: '长期未付款' })).data).toMatchObject({ ready: 2 });
    const { data } = await change({ act: 'close', ids: [second], reason: '长期未付款' });
    expect(data.done).toBe(1);
    expect(await states(ids)).toEqual(['已取消', '已取消']);
  });

  it('does each order once when two members of staff do the same', async () => {
    const other = await shop.as('ops');
    for (let round = 0; round < 3; round += 1) {
      const ids = [await paid(), await paid(), await paid()];
      const body: Input = { act: 'ship', ids, carrier: '顺丰', tracking: 'SF00000009' };
      const answers = await Promise.all([change(body), other.call('ops-order.bulk', { body })]);
      const done = answers.reduce((sum, { code, data }) => sum + (code === 200 ? data.done : 0), 0);
      expect(done).toBe(3);
      for (const id of ids) expect((await detail(id)).parcels).toHaveLength(1);
    }
  });

  it('ends in one state when a buyer pays while it is closed', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await unpaid();
      await giveMoney(shop.db, 'demo', 10_000);
      const [closed, paidAs] = await Promise.all([
        change({ act: 'close', ids: [id], reason: '长期未付款' }),
        counter.buyer.call('pay.start', { params: { order_id: String(id) }, body: { method: 'balance' } }),
      ]);
      expect(closed.code === 200 ? paidAs.code : closed.code).toBe(422);
      expect(await states([id])).toEqual([closed.code === 200 ? '已取消' : '待发货']);
    }
  });

  it('takes an approval back or ships, never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await reviewing();
      const { data } = await change({ act: 'approve', ids: [id] });
      const [undone, shipped] = await Promise.all([undo(data.id), shipAll(counter, id)]);
      expect(undone.data.done + (shipped.code === 200 ? 1 : 0)).toBe(1);
      expect(await states([id])).toEqual([shipped.code === 200 ? '待收货' : '待审核']);
    }
  });

  it('asks for what an act needs, and is for staff alone', async () => {
    const id = await paid();
    expect((await change({ act: 'ship', ids: [id], tracking: 'SF00000001' })).data).toMatchObject({
      errors: { carrier: expect.any(Array) },
    });
    for (const tracking of ['', '没有号', 'A1 B2 SF00000001\nC SF00000002']) {
      expect((await change({ act: 'ship', ids: [id], carrier: '顺丰', tracking })).status).toBe(422);
    }
    expect((await change({ act: 'close', ids: [id] })).status).toBe(422);
    expect((await change({ act: 'approve', ids: [999_999] })).message).toContain('订单不存在');
    const refused = [
      await counter.buyer.call('ops-order.bulk', { body: { act: 'close', ids: [id], reason: '不要了' } }),
      await counter.buyer.call('ops-order.undoBulk', { params: { id: 1 } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
  });
});
