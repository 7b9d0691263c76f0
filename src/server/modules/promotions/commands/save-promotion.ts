import type { Calls } from '#generated/calls.ts';
import { kindOf } from '#shop/domain/promotions/index.ts';
import { RuleProblem } from '#shop/domain/promotions/read-rule.ts';
import { changeRow, savedAnswer, saveRow } from '../../../kernel/audit/rows.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { ruleIn } from '../queries/form-fields.ts';
import { goodsProblem, kindOfPromotion, loadOffers } from '../queries/offers.ts';
import { promotionSource } from '../queries/promotions-for-staff.ts';

const GONE = { message: '这个促销已经不在了' };

type PromotionInput = Calls['ops-promotion.save']['body'];

/** Creates a promotion as a draft, or changes one. The kind of a promotion never changes. */
export async function savePromotion(
  db: Db,
  request: RequestContext,
  input: PromotionInput,
): Promise<Answer<{ id: number }>> {
  const kind = kindOf(input.kind);
  if (!kind) return refuseField('kind', '没有这种促销');
  if (input.ends_at <= input.starts_at) return refuseField('ends_at', '结束要晚于开始');
  const rule = ruleIn(kind, input.rule);
  const saved = await saveRow(db, request, {
    table: 'promotions',
    subject: 'promotion',
    key: input.id === undefined ? null : { id: input.id, kind: kind.kind },
    gone: GONE.message,
    refuse: async (before) => {
      const offers = before ? await loadOffers(db, before.id) : [];
      const bound = kind.bind({ rule, offers });
      // Missing goods are reported on publishing; a new draft has none yet.
      if (bound instanceof RuleProblem && bound.field !== 'goods')
        return refuseField(`rule.${bound.field}`, bound.message);
      // The goods are not a field of this form, so the message stands above it.
      if (before && !before.withdrawn && bound instanceof RuleProblem)
        return refuse('invalid', { message: bound.message });
      return before && input.stock !== undefined && input.stock < before.sold
        ? refuseField('stock', `已售 ${before.sold} 份，总份数不能更少`)
        : null;
    },
    values: {
      name: input.name,
      summary: input.summary ?? '',
      starts_at: input.starts_at,
      ends_at: input.ends_at,
      everything: kind.form.everything && (input.everything === 1 || !kind.form.roles.includes('goods')),
      stock: input.stock ?? null,
      member_limit: input.member_limit ?? null,
      rule: JSON.stringify(rule),
    },
    onInsert: { kind: kind.kind, withdrawn: true, created_at: request.now },
    label: input.name,
    logged: loggedFields,
  });
  return savedAnswer(saved, '已新增，选好商品后发布');
}

/** The fields of a promotion that the audit log records. */
function loggedFields(row: {
  name: string;
  starts_at: number;
  ends_at: number;
  stock: number | null;
  rule: unknown;
}): Record<string, unknown> {
  const { name, starts_at, ends_at, stock, rule } = row;
  return { name, starts_at, ends_at, stock, rule: typeof rule === 'string' ? rule : JSON.stringify(rule) };
}

/** Publishes or withdraws a promotion. Publishing is refused with what its kind still lacks. */
export async function publishPromotion(
  db: Db,
  request: RequestContext,
  id: number,
  published: boolean,
): Promise<Answer<{ published: number }>> {
  const source = await promotionSource(db, id, request.now);
  if (!source) return refuse('notFound', GONE);
  if (published && source.problem !== '') return refuse('invalid', { message: source.problem });
  const unsuitable = published ? await unsuitableGoods(db, id) : null;
  if (unsuitable !== null) return refuse('invalid', { message: unsuitable });
  const saved = await changeRow(db, request, {
    table: 'promotions',
    subject: 'promotion',
    key: { id },
    gone: GONE.message,
    values: { withdrawn: !published },
    action: published ? 'publish' : 'withdraw',
    label: source.name,
    logged: ({ withdrawn }) => ({ published: !withdrawn }),
  });
  if (!saved.ok) return saved;
  return ok({ published: published ? 1 : 0 }, published ? '已发布' : '已撤下');
}

/** Why the goods of a promotion do not fit its kind, or those of a set do not ship together; null when they do. */
async function unsuitableGoods(db: Db, id: number): Promise<string | null> {
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
  const warehouses = new Set(goods.map(({ warehouse_id }) => warehouse_id));
  return kind.stage === 'set' && warehouses.size > 1 ? '组合里的商品须从同一个仓库发货' : null;
}
