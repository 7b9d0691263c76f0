import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkBooks } from '#server/modules/ledger/books/check-books.ts';
import { USE_TYPE } from '#server/modules/ledger/ledger.ts';
import { givePoints, pointsOf } from '#server/modules/ledger/points/points.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { makeMember } from '../../support/members.ts';
import { START } from '../../support/store.ts';
import { companyOf } from '../campaigns/support.ts';

// Races are shown on a real PostgreSQL: the embedded engine runs one statement at a time and hides them.
describe('points and luck', () => {
  let shop: TestApp;
  let demo: Browser;
  let ops: Browser;
  let company: number;
  let coupon: number;

  beforeAll(async () => {
    shop = await startApp();
    demo = await shop.as('demo');
    ops = await shop.as('ops');
    company = await companyOf(shop.db, 'demo');
    const row = await shop.db
      .insertInto('coupons')
      .values({ name: '券', kind: 'amount', value: 1000, threshold_fen: 0, scope: 'all', scope_text: '全场' })
      .returning('id')
      .executeTakeFirstOrThrow();
    coupon = row.id;
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    shop.clock.now = START;
    await shop.db.deleteFrom('lottery_records').execute();
    await shop.db.deleteFrom('points_orders').execute();
    const held = await pointsOf(shop.db, company);
    if (held < 5000) await give(5000 - held);
  });

  const give = (number: number, companyId = company) =>
    givePoints(shop.db, { companyId, points: number, useType: USE_TYPE.gift, memo: '测试', at: START });

  const offer = async (goods: object) => {
    const { data } = await ops.call('ops-points.save', {
      body: { kind: 'voucher', name: '10 元现金券', points: 1000, voucher: 10, on_sale: 1, ...goods },
    });
    return data.id;
  };

  const codes = (answers: readonly { code: number }[]) =>
    answers.map(({ code }) => code).toSorted((a, b) => a - b);

  it('redeems points once for each piece, however many ask at once', async () => {
    await give(20_000);
    const held = await pointsOf(shop.db, company);
    const id = await offer({ stock: 3, points: 100 });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => demo.call('points.redeem', { body: { goods_id: id, number: 1 } })),
    );
    expect(answers.filter(({ code }) => code === 201)).toHaveLength(3);
    expect(await pointsOf(shop.db, company)).toBe(held - 300);
    const vouchers = await shop.db
      .selectFrom('vouchers')
      .where('company_id', '=', company)
      .select('id')
      .execute();
    expect(vouchers.length).toBeGreaterThanOrEqual(3);
    expect((await checkBooks(shop.db)).breaches).toEqual([]);
  });

  it('never spends more points than there are, nor more than one company may have', async () => {
    const held = await pointsOf(shop.db, company);
    const dear = await offer({ points: Math.floor(held / 3) + 1, name: '贵' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => demo.call('points.redeem', { body: { goods_id: dear } })),
    );
    expect(answers.filter(({ code }) => code === 201)).toHaveLength(2);
    expect(await pointsOf(shop.db, company)).toBeGreaterThanOrEqual(0);
    await give(1000);
    const limited = await offer({ points: 10, member_limit: 2, name: '限' });
    const few = await Promise.all(
      Array.from({ length: 6 }, () => demo.call('points.redeem', { body: { goods_id: limited } })),
    );
    expect(few.filter(({ code }) => code === 201)).toHaveLength(2);
  });

  it('sends what is a thing to an address, and gives points and piece back when it is cancelled', async () => {
    const id = await offer({ kind: 'goods', name: '血压计', points: 700, stock: 5, voucher: undefined });
    const before = await pointsOf(shop.db, company);
    const made = await demo.call('points.redeem', { body: { goods_id: id, number: 2 } });
    expect(made).toMatchObject({ code: 201 });
    const [order] = (await demo.call('points.orders', {})).data.list;
    expect(order).toMatchObject({ state: 'waiting', number: 2, points: 1400 });
    expect(order?.address).toContain('演示路');
    expect(await pointsOf(shop.db, company)).toBe(before - 1400);

    const other = await makeMember(shop.db, START, { username: `other-${id}`, scopes: ['all'] });
    const stranger = await shop.as(`other-${id}`);
    expect(other.companyId).not.toBe(company);
    expect(await stranger.call('points.cancel', { params: { id: made.data.id } })).toMatchObject({
      code: 404,
    });
    expect(await demo.call('points.cancel', { params: { id: made.data.id } })).toMatchObject({ code: 200 });
    expect(await demo.call('points.cancel', { params: { id: made.data.id } })).toMatchObject({ code: 404 });
    expect(await pointsOf(shop.db, company)).toBe(before);
    const goods = await shop.db
      .selectFrom('points_goods')
      .select('given')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(goods).toEqual({ given: 0 });
    expect((await checkBooks(shop.db)).breaches).toEqual([]);
  });

  it('is sent where the buyer chose, to nobody else’s address, and nowhere without one', async () => {
    const id = await offer({ kind: 'goods', name: '温度计', points: 10, voucher: undefined });
    const body = {
      name: '王店员',
      phone: '13800138000',
      region: '湖北省武汉市江汉区',
      detail: '分店路 8 号',
    };
    const { data: own } = await demo.call('address.create', { body });
    const { options } = (await demo.call('address.list')).data;
    expect(options.map(({ value }) => value)).toContain(String(own.id));
    expect(options[0]?.label).toMatch(/（默认）$/);
    await demo.call('points.redeem', { body: { goods_id: id, address_id: own.id } });
    const [chosen] = (await demo.call('points.orders', {})).data.list;
    expect(chosen?.address).toBe('王店员 13800138000 湖北省武汉市江汉区分店路 8 号');

    await makeMember(shop.db, START, { username: `far-${id}`, scopes: ['all'] });
    const stranger = await shop.as(`far-${id}`);
    const far = await companyOf(shop.db, `far-${id}`);
    await give(100, far);
    const refused = { code: 422, data: { errors: { address_id: ['请选择收货地址'] } } };
    expect(
      await stranger.call('points.redeem', { body: { goods_id: id, address_id: own.id } }),
    ).toMatchObject(refused);
    await shop.db.deleteFrom('addresses').where('company_id', '=', far).execute();
    expect(await stranger.call('points.redeem', { body: { goods_id: id } })).toMatchObject(refused);
    expect(await pointsOf(shop.db, far)).toBe(100);
    await demo.call('address.remove', { params: { id: own.id } });
  });

  it('is shipped by staff and confirmed by the buyer', async () => {
    const id = await offer({ kind: 'goods', name: '口罩', points: 10, voucher: undefined });
    const { data } = await demo.call('points.redeem', { body: { goods_id: id } });
    expect(await demo.call('points.confirm', { params: { id: data.id } })).toMatchObject({ code: 404 });
    const body = { carrier: '顺丰', tracking_no: 'SF100' };
    expect(await ops.call('ops-points.ship', { params: { id: data.id }, body })).toMatchObject({ code: 200 });
    expect(await demo.call('points.cancel', { params: { id: data.id } })).toMatchObject({ code: 404 });
    expect(await demo.call('points.confirm', { params: { id: data.id } })).toMatchObject({ code: 200 });
  });

  const publish = (id: number, published: 0 | 1 = 1) =>
    ops.call('ops-lottery.publish', { params: { id }, body: { published } });

  const lottery = async (prizes: readonly object[], terms: object = {}) => {
    const { data } = await ops.call('ops-lottery.save', {
      body: {
        name: '抽奖',
        rules: '',
        free_chances: 1,
        order_chances: 1,
        sign_chances: 1,
        points_limit: 3,
        starts_at: START - 1,
        ends_at: START + 2 * DAY,
        ...terms,
      },
    });
    for (const prize of prizes) {
      const made = await ops.call('ops-lottery.prize', {
        params: { lottery: data.id },
        body: { name: '奖', weight: 1, ...prize },
      });
      if (made.code !== 201) throw new Error(made.message);
    }
    const opened = await publish(data.id);
    if (opened.code !== 200) throw new Error(opened.message);
    return data.id;
  };

  it('50 draws at once never exceed the chances nor the prizes', async () => {
    const id = await lottery(
      [
        { kind: 'points', points: 10, weight: 500, stock: 3 },
        { kind: 'coupon', coupon_id: coupon, weight: 500, stock: 2 },
        { kind: 'voucher', voucher: 5, weight: 500, stock: 2 },
        { kind: 'goods', weight: 500, stock: 1 },
        { kind: 'none', weight: 1 },
      ],
      { free_chances: 4 },
    );
    const names = Array.from({ length: 5 }, (_, index) => `lucky-${id}-${index}`);
    for (const username of names) await makeMember(shop.db, START, { username, scopes: ['all'] });
    const players = await Promise.all(names.map((name) => shop.as(name)));
    const answers = await Promise.all(
      players.flatMap((player) =>
        Array.from({ length: 10 }, () => player.call('draw.run', { query: { id } })),
      ),
    );
    expect(answers).toHaveLength(50);
    const drawn = answers.filter(({ code }) => code === 200);
    expect(drawn).toHaveLength(20);
    expect(codes(answers.filter(({ code }) => code !== 200))).toEqual(Array(30).fill(409));
    const kinds = Map.groupBy(drawn, ({ data }) => data.kind);
    expect(kinds.get('points')?.length ?? 0).toBeLessThanOrEqual(3);
    expect(kinds.get('coupon')?.length ?? 0).toBeLessThanOrEqual(2);
    expect(kinds.get('voucher')?.length ?? 0).toBeLessThanOrEqual(2);
    expect(kinds.get('goods')?.length ?? 0).toBeLessThanOrEqual(1);
    const chances = await shop.db
      .selectFrom('lottery_chances')
      .selectAll()
      .where('lottery_id', '=', id)
      .execute();
    expect(chances.map(({ used, total }) => used <= total)).toEqual(names.map(() => true));
    const given = await shop.db
      .selectFrom('lottery_prizes')
      .select(['kind', 'given'])
      .where('lottery_id', '=', id)
      .execute();
    for (const { kind, given: handed } of given) expect(handed).toBe(kinds.get(kind)?.length ?? 0);
    const sent = await shop.db.selectFrom('points_orders').where('kind', '=', 'prize').select('id').execute();
    expect(sent).toHaveLength(kinds.get('goods')?.length ?? 0);
    expect((await checkBooks(shop.db)).breaches).toEqual([]);
  });

  it('brings one chance a day for signing in, however often it is pressed', async () => {
    const id = await lottery([{ kind: 'none' }], { free_chances: 0 });
    const sign = () => demo.call('draw.sign', { params: { id } });
    const answers = await Promise.all([sign(), sign(), sign()]);
    expect(codes(answers)).toEqual([200, 422, 422]);
    const look = async () => (await demo.call('draw.activity', { params: { id } })).data;
    expect(await look()).toMatchObject({ chances: 1, can_sign: 0 });
    shop.clock.now = START + DAY;
    expect(await look()).toMatchObject({ can_sign: 1 });
    expect(await sign()).toMatchObject({ code: 200, data: { chances: 2 } });
  });

  it('sells chances for points up to its limit, and none without the points', async () => {
    const id = await lottery([{ kind: 'none' }], { free_chances: 0, points_cost: 100 });
    const held = await pointsOf(shop.db, company);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => demo.call('draw.buy', { params: { id } })),
    );
    expect(codes(answers)).toEqual([200, 200, 200, 422, 422, 422]);
    expect(await pointsOf(shop.db, company)).toBe(held - 300);
    expect((await demo.call('draw.activity', { params: { id } })).data.chances).toBe(3);
    const poor = await lottery([{ kind: 'none' }], { free_chances: 0, points_cost: 1_000_000 });
    expect(await demo.call('draw.buy', { params: { id: poor } })).toMatchObject({ code: 422 });
    expect((await demo.call('draw.activity', { params: { id: poor } })).data.chances).toBe(0);
  });

  it('draws nothing for a page of somebody else, though it is a GET', async () => {
    const id = await lottery([{ kind: 'points', points: 1 }]);
    const answer = await demo.call('draw.run', {
      query: { id },
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.code).toBe(403);
    expect((await demo.call('draw.record', {})).data.total).toBe(0);
  });

  it('keeps a prize’s number at what was given, and stops one that is withdrawn', async () => {
    const id = await lottery([{ kind: 'points', points: 1, stock: 5, weight: 1_000_000 }], {
      free_chances: 3,
    });
    await demo.call('draw.run', { query: { id } });
    const found = (await ops.call('ops-lottery.list', {})).data.list.find((one) => one.id === id);
    const prize = found?.prizes[0]?.id ?? 0;
    const change = (body: object) =>
      ops.call('ops-lottery.prize', {
        params: { lottery: id },
        body: { id: prize, name: '奖', kind: 'points', points: 1, weight: 1, ...body },
      });
    expect(await change({ stock: 0 })).toMatchObject({ code: 422 });
    expect(await change({ withdrawn: 1 })).toMatchObject({
      code: 422,
      message: '没有可抽的奖品了，请先撤下抽奖',
    });
    await ops.call('ops-lottery.prize', {
      params: { lottery: id },
      body: { name: '谢谢', kind: 'none', weight: 1 },
    });
    expect(await change({ withdrawn: 1 })).toMatchObject({ code: 200 });
    expect(await demo.call('draw.run', { query: { id } })).toMatchObject({
      code: 200,
      data: { kind: 'none' },
    });
  });

  it('is a draft until staff open it, which takes a prize; a draft hides no running lottery', async () => {
    const running = await lottery([{ kind: 'none' }], { name: '旧' });
    const { data } = await ops.call('ops-lottery.save', {
      body: {
        name: '新',
        free_chances: 1,
        order_chances: 0,
        sign_chances: 1,
        points_cost: 1,
        starts_at: START - 1,
        ends_at: START + DAY,
      },
    });
    const shown = async () => (await demo.call('draw.simple')).data.id;
    const codesOf = async (id: number) =>
      codes([
        await demo.call('draw.run', { query: { id } }),
        await demo.call('draw.activity', { params: { id } }),
        await demo.call('draw.sign', { params: { id } }),
        await demo.call('draw.buy', { params: { id } }),
      ]);
    const listed = async (id: number) =>
      (await ops.call('ops-lottery.list', {})).data.list.find((one) => one.id === id);
    expect(await publish(data.id)).toMatchObject({ code: 422, message: '还没有奖品，不能开放' });
    expect(await shown()).toBe(running);
    expect(await codesOf(data.id)).toEqual([404, 404, 404, 404]);
    expect(await listed(data.id)).toMatchObject({
      published: 0,
      state_text: '未开放',
      overlap: expect.stringMatching(/与进行中的“.+”重叠，开放后重叠期间买家只看到“新”/),
    });
    await ops.call('ops-lottery.prize', {
      params: { lottery: data.id },
      body: { name: '谢谢', kind: 'none', weight: 1 },
    });
    expect(await shown()).toBe(running);
    expect(await publish(data.id)).toMatchObject({ code: 200 });
    expect(await shown()).toBe(data.id);
    expect((await listed(running))?.overlap).toContain('买家只看到“新”');
    expect(await codesOf(data.id)).toEqual([200, 200, 200, 200]);
    await publish(data.id, 0);
    expect(await shown()).toBe(running);
    shop.clock.now = START + 3 * DAY;
    expect(await publish(data.id)).toMatchObject({ code: 422, message: '结束时间已过，请先改时间' });
    expect((await listed(data.id))?.overlap).toBe('');
  });
});
