import type { Calls } from '#generated/calls.ts';
import { toFen } from '#shop/domain/money.ts';
import { kindOf } from '#shop/domain/promotions/index.ts';
import type { PromotionKind } from '#shop/domain/promotions/kind.ts';
import type { Offer } from '#shop/domain/promotions/promotion.ts';
import { RuleProblem } from '#shop/domain/promotions/read-rule.ts';
import { type Actor, record } from '../../../kernel/audit/audit.ts';
import { saveRow } from '../../../kernel/audit/rows.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Answer, made, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { goodsProblem, loadOffers } from '../queries/offers.ts';

const GONE = { message: '这个促销已经不在了' };

/** A promotion whose goods are being changed. */
export interface EditedPromotion {
  id: number;
  kind: PromotionKind;
  /** Buyers see it, now or at its time. */
  published: boolean;
  rule: unknown;
  offers: readonly Offer[];
}

/** Reads and locks a promotion; null when there is none. */
export async function editedPromotion(db: Db, id: number): Promise<EditedPromotion | null> {
  const row = await db
    .selectFrom('promotions')
    .where('id', '=', id)
    .select(['kind', 'rule', 'withdrawn'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  const kind = row && kindOf(row.kind);
  if (!kind) return null;
  return { id, kind, published: !row.withdrawn, rule: row.rule, offers: await loadOffers(db, id) };
}

/** Why a change of its goods would make a published promotion invalid; null for drafts, which may be incomplete. */
function liveProblem(
  { kind, published, rule, offers }: EditedPromotion,
  change: (offers: readonly Offer[]) => readonly Offer[],
): string | null {
  const bound = kind.bind({ rule, offers: change(offers) });
  return published && bound instanceof RuleProblem ? bound.message : null;
}

type GoodsInput = Calls['ops-promotion.put']['body'];

/** A saved offer, and the promotion after it. */
interface PutResult {
  ok: true;
  id: number;
  isNew: boolean;
  promotion: EditedPromotion;
}

/** Adds a good to a promotion, or changes its figures. Run it in a transaction. */
export async function putGoods(
  db: Db,
  actor: Actor,
  promotionId: number,
  input: GoodsInput,
): Promise<Answer<{ id: number }>> {
  const promotion = await editedPromotion(db, promotionId);
  if (!promotion) return refuse('notFound', GONE);
  const put = await putOffer(db, actor, promotion, input);
  if (!put.ok) return put;
  return put.isNew ? made({ id: put.id }, '已加入') : ok({ id: put.id }, '已保存');
}

/**
 * The same for a promotion that was read before, so that many goods can be saved in turn. A published one must stay
 * valid.
 */
export async function putOffer(
  db: Db,
  actor: Actor,
  promotion: EditedPromotion,
  input: GoodsInput,
): Promise<PutResult | Refused> {
  const { kind, id: promotionId } = promotion;
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
  const after = {
    price_fen: price,
    number: input.number ?? 1,
    stock: input.stock ?? null,
    member_limit: input.member_limit ?? null,
  };
  const { goods_id: goodsId, role } = input;
  const change = (offers: readonly Offer[], id: number, sold: number): Offer[] => [
    ...offers.filter((offer) => offer.goodsId !== goodsId || offer.role !== role),
    {
      id,
      goodsId,
      name: goods.name,
      role,
      price,
      quantity: after.number,
      left: after.stock === null ? null : after.stock - sold,
      allowance: after.member_limit,
    },
  ];
  const saved = await saveRow(db, actor, {
    table: 'promotion_goods',
    subject: 'promotion_goods',
    key: { promotion_id: promotionId, role, goods_id: goodsId },
    refuse: (before) => {
      const sold = before?.sold ?? 0;
      if (before && input.stock !== undefined && input.stock < sold) {
        return refuseField('stock', `已售 ${sold} 件，库存不能更少`);
      }
      const wrong = liveProblem(promotion, (offers) => change(offers, before?.id ?? 0, sold));
      return wrong === null ? null : refuse('invalid', { message: wrong });
    },
    values: after,
    label: `${goods.name}（促销 ${promotionId}）`,
  });
  if (!saved.ok) return saved;
  const { id, before } = saved;
  const offers = change(promotion.offers, id, before?.sold ?? 0);
  return { ok: true, id, isNew: !before, promotion: { ...promotion, offers } };
}

/** Removes a good from a promotion; refused once orders have used it, because they refer to it. */
export async function removeGoods(
  db: Db,
  actor: Actor,
  promotionId: number,
  offerId: number,
): Promise<Answer<{ id: number }>> {
  const promotion = await editedPromotion(db, promotionId);
  const offer = await db
    .selectFrom('promotion_goods as offer')
    .innerJoin('goods', 'goods.id', 'offer.goods_id')
    .where('offer.id', '=', offerId)
    .where('offer.promotion_id', '=', promotionId)
    .select(['offer.id', 'goods.name'])
    .forUpdate()
    .executeTakeFirst();
  if (!promotion || !offer) return refuse('notFound', GONE);
  const used = await db
    .selectFrom('order_lines')
    .where('offer_id', '=', offerId)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (used)
    return refuse('invalid', { message: '已有订单用过，不能移出；可把库存改到已售数，或撤下整个促销' });
  const problem = liveProblem(promotion, (offers) => offers.filter(({ id }) => id !== offerId));
  if (problem !== null) return refuse('invalid', { message: `${problem}；要移出它，请先撤下促销` });
  await db.deleteFrom('promotion_goods').where('id', '=', offerId).execute();
  await record(db, actor, {
    action: 'remove',
    subject: 'promotion_goods',
    id: offerId,
    label: `${offer.name}（促销 ${promotionId}）`,
  });
  return ok({ id: offerId }, '已移出');
}
