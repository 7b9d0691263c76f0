import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pointsOf } from '#server/modules/ledger/points/points.ts';
import { grantOrderChances } from '#server/modules/rewards/lottery/chances.ts';
import { pickWeighted } from '#server/modules/rewards/lottery/draw.ts';
import type { PrizeKind } from '#server/modules/rewards/tables/lottery.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { makeMember } from '../../support/members.ts';
import { shopRegistry } from '../../support/registry.ts';
import { START } from '../../support/store.ts';

const PLAYERS = ['player-1', 'player-2', 'player-3', 'player-4'];

interface PrizeInput {
  kind: PrizeKind;
  stock?: number;
  weight?: number;
}

describe('the lottery', () => {
  let shop: TestApp;
  let players: Browser[];
  let demo: Browser;
  let company: number;

  beforeAll(async () => {
    shop = await startApp();
    for (const username of PLAYERS) await makeMember(shop.db, START, { username, scopes: ['all'] });
    players = await Promise.all(PLAYERS.map((name) => shop.as(name)));
    demo = await shop.as('demo');
    const row = await shop.db
      .selectFrom('members')
      .select('company_id')
      .where('username', '=', 'demo')
      .executeTakeFirstOrThrow();
    company = row.company_id;
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.db.deleteFrom('lottery_records').execute());

  async function makeLottery(prizes: PrizeInput[], chances = 1): Promise<number> {
    const { id } = await shop.db
      .insertInto('lotteries')
      .values({
        name: '抽奖',
        rules: '规则',
        free_chances: chances,
        order_chances: 1,
        starts_at: START - 1,
        ends_at: START + 86_400,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const coupon = await shop.db
      .insertInto('coupons')
      .values({ name: '券', kind: 'amount', value: 100, threshold_fen: 0, scope: 'all', scope_text: '全场' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await shop.db
      .insertInto('lottery_prizes')
      .values(
        prizes.map(({ kind, stock = null, weight = 1 }, position) => ({
          lottery_id: id,
          position,
          name: kind,
          remarks: '',
          kind,
          points: kind === 'points' ? 88 : 0,
          coupon_id: kind === 'coupon' ? coupon.id : null,
          weight,
          stock,
        })),
      )
      .execute();
    return id;
  }

  const codes = (answers: readonly { code: number }[]) =>
    answers.map(({ code }) => code).sort((a, b) => a - b);

  it('gives a company one draw, however many it starts at once', async () => {
    const id = await makeLottery([{ kind: 'none' }]);
    expect((await demo.call('draw.simple')).data).toMatchObject({ id, is_join: 0, chances: 1 });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => demo.call('draw.run', { query: { id } })),
    );
    expect(codes(answers)).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await demo.call('draw.simple')).data).toMatchObject({ id, is_join: 1, chances: 0 });
    expect((await demo.call('draw.record')).data).toMatchObject({ total: 1 });
  });

  it('never gives more of a prize than there is', async () => {
    const id = await makeLottery([{ kind: 'points', stock: 1, weight: 1000 }, { kind: 'none' }]);
    const answers = await Promise.all(players.map((player) => player.call('draw.run', { query: { id } })));
    expect(codes(answers)).toEqual([200, 200, 200, 200]);
    expect(answers.filter(({ data }) => data?.kind === 'points')).toHaveLength(1);
  });

  it('hands prizes over in the same moment: points, a coupon, one more chance', async () => {
    const before = await pointsOf(shop.db, company);
    const points = await makeLottery([{ kind: 'points' }]);
    await demo.call('draw.run', { query: { id: points } });
    expect(await pointsOf(shop.db, company)).toBe(before + 88);

    const coupon = await makeLottery([{ kind: 'coupon' }]);
    await demo.call('draw.run', { query: { id: coupon } });
    const given = await shop.db
      .selectFrom('company_coupons')
      .innerJoin('coupons', 'coupons.id', 'company_coupons.coupon_id')
      .where('company_id', '=', company)
      .where('name', '=', '券')
      .selectAll()
      .execute();
    expect(given).toHaveLength(1);

    const again = await makeLottery([{ kind: 'again' }]);
    for (let draw = 0; draw < 3; draw += 1) {
      const { data } = await demo.call('draw.run', { query: { id: again } });
      expect(data).toMatchObject({ kind: 'again', chances: 1 });
    }
  });

  it('gives one more chance for a completed order', async () => {
    const id = await makeLottery([{ kind: 'none' }]);
    await demo.call('draw.run', { query: { id } });
    await grantOrderChances(shop.db, company, START);
    expect((await demo.call('draw.run', { query: { id } })).code).toBe(200);
    expect((await demo.call('draw.run', { query: { id } })).code).toBe(409);
  });

  it('does not draw for another site, a visit or a visitor, nor after the end', async () => {
    const id = await makeLottery([{ kind: 'none' }]);
    const from = (headers: Record<string, string>) => demo.call('draw.run', { query: { id }, headers });
    expect((await from({ 'sec-fetch-site': 'cross-site' })).code).toBe(403);
    expect((await from({ 'sec-fetch-site': 'same-site' })).code).toBe(403);
    expect((await from({ accept: 'text/html,*/*' })).code).toBe(403);
    expect((await shop.browser().call('draw.run', { query: { id } })).code).toBe(401);
    shop.clock.now = START + 86_400;
    expect((await demo.call('draw.run', { query: { id } })).code).toBe(404);
    shop.clock.now = START;
    expect((await from({ 'sec-fetch-site': 'same-origin' })).code).toBe(200);
  });

  it('is for approved members: who is not gets no popup, no chances and no draw', async () => {
    const id = await makeLottery([{ kind: 'points' }], 3);
    const newbie = await shop.as('newbie');
    expect((await newbie.call('draw.simple')).data).toMatchObject({ id, is_join: 1, chances: 0 });
    expect((await newbie.call('draw.activity', { params: { id } })).data).toMatchObject({
      chances: 0,
      can_sign: 0,
      can_buy: 0,
    });
    expect(await newbie.call('draw.run', { query: { id } })).toMatchObject({
      code: 403,
      message: '认证后可用',
    });
  });

  it('lets another site change nothing, by whichever of its calls', async () => {
    const id = await makeLottery([{ kind: 'points' }], 3);
    const standing = async () => (await demo.call('draw.activity', { params: { id } })).data;
    const before = await standing();
    const { contracts } = await shopRegistry();
    const calls = Object.entries(contracts).filter(([name]) => name.startsWith('draw.'));
    const codes = new Map<string, number>();
    for (const [name, { method, path, changes }] of calls) {
      const { code } = await demo.send({
        method,
        path: path.replace('{id}', String(id)),
        query: method === 'GET' ? { id } : {},
        headers: { 'sec-fetch-site': 'cross-site' },
      });
      codes.set(name, code);
      expect([name, code]).toEqual([name, method === 'GET' && !changes ? 200 : 403]);
    }
    expect([...codes].filter(([, code]) => code === 403).map(([name]) => name)).toEqual(
      expect.arrayContaining(['draw.run', 'draw.sign', 'draw.buy']),
    );
    expect(await standing()).toEqual(before);
    expect((await demo.call('draw.record')).data.total).toBe(0);
  });

  it('answers at each address that the shop asks (spec §7)', async () => {
    const id = await makeLottery([{ kind: 'points' }], 3);
    const get = async (path: string) => {
      const [address = '', search = ''] = path.split('?');
      return demo.send({
        method: 'GET',
        path: address,
        query: Object.fromEntries(new URLSearchParams(search)),
      });
    };
    expect(await get('/api/draw/simple')).toMatchObject({ code: 200, data: { id, is_join: 0 } });
    const activity = await get(`/api/draw/${id}/activity`);
    expect(activity).toMatchObject({ code: 200, data: { id, chances: 3 } });
    const drawn = await get(`/api/draw?id=${id}`);
    expect(drawn).toMatchObject({ code: 200, data: { kind: 'points', chances: 2 } });
    // The page lets its light land on the prize by this number.
    const { prizes } = activity.data as { prizes: { id: number }[] };
    expect(prizes.map((prize) => prize.id)).toContain((drawn.data as { prize_id: number }).prize_id);
    const [winner] = (await get(`/api/draw/new_record?id=${id}`)).data as { name: string }[];
    expect(winner).toMatchObject({ name: 'points' });
    expect(await get('/api/draw/record')).toMatchObject({
      code: 200,
      data: { total: 1, list: [{ name: 'points' }] },
    });
    expect(await get('/api/draw/ads')).toMatchObject({ code: 200, data: [] });
  });

  it('is shown a week before its start and after its end, when nobody can draw', async () => {
    const id = await makeLottery([{ kind: 'none' }]);
    const shown = async (at: number) => {
      shop.clock.now = at;
      const { data } = await demo.call('draw.simple');
      const run = await demo.call('draw.run', { query: { id } });
      shop.clock.now = START;
      return [data.id === id, data.is_join, data.chances, run.code];
    };
    const over = { starts_at: START - 40 * DAY, ends_at: START - 30 * DAY };
    await shop.db.updateTable('lotteries').set(over).where('id', '<>', id).execute();
    await shop.db
      .updateTable('lotteries')
      .set({ starts_at: START, ends_at: START + DAY })
      .where('id', '=', id)
      .execute();
    expect(await shown(START - 8 * DAY)).toEqual([false, 1, 0, 404]);
    expect(await shown(START - 6 * DAY)).toEqual([true, 1, 0, 404]);
    expect(await shown(START + 7 * DAY)).toEqual([true, 1, 0, 404]);
    expect(await shown(START + 9 * DAY)).toEqual([false, 1, 0, 404]);
    expect(await shown(START)).toEqual([true, 0, 1, 200]);
  });

  it('tells everybody who won, without their names', async () => {
    const id = await makeLottery([{ kind: 'points' }]);
    await demo.call('draw.run', { query: { id } });
    const { data } = await shop.browser().call('draw.winners', { query: { id } });
    expect(data).toHaveLength(1);
    expect(data?.[0]?.company).toMatch(/^.\*\*\*$/);
    expect((await shop.browser().call('draw.activity', { params: { id } })).data).toMatchObject({
      id,
      chances: 0,
      prizes: [{ kind: 'points' }],
    });
  });
});

it('picks by weight', () => {
  const prizes = [{ weight: 1 }, { weight: 3 }];
  const drawn = [0, 1, 2, 3].map((number) =>
    prizes.indexOf(pickWeighted(prizes, () => number) ?? { weight: 0 }),
  );
  expect(drawn).toEqual([0, 1, 1, 1]);
  expect(pickWeighted([], () => 0)).toBeUndefined();
});
