import { toFen } from '#domain/money.ts';
import { kindOf } from '#domain/promotions/index.ts';
import { RuleProblem } from '#domain/promotions/read-rule.ts';
import type { Calls } from '#generated/calls.ts';
import { type Answer, made, ok, refuse, refuseField } from '../../../answer.ts';
import type { Db } from '../../../db/schema.ts';
import type { RequestContext } from '../../../routes.ts';
import { record } from '../audit.ts';
import { goodsProblem, kindOfPromotion, loadOffers } from './offers.ts';
import { promotionSource } from './read.ts';

const GONE = { message: '这个促销已经不在了' };

type PromotionInput = Calls['ops-promotion.save']['body'];

/** Writes a new promotion as a draft, or changes one. The kind of a promotion never changes. */
export async function savePromotion(
  db: Db,
  request: RequestContext,
  input: PromotionInput,
): Promise<Answer<{ id: number }>> {
  const kind = kindOf(input.kind);
  if (!kind) return refuseField('kind', '没有这种促销');
  if (input.ends_at <= input.starts_at) return refuseField('ends_at', '结束要晚于开始');
  const before =
    input.id === undefined
      ? undefined
      : await db
          .selectFrom('promotions')
          .where('id', '=', input.id)
          .selectAll()
          .forUpdate()
          .executeTakeFirst();
  if (input.id !== undefined && before?.kind !== kind.kind) return refuse('notFound', GONE);
  const offers = before ? await loadOffers(db, before.id) : [];
  const bound = kind.bind({ rule: input.rule, offers });
  // What is missing among the goods is told when it is published; a new draft has none yet.
  if (bound instanceof RuleProblem && bound.field !== 'goods') return refuseField(bound.field, bound.message);
  if (before && !before.withdrawn && bound instanceof RuleProblem) return refuseField('name', bound.message);
  if (before && input.stock !== undefined && input.stock < before.sold) {
    return refuseField('stock', `已售 ${before.sold} 份，总份数不能更少`);
  }
  const after = {
    name: input.name,
    summary: input.summary ?? '',
    starts_at: input.starts_at,
    ends_at: input.ends_at,
    everything: kind.form.everything && (input.everything === 1 || !kind.form.roles.includes('goods')),
    stock: input.stock ?? null,
    member_limit: input.member_limit ?? null,
    rule: JSON.stringify(input.rule ?? {}),
  };
  const id = before ? before.id : await create(db, kind.kind, after, request.now);
  if (before) await db.updateTable('promotions').set(after).where('id', '=', id).execute();
  await record(db, request, {
    action: before ? 'update' : 'create',
    subject: 'promotion',
    id,
    label: input.name,
    before: before && { ...pick(before), rule: JSON.stringify(before.rule) },
    after: pick(after),
  });
  return before ? ok({ id }, '已保存') : made({ id }, '已新增，选好商品后发布');
}

/** What the log keeps of a promotion. */
function pick(row: {
  name: string;
  starts_at: number;
  ends_at: number;
  stock: number | null;
  rule: unknown;
}): Record<string, unknown> {
  const { name, starts_at, ends_at, stock, rule } = row;
  return { name, starts_at, ends_at, stock, rule };
}

async function create(
  db: Db,
  kind: string,
  values: {
    name: string;
    summary: string;
    starts_at: number;
    ends_at: number;
    everything: boolean;
    stock: number | null;
    member_limit: number | null;
    rule: string;
  },
  now: number,
): Promise<number> {
  const { id } = await db
    .insertInto('promotions')
    .values({ ...values, kind, withdrawn: true, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Lets a promotion take part, or no longer. What its kind still lacks is told. */
export async function publishPromotion(
  db: Db,
  request: RequestContext,
  id: number,
  published: boolean,
): Promise<Answer<{ published: number }>> {
  const source = await promotionSource(db, id, request.now);
  if (!source) return refuse('notFound', GONE);
  if (published && source.problem !== '') return refuse('invalid', { message: source.problem });
  const misfit = published ? await misfitOf(db, id) : null;
  if (misfit !== null) return refuse('invalid', { message: misfit });
  await db.updateTable('promotions').set({ withdrawn: !published }).where('id', '=', id).execute();
  await record(db, request, {
    action: published ? 'publish' : 'withdraw',
    subject: 'promotion',
    id,
    label: source.name,
    before: { published: source.published === 1 },
    after: { published },
  });
  return ok({ published: published ? 1 : 0 }, published ? '已发布' : '已撤下');
}

/** A good that cannot be in the promotion, or goods of a set that do not ship as one. */
async function misfitOf(db: Db, id: number): Promise<string | null> {
  const kind = await kindOfPromotion(db, id);
  if (!kind) return null;
  const goods = await db
    .selectFrom('promotion_goods as offer')
    .innerJoin('goods', 'goods.id', 'offer.goods_id')
    .where('offer.promotion_id', '=', id)
    .select(['goods.name', 'goods.hm', 'goods.controlled', 'goods.on_sale', 'goods.warehouse_id'])
    .execute();
  const bad = goods.find((one) => goodsProblem(kind, one) !== '' && one.on_sale);
  if (bad) return `${bad.name}：${goodsProblem(kind, bad)}`;
  const places = new Set(goods.map(({ warehouse_id }) => warehouse_id));
  return kind.stage === 'set' && places.size > 1 ? '组合里的商品须从同一个仓库发货' : null;
}

type GoodsInput = Calls['ops-promotion.put']['body'];

/** Puts a good into a promotion, or changes its figures. */
export async function putGoods(
  db: Db,
  request: RequestContext,
  promotionId: number,
  input: GoodsInput,
): Promise<Answer<{ id: number }>> {
  const kind = await kindOfPromotion(db, promotionId);
  if (!kind) return refuse('notFound', GONE);
  const goods = await db
    .selectFrom('goods')
    .where('id', '=', input.goods_id)
    .select(['name', 'price_fen', 'hm', 'controlled', 'on_sale'])
    .executeTakeFirst();
  if (!goods) return refuseField('goods_id', '没有这个商品');
  const problem = goodsProblem(kind, goods);
  if (problem !== '') return refuseField('goods_id', `${goods.name}：${problem}`);
  if (!kind.form.roles.includes(input.role)) return refuseField('role', '这种促销没有这样的商品');
  const price = input.price === undefined ? null : toFen(input.price);
  if (price === 0 && input.role !== 'gift') return refuseField('price', '只有赠品可以是 0 元');
  if (price !== null && price > goods.price_fen) return refuseField('price', '活动价不能高于原价');
  const before = await db
    .selectFrom('promotion_goods')
    .where('promotion_id', '=', promotionId)
    .where('goods_id', '=', input.goods_id)
    .where('role', '=', input.role)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (before && input.stock !== undefined && input.stock < before.sold) {
    return refuseField('stock', `已售 ${before.sold} 件，库存不能更少`);
  }
  const after = {
    price_fen: price,
    number: input.number ?? 1,
    stock: input.stock ?? null,
    member_limit: input.member_limit ?? null,
  };
  const { id } = await db
    .insertInto('promotion_goods')
    .values({ promotion_id: promotionId, goods_id: input.goods_id, role: input.role, ...after })
    .onConflict((conflict) => conflict.columns(['promotion_id', 'role', 'goods_id']).doUpdateSet(after))
    .returning('id')
    .executeTakeFirstOrThrow();
  await record(db, request, {
    action: before ? 'update' : 'create',
    subject: 'promotion_goods',
    id,
    label: `${goods.name}（促销 ${promotionId}）`,
    before: before && { price_fen: before.price_fen, stock: before.stock, member_limit: before.member_limit },
    after,
  });
  return before ? ok({ id }, '已保存') : made({ id }, '已加入');
}

/** Takes a good out of a promotion. What orders have taken stays on record, so such a good only loses what is left. */
export async function removeGoods(
  db: Db,
  request: RequestContext,
  promotionId: number,
  offerId: number,
): Promise<Answer<{ id: number }>> {
  const offer = await db
    .selectFrom('promotion_goods as offer')
    .innerJoin('goods', 'goods.id', 'offer.goods_id')
    .where('offer.id', '=', offerId)
    .where('offer.promotion_id', '=', promotionId)
    .select(['offer.id', 'goods.name'])
    .forUpdate()
    .executeTakeFirst();
  if (!offer) return refuse('notFound', GONE);
  const used = await db
    .selectFrom('order_lines')
    .where('offer_id', '=', offerId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (used)
    return refuse('invalid', { message: '已有订单用过，不能移出；可把库存改到已售数，或撤下整个促销' });
  await db.deleteFrom('promotion_goods').where('id', '=', offerId).execute();
  await record(db, request, {
    action: 'remove',
    subject: 'promotion_goods',
    id: offerId,
    label: `${offer.name}（促销 ${promotionId}）`,
  });
  return ok({ id: offerId }, '已移出');
}
