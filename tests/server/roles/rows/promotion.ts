import { makeCoupon, makeGoods, openPromotion } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { defineRows, type Maker, of } from '../rows.ts';

const promotion: Maker = {
  make: (_owner, { db }) => openPromotion(db, 'manjian', { tiers: '100 减 5' }),
  shared: true,
};

/** A good in a promotion. */
const offer: Maker = {
  async make(_owner, { db }) {
    const goods_id = await makeGoods(db, { price: 10, stock: 1000 });
    const id = await openPromotion(db, 'manjian', { tiers: '100 减 5' }, [{ goods_id }]);
    const row = await db
      .selectFrom('promotion_goods')
      .where('promotion_id', '=', id)
      .select('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },
  shared: true,
};

/** A group-buy with one good. */
const groupBuy: Maker = {
  async make(_owner, { db }) {
    const goods_id = await makeGoods(db, { price: 10, stock: 1000 });
    const rule = { by: 'units', need: 100, hours: 24 };
    return openPromotion(db, 'group', rule, [{ goods_id, price: 8, stock: 500 }]);
  },
  shared: true,
};

/** A coupon of the coupon centre. */
const coupon: Maker = {
  async make(_owner, { db }) {
    const { id } = await db
      .insertInto('coupons')
      .values({
        name: '满 100 减 5',
        kind: 'amount',
        value: 500,
        threshold_fen: 10_000,
        scope: 'all',
        scope_text: '全场通用',
        starts_at: START - 60,
        listed: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  shared: true,
};

/** A coupon in the hands of its owner. */
const heldCoupon: Maker = {
  make: ({ companyId }, { db }) => makeCoupon(db, companyId, { value: 5, threshold: 10 }),
  shared: true,
};

const window = { starts_at: START, ends_at: START + 86_400 };

export default defineRows({
  'activity.promotions': {},
  'activity.everyday': {},
  'activity.groups': {},
  'activity.join': of(groupBuy, (id) => ({ params: { id }, body: { number: 10 } })),
  'activity.joinEstimate': of(groupBuy, (id) => ({ params: { id }, body: { number: 10 } })),
  'activity.cashback': {},
  'activity.tap': of(promotion, (id) => ({ body: { id } })),
  'combination.groups': {},
  'combination.offers': {},
  'coupon.list': {},
  'coupon.receive': of(coupon, (id) => ({ params: { id } })),
  'user.coupon': {},
  'user.couponNum': {},
  'user.availableCoupon': {},
  'user.voucher': {},
  'ops-promotion.list': {},
  'ops-promotion.blank': { send: { params: { kind: 'manjian' } } },
  'ops-promotion.source': of(promotion, (id) => ({ params: { id } })),
  'ops-promotion.save': {
    send: { body: { kind: 'manjian', name: '满减', ...window, rule: { tiers: '100 减 5' } } },
  },
  'ops-promotion.preview': {
    send: { body: { kind: 'manjian', rule: { tiers: '100 减 5' } } },
    acts: 0,
  },
  'ops-promotion.publish': of(promotion, (id) => ({ params: { id }, body: { published: 0 } })),
  'ops-promotion.goods': of(promotion, (id) => ({ params: { id } })),
  'ops-promotion.find': of(promotion, (id) => ({ params: { id }, query: { keywords: '商品' } })),
  'ops-promotion.put': of(promotion, async (id, _who, { db }) => ({
    params: { id },
    body: { goods_id: await makeGoods(db, { price: 10, stock: 100 }) },
  })),
  'ops-promotion.bulk': of(promotion, (id) => ({ params: { id }, body: { role: 'goods', text: 'X1' } }), {
    acts: 0,
  }),
  'ops-promotion.import': of(
    promotion,
    (id) => ({ params: { id }, body: { file: new File(['货号\nNONE'], 'a.csv', { type: 'text/csv' }) } }),
    { acts: 0 },
  ),
  'ops-promotion.remove': of(offer, async (id, _who, { db }) => {
    const row = await db
      .selectFrom('promotion_goods')
      .where('id', '=', id)
      .select('promotion_id')
      .executeTakeFirst();
    return { params: { id: row?.promotion_id ?? 1, offer: id } };
  }),
  'ops-promotion.teams': {},
  'ops-coupon.list': {},
  'ops-coupon.save': {
    send: {
      body: {
        name: '满 100 减 5',
        kind: 'amount',
        value: 5,
        threshold: 100,
        scope: 'all',
        days: 30,
        starts_at: START,
        member_limit: 1,
      },
    },
  },
  'ops-coupon.withdraw': of(coupon, (id) => ({ params: { id }, body: { withdrawn: 1 } })),
  'ops-coupon.issue': of(coupon, (id) => ({ params: { id }, body: { usernames: 'demo' } })),
  'ops-coupon.held': of(coupon, (id) => ({ params: { id } })),
  'ops-coupon.revoke': of(heldCoupon, (id) => ({ params: { id } })),
  'ops-voucher.issue': { send: { body: { name: '现金券', amount: 10, days: 30, usernames: 'demo' } } },
});
