import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settleTeams } from '#server/modules/group-buys/commands/teams.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { auditBooks, giveMoney } from '../../support/buyer.ts';
import { makeGoods, makeShelf, openPromotion } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';

/** The group-buys of all pages. */
async function everyGroup(buyer: Browser) {
  const { list, total, page_size } = (await buyer.call('activity.groups')).data;
  const pages = Array.from({ length: Math.ceil(total / page_size) - 1 }, (_, index) => index + 2);
  const more = pages.map(
    async (page) => (await buyer.call('activity.groups', { query: { page } })).data.list,
  );
  return [...list, ...(await Promise.all(more)).flat()];
}

describe('a group-buy as buyers meet it', () => {
  let shop: TestApp;
  let buyer: Browser;

  beforeAll(async () => {
    shop = await startApp({ seed: makeShelf });
    buyer = await shop.as('demo');
    await giveMoney(shop.db, 'demo', 10_000);
  });
  afterAll(() => shop.close());
  afterEach(async () => {
    shop.clock.now = START;
    await auditBooks(shop.db);
  });

  const open = async (window: { startsAt?: number; endsAt?: number } = {}) => {
    const goods_id = await makeGoods(shop.db, { price: 20, stock: 1000 });
    const rule = { by: 'units', need: 10, hours: 1 };
    const { name } = await shop.db
      .selectFrom('goods')
      .where('id', '=', goods_id)
      .select('name')
      .executeTakeFirstOrThrow();
    const offers = [{ goods_id, price: 15, stock: 500 }];
    return openPromotion(shop.db, 'group', rule, offers, { name: `${name} 拼团`, ...window });
  };
  const join = (id: number, number: number) =>
    buyer.call('activity.join', { params: { id }, body: { number } });
  const look = async (id: number) => (await everyGroup(buyer)).find((group) => group.id === id);

  it('cannot be joined before it begins, nor after its end, and says which', async () => {
    const id = await open({ startsAt: START + 60, endsAt: START + DAY });
    expect(await join(id, 5)).toMatchObject({ code: 404, message: '拼团还没有开始' });
    shop.clock.now = START + 60;
    expect(await join(id, 5)).toMatchObject({ code: 201 });
    shop.clock.now = START + DAY;
    expect(await join(id, 5)).toMatchObject({ code: 404, message: '拼团不存在或已结束' });
  });

  it('says before it is joined what would be due, to the fen, and why it cannot be', async () => {
    const id = await open({ endsAt: START + DAY });
    const estimate = async (body: { number?: number; address_id?: number }) =>
      (await buyer.call('activity.joinEstimate', { params: { id }, body })).data;
    expect(await estimate({})).toEqual({ words: [], amounts: [], problem: '' });
    expect(await estimate({ number: 3 })).toMatchObject({
      problem: '',
      amounts: [
        { id: 'goods', amount: 45 },
        { id: 'shipping', label: '运费', amount: 15 },
        { id: 'payable', label: '应付', amount: 60, strong: true },
      ],
    });
    const { data } = await join(id, 3);
    expect((await buyer.call('order.detail', { params: { id: data.order_id } })).data.payable).toBe(60);
    expect(await estimate({ number: 501 })).toMatchObject({
      amounts: [],
      problem: expect.stringContaining('库存不足'),
    });
    expect(await estimate({ number: 3, address_id: 999_999 })).toMatchObject({ problem: '请选择收货地址' });
  });

  it('is found by its good', async () => {
    const id = await open({ endsAt: START + DAY });
    const found = await look(id);
    const ask = async (goods_id: number) =>
      (await buyer.call('activity.groups', { query: { goods_id } })).data.list.map((group) => group.id);
    expect(await ask(found?.goods.id ?? 0)).toEqual([id]);
    expect(await ask(999_999)).toEqual([]);
  });

  it('comes in pages, those that are open first', async () => {
    const coming = await open({ startsAt: START + 60, endsAt: START + DAY });
    for (let made = 0; made < 21; made += 1) await open({ endsAt: START + DAY });
    const page = async (number: number) =>
      (await buyer.call('activity.groups', { query: { page: number } })).data;
    const [first, second] = [await page(1), await page(2)];
    expect(first).toMatchObject({ page: 1, page_size: 20, total: first.list.length + second.list.length });
    expect(first.list).toHaveLength(20);
    expect(new Set(first.list.map(({ state }) => state))).toEqual(new Set(['open']));
    expect(second.list.at(-1)?.id).toBe(coming);
    expect(await page(99)).toMatchObject({ list: [], total: first.total, page: 99 });
  });

  it('counts down to nothing before somebody opens a team, tells how far it is, and what became of the last', async () => {
    const id = await open({ endsAt: START + DAY });
    expect((await look(id))?.team).toMatchObject({
      state_text: '待开团',
      text: '满 10 件成团，开团后 1 小时内有效',
      ends_at: START + DAY,
    });
    const place = async (number: number) => {
      const { data } = await join(id, number);
      const order = async () => (await buyer.call('order.detail', { params: { id: data.order_id } })).data;
      // Nobody wrote a word to go with it.
      expect(await order()).toMatchObject({ remark: '', status_text: '待付款' });
      await buyer.call('pay.start', {
        params: { order_id: String(data.order_id) },
        body: { method: 'balance' },
      });
      return { id: data.order_id, order };
    };
    const first = await place(4);
    expect(await first.order()).toMatchObject({ status_text: '待成团' });
    const running = await look(id);
    expect(running).toMatchObject({
      team: { text: '已拼 4 件，还差 6 件', ends_at: START + 3600 },
      mine: [{ order_id: first.id, state_text: '待成团 · ¥75.00' }],
    });
    const [line] = (await first.order()).lines;
    expect(line?.mark).toBe('拼团');
    const second = await place(6);
    expect((await look(id))?.team).toMatchObject({
      state_text: '待开团',
      joined: 0,
      text: '上一团已成团；满 10 件成团，开团后 1 小时内有效',
    });
    await settleTeams(shop.db, START);
    for (const { order } of [first, second]) expect(await order()).toMatchObject({ status_text: '待发货' });
  });
});
