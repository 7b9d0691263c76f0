import type { Db } from '#server/kernel/db/schema.ts';
import type { Operation, Weighted } from './operation.ts';

/** An open promotion of one of these kinds with its goods. */
async function someOffer(
  db: Db,
  kinds: readonly string[],
  dice: (bound: number) => number,
): Promise<{ promotion: number; goods: number; kind: string } | undefined> {
  const now = Math.floor(Date.now() / 1000);
  const rows = await db
    .selectFrom('promotions')
    .innerJoin('promotion_goods', 'promotion_goods.promotion_id', 'promotions.id')
    .where('kind', 'in', kinds)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .select(['promotions.id as promotion', 'goods_id as goods', 'kind'])
    .limit(60)
    .execute();
  return rows[dice(Math.max(rows.length, 1))];
}

/** A set, an exchange or a flash sale, with something beside it now and then, as an order. */
const orderOffer: Operation = async ({ db, goods, dice }, { caller, address_id }) => {
  const offer = await someOffer(db, ['set', 'exchange', 'spike'], dice);
  if (!offer) return;
  const number = 1 + dice(3);
  const line =
    offer.kind === 'spike'
      ? { goods_id: offer.goods, number, type: 1 as const }
      : { goods_id: offer.goods, number, type: 3 as const, goods_price_id: offer.promotion };
  const beside = { goods_id: goods[dice(goods.length)] ?? 0, number: 1 + dice(30) };
  const { data } = await caller.call('cart.add', {
    body: { params: dice(2) === 0 ? [beside, line] : [line] },
  });
  if (data?.ids) await caller.call('order.create', { body: { ids: data.ids, address_id } });
};

const joinGroup: Operation = async ({ db, dice }, { caller, address_id }) => {
  const offer = await someOffer(db, ['group'], dice);
  if (!offer) return;
  const body = { number: 1 + dice(20), address_id };
  const joined = await caller.call('activity.join', { params: { id: offer.promotion }, body });
  if (!joined.data || dice(3) === 0) return;
  const params = { order_id: String(joined.data.order_id) };
  await caller.call('pay.start', { params, body: { method: 'balance' } });
};

/** Goods with ephedrine, or controlled ones, which not everybody may buy. */
const orderRestricted: Operation = async ({ db, dice }, { caller, address_id }) => {
  const restricted = await db
    .selectFrom('goods')
    .where('on_sale', '=', true)
    .where((eb) => eb.or([eb('hm', '=', true), eb('controlled', '=', true)]))
    .orderBy('id')
    .limit(20)
    .select('id')
    .execute();
  const goods_id = restricted[dice(Math.max(restricted.length, 1))]?.id;
  if (goods_id === undefined) return;
  const { data } = await caller.call('cart.add', { body: { params: [{ goods_id, number: 1 + dice(3) }] } });
  if (data?.ids) await caller.call('order.create', { body: { ids: data.ids, address_id } });
};

/** The order that waits for review, which those with ephedrine do, and the receipt that they owe. */
const reviewOrder: Operation = async (market, dealer) => {
  const { db, dice, staff } = market;
  const rows = await db.selectFrom('orders').where('status', '=', 20).limit(20).select('id').execute();
  const id = rows[dice(Math.max(rows.length, 1))]?.id;
  if (id !== undefined)
    await staff.call('ops-order.review', {
      params: { id },
      body: { accepted: dice(5) === 0 ? 0 : 1, reason: '资料不符' },
    });
  const owed = await db
    .selectFrom('orders')
    .where('company_id', '=', dealer.company)
    .where('hm', '=', true)
    .where('status', '=', 40)
    .select('id')
    .executeTakeFirst();
  if (!owed) return;
  const upload_ids = [await market.receipt(dealer)];
  await dealer.caller.call('hmdd.send', { body: { order_id: owed.id, upload_ids } });
  const body = { accepted: dice(4) === 0 ? 0 : 1, reason: '公章不清晰' } as const;
  await staff.call('ops-hmdd.judge', { params: { id: owed.id }, body });
};

const receiveCoupon: Operation = async ({ dice }, { caller }) => {
  const { data } = await caller.call('coupon.list');
  const offer = data.list[dice(Math.max(data.list.length, 1))];
  if (offer) await caller.call('coupon.receive', { params: { id: offer.id } });
};

const redeemPoints: Operation = async ({ dice }, { caller, address_id }) => {
  const { data } = await caller.call('points.goods');
  const goods = data.list[dice(Math.max(data.list.length, 1))];
  if (goods)
    await caller.call('points.redeem', { body: { goods_id: goods.id, number: 1 + dice(2), address_id } });
};

const settlePoints: Operation = async ({ db, dice, staff }, { caller, company }) => {
  const rows = await db
    .selectFrom('points_orders')
    .where('company_id', '=', company)
    .where('state', 'in', ['waiting', 'shipped'])
    .limit(10)
    .select(['id', 'state'])
    .execute();
  const chosen = rows[dice(Math.max(rows.length, 1))];
  if (!chosen) return;
  const params = { id: chosen.id };
  const body = { carrier: '测试物流', tracking_no: 'T0001', address: '演示路 1 号' };
  const answers = [
    () => caller.call('points.cancel', { params }),
    () => caller.call('points.confirm', { params }),
    () => staff.call('ops-points.ship', { params, body }),
  ];
  await Promise.all([answers[dice(3)]?.(), dice(3) === 0 ? answers[dice(3)]?.() : undefined]);
};

const draw: Operation = async ({ dice }, { caller }) => {
  const { data } = await caller.call('draw.simple');
  const { id } = data;
  const acts = [
    () => caller.call('draw.sign', { params: { id } }),
    () => caller.call('draw.buy', { params: { id } }),
    () => caller.call('draw.run', { query: { id } }),
  ];
  await Promise.all([acts[dice(3)]?.(), acts[2]?.()]);
};

const buyAgain: Operation = async ({ db, dice }, { caller, company }) => {
  const own = await db
    .selectFrom('orders')
    .where('company_id', '=', company)
    .limit(20)
    .select('id')
    .execute();
  const id = own[dice(Math.max(own.length, 1))]?.id;
  if (id !== undefined) await caller.call('order.rebuy', { params: { id } });
};

/** Promotions, points, prizes and goods that not everybody may buy: what needs the demo data. */
export const REWARDS: Weighted = [
  [12, orderOffer],
  [6, joinGroup],
  [5, orderRestricted],
  [8, reviewOrder],
  [5, receiveCoupon],
  [6, redeemPoints],
  [5, settlePoints],
  [6, draw],
  [3, buyAgain],
];
