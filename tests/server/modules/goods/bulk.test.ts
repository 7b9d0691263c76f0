import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Calls } from '#generated/calls.ts';
import { UNDO_SECONDS } from '#server/kernel/bulk/bulk.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { START } from '../../support/store.ts';
import { startZones } from '../campaigns/support.ts';

type Input = Partial<Calls['ops-goods.bulk']['body']> & Pick<Calls['ops-goods.bulk']['body'], 'act'>;

describe('what staff do to many goods at once', () => {
  let shop: TestApp;
  let ops: Browser;
  beforeAll(async () => {
    shop = await startZones(60);
    ops = await shop.as('ops');
  });
  afterAll(() => shop.close());

  const preview = (body: Input) => ops.call('ops-goods.bulkPreview', { body: { ids: [], ...body } });
  const change = (body: Input) => ops.call('ops-goods.bulk', { body: { ids: [], ...body } });
  const undo = (id: number) => ops.call('ops-goods.undoBulk', { params: { id } });
  const detail = async (id: number) => (await ops.call('ops-goods.detail', { params: { id } })).data;

  it('is previewed: what changes, what does not and why; nothing is done yet', async () => {
    await change({ act: 'off', ids: [3] });
    const { data } = await preview({ act: 'off', ids: [3, 4] });
    expect(data).toMatchObject({ title: '下架', ready: 1, refused: 1, can_undo: 1 });
    expect(data.rows.map(({ id, after, result, note }) => [id, after, result, note])).toEqual([
      [3, '已下架', '不改', '已经是已下架'],
      [4, '已下架', '会改', ''],
    ]);
    expect((await detail(4)).on_sale).toBe(1);
  });

  it('moves prices, ladders and level prices by the same percentage, and takes it back to the fen', async () => {
    const before = await detail(1);
    const { data } = await change({ act: 'price', percent: 7.5, ids: [1, 2] });
    const after = await detail(1);
    expect(after.price).toBeCloseTo(Math.round(before.price * 107.5) / 100, 2);
    expect(after.ladder.split('\n').length).toBe(before.ladder.split('\n').length);
    const [entry] = (await ops.call('ops.log', { query: { subject: 'goods' } })).data.list;
    expect(entry).toMatchObject({ action_text: '修改' });
    expect((await ops.call('ops-goods.recentBulk')).data.list[0]).toMatchObject({
      id: data.id,
      title: '价格上调 7.5%（2 个商品）',
    });
    expect((await undo(data.id)).data).toEqual({ done: 2, kept: 0 });
    expect(await detail(1)).toEqual(before);
    expect((await undo(data.id)).status).toBe(404);
  });

  it('moves costs by a percentage or sets them to a share of the price, and makes them unknown again', async () => {
    await shop.db.updateTable('goods').set({ cost_fen: 800, price_fen: 2000 }).where('id', '=', 10).execute();
    await shop.db
      .updateTable('goods')
      .set({ cost_fen: null, price_fen: 1000 })
      .where('id', '=', 11)
      .execute();
    const { data: moved } = await preview({ act: 'cost', percent: 5, ids: [10, 11] });
    expect(moved.rows.map(({ before, after, note }) => [before, after, note])).toEqual([
      ['不知道', '不知道', '还没有成本价'],
      ['¥8.00', '¥8.40', ''],
    ]);
    const { data } = await change({ act: 'cost_share', percent: 70, ids: [10, 11] });
    expect([(await detail(10)).cost, (await detail(11)).cost]).toEqual([14, 7]);
    expect((await detail(11)).price).toBe(10);
    const [entry] = (await ops.call('ops.log', { query: { subject: 'goods' } })).data.list;
    expect(entry?.changes.map(({ field }) => field)).toEqual(['成本价']);
    expect((await undo(data.id)).data).toEqual({ done: 2, kept: 0 });
    expect([(await detail(10)).cost, (await detail(11)).cost]).toEqual([8, null]);
    expect((await change({ act: 'cost_share', percent: 0, ids: [10] })).status).toBe(422);
    expect((await change({ act: 'cost_share', percent: 40, ids: [10] })).message).toContain('不用改');
  });

  it('does not take back what was changed again since', async () => {
    const ids = [5, 6, 7];
    await shop.db.updateTable('goods').set({ yx: false }).where('id', 'in', ids).execute();
    const { data } = await change({ act: 'yx', ids });
    await shop.db.updateTable('goods').set({ yx: false }).where('id', '=', 6).execute();
    const answer = await undo(data.id);
    expect(answer.data).toEqual({ done: 2, kept: 1 });
    expect(answer.message).toContain('后来又改过');
  });

  it('reaches all that the filter finds, not only the page', async () => {
    const { data: list } = await ops.call('ops-goods.list', { query: { state: 'on' } });
    expect(list.total).toBeGreaterThan(list.list.length);
    const { data } = await preview({ act: 'price', percent: 5, all: 1, search: 'state=on' });
    expect(data.ready + data.refused).toBe(list.total);
    const none = await preview({ act: 'price', percent: 5, all: 1, search: 'state=nothing' });
    expect(none.data.ready).toBe(0);
  });

  it('is refused without a percentage, without a good to change, and after its time', async () => {
    expect((await change({ act: 'price', ids: [1] })).status).toBe(422);
    expect((await change({ act: 'on', ids: [1] })).status).toBe(422);
    const { data } = await change({ act: 'off', ids: [8] });
    shop.clock.now = START + UNDO_SECONDS;
    expect((await ops.call('ops-goods.recentBulk')).data.list).toEqual([]);
    expect((await undo(data.id)).status).toBe(404);
    shop.clock.now = START;
    const demo = await shop.as('demo');
    expect((await demo.call('ops-goods.bulk', { body: { act: 'off', ids: [9] } })).status).toBe(403);
  });
});
