import { USE_TYPE } from '#server/modules/ledger/ledger.ts';
import { givePoints } from '#server/modules/ledger/points/points.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { makeGoods } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { goods } from '../objects.ts';
import { defineRows, existing, lists, type Maker, of } from '../rows.ts';

let made = 0;

const activity: Maker<string> = {
  async make(_owner, { db }) {
    made += 1;
    const key = `activity-${made}`;
    const { id } = await db
      .insertInto('activities')
      .values({ key, kind: 'activity', name: '活动', starts_at: START - 1, ends_at: START + DAY })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('activity_sections').values({ activity_id: id, name: '分区', position: 0 }).execute();
    return key;
  },
  absent: 'no-such-activity',
  shared: true,
};

const activityId: Maker = {
  async make(owner, shop) {
    const key = await activity.make(owner, shop);
    const { id } = await shop.db
      .selectFrom('activities')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'activities',
  shared: true,
};

const brand: Maker = {
  async make(_owner, { db }) {
    made += 1;
    const { id } = await db
      .insertInto('brands')
      .values({ name: `品牌 Z${made}`, slogan: '', hue: 1, position: made, id: 9000 + made })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'brands',
  shared: true,
};

/** A controlled good, which nobody may buy yet. */
const controlled: Maker = {
  async make(_owner, { db }) {
    const id = await makeGoods(db, { price: 10, stock: 100 });
    await db.updateTable('goods').set({ controlled: true }).where('id', '=', id).execute();
    return id;
  },
  table: 'goods',
  shared: true,
};

const controlledCode: Maker<string> = {
  async make(owner, shop) {
    const id = await controlled.make(owner, shop);
    const { code } = await shop.db
      .selectFrom('goods')
      .select('code')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return code;
  },
  absent: 'NO-SUCH-CODE',
  shared: true,
};

const request: Maker = {
  async make(owner, shop) {
    const { id } = await shop.db
      .insertInto('controlled_requests')
      .values({
        goods_id: await controlled.make(owner, shop),
        company_id: owner.companyId,
        member_id: owner.memberId,
        number: 1,
        reason: '陈列',
        state: 'pending',
        created_at: START,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'controlled_requests',
};

const right: Maker = {
  async make(owner, shop) {
    const { id } = await shop.db
      .insertInto('controlled_rights')
      .values({
        goods_id: await controlled.make(owner, shop),
        company_id: owner.companyId,
        created_at: START,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'controlled_rights',
};

const pointsGoods: Maker = {
  async make(_owner, { db }) {
    const { id } = await db
      .insertInto('points_goods')
      .values({ kind: 'goods', name: '血压计', points: 1, created_at: START })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  shared: true,
};

const pointsOrder = (state: 'waiting' | 'shipped'): Maker => ({
  async make(owner, { db }) {
    made += 1;
    const { id } = await db
      .insertInto('points_orders')
      .values({
        no: `JF${made}`,
        company_id: owner.companyId,
        member_id: owner.memberId,
        kind: 'goods',
        name: '血压计',
        number: 1,
        points: 1,
        state,
        address: '演示路 1 号',
        created_at: START,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'points_orders',
});

const lottery: Maker = {
  async make(_owner, { db }) {
    const { id } = await db
      .insertInto('lotteries')
      .values({
        name: '抽奖',
        rules: '',
        sign_chances: 1,
        points_cost: 1,
        starts_at: START - 1,
        ends_at: START + DAY,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  table: 'lotteries',
  shared: true,
};

const lotteryBody = {
  name: '抽奖',
  free_chances: 1,
  order_chances: 0,
  sign_chances: 0,
  starts_at: START,
  ends_at: START + DAY,
};
const activityBody = {
  kind: 'zone',
  name: '专区',
  sections: '分区：',
  starts_at: START,
  ends_at: START + DAY,
} as const;

export default defineRows({
  'goods.activities': {},
  'goods.activity': of(activity, (key) => ({ params: { key } })),
  'goods.fl': {},
  'brand.list': {},
  'brand.detail': of(existing(1), (id) => ({ params: { id } })),

  'kxzq.apply': of(controlled, (goods_id) => ({ body: { goods_id, number: 1, reason: '门店陈列' } })),
  'kxzq.requests': lists(request, ({ list }) => list.map(({ id }) => id)),
  'ops-kxzq.requests': {},
  'ops-kxzq.decide': of(request, (id) => ({ params: { id }, body: { pass: 1 } })),
  'ops-kxzq.rights': {},
  'ops-kxzq.grant': of(controlledCode, (codes) => ({ body: { codes, kind: 'region', region: '演示省' } })),
  'ops-kxzq.revoke': of(right, (id) => ({ params: { id } })),

  'points.goods': {},
  'points.redeem': of(pointsGoods, async (goods_id, who, { db }) => {
    await givePoints(db, {
      companyId: who.companyId,
      points: 5,
      useType: USE_TYPE.gift,
      memo: '',
      at: START,
    });
    return { body: { goods_id } };
  }),
  'points.orders': lists(pointsOrder('waiting'), ({ list }) => list.map(({ id }) => id)),
  'points.cancel': of(pointsOrder('waiting'), (id) => ({ params: { id } })),
  'points.confirm': of(pointsOrder('shipped'), (id) => ({ params: { id } })),
  'draw.sign': of(lottery, (id) => ({ params: { id } })),
  'draw.buy': of(lottery, async (id, who, { db }) => {
    await givePoints(db, {
      companyId: who.companyId,
      points: 5,
      useType: USE_TYPE.gift,
      memo: '',
      at: START,
    });
    return { params: { id } };
  }),

  'ops-goods.list': {},
  'ops-goods.detail': of(goods, (id) => ({ params: { id } })),
  'ops-goods.save': of(goods, (id) => ({
    params: { id },
    body: { price: 9, ladder_type: 2, min_number: 1 },
  })),
  'ops-goods.shelf': of(goods, (id) => ({ body: { ids: [id], on_sale: 0 } })),
  'ops-goods.bulkPreview': { send: { body: { act: 'yx', ids: [1] } }, acts: 0 },
  'ops-goods.bulk': of(goods, (id) => ({ body: { act: 'price', percent: 5, ids: [id] } })),
  'ops-goods.recentBulk': {},
  'ops-goods.undoBulk': { send: { params: { id: 999_999 } }, refuses: 404, acts: 0 },
  'ops-goods.batch': of(goods, (id) => ({
    params: { id },
    body: { batch_number: 'M1', made: '2026-01-01', expires: '2028-01-01', stock: 5 },
  })),
  'ops-goods.import': {
    send: { body: { file: new File(['货号,价格\nNONE,1'], 'a.csv', { type: 'text/csv' }) } },
    acts: 0,
  },
  'ops-brand.list': {},
  'ops-brand.save': of(brand, (id) => ({ body: { id, name: `改品牌${(made += 1)}` } })),
  'ops-brand.move': of(brand, (id) => ({ params: { id }, body: { by: 1 } })),
  'ops-activity.list': {},
  'ops-activity.save': [
    { send: () => ({ body: { ...activityBody, key: `new-${(made += 1)}` } }) },
    of(activityId, (id) => ({ body: { ...activityBody, id, key: `changed-${(made += 1)}` } })),
  ],
  'ops-activity.remove': of(activityId, (id) => ({ params: { id } })),
  'ops-lottery.list': {},
  'ops-lottery.save': [
    { send: { body: lotteryBody } },
    of(lottery, (id) => ({ body: { ...lotteryBody, id } })),
  ],
  'ops-lottery.publish': of(lottery, (id) => ({ params: { id }, body: { published: 0 } })),
  'ops-lottery.prize': of(lottery, (id) => ({
    params: { lottery: id },
    body: { name: '谢谢参与', kind: 'none', weight: 1 },
  })),
  'ops-points.goods': {},
  'ops-points.save': [
    { send: { body: { kind: 'goods', name: '血压计', points: 1 } } },
    of(pointsGoods, (id) => ({ body: { id, kind: 'goods', name: '血压计', points: 2 } })),
  ],
  'ops-points.orders': {},
  'ops-points.ship': of(pointsOrder('waiting'), (id) => ({
    params: { id },
    body: { carrier: '顺丰', tracking_no: 'SF1' },
  })),
});
