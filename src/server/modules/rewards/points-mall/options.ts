import type { Option } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Refused, refuseField } from '../../../kernel/result/answer.ts';

/** Coupons that a prize or a redemption can give. */
export async function couponOptions(db: Db): Promise<Option[]> {
  const rows = await db
    .selectFrom('coupons')
    .select(['id', 'name'])
    .where('withdrawn', '=', false)
    .orderBy('id')
    .execute();
  return rows.map(({ id, name }) => ({ value: String(id), label: name }));
}

/** What a reward gives; columns that prizes and points goods have in common. */
export interface Reward {
  goods_id: number | null;
  coupon_id: number | null;
  voucher_fen: number | null;
}

interface RewardInput {
  kind: string;
  code?: string | undefined;
  coupon_id?: number | undefined;
  /** Yuan. */
  voucher?: number | undefined;
}

/**
 * Reads a reward from a form: a good by its code, a coupon, or an amount. Fields that the kind does not need are
 * ignored.
 */
export async function readReward(
  db: Db,
  { kind, code, coupon_id, voucher }: RewardInput,
): Promise<Reward | Refused> {
  const none: Reward = { goods_id: null, coupon_id: null, voucher_fen: null };
  if (kind === 'coupon') {
    if (coupon_id === undefined) return refuseField('coupon_id', '请选择优惠券');
    const coupon = await db.selectFrom('coupons').select('id').where('id', '=', coupon_id).executeTakeFirst();
    return coupon ? { ...none, coupon_id } : refuseField('coupon_id', '没有这张优惠券');
  }
  if (kind === 'voucher') {
    return voucher === undefined
      ? refuseField('voucher', '请填写现金券金额')
      : { ...none, voucher_fen: Math.round(voucher * 100) };
  }
  if (kind !== 'goods' || !code) return none;
  const goods = await db
    .selectFrom('goods')
    .select('id')
    .where('code', '=', code.trim().toUpperCase())
    .executeTakeFirst();
  return goods ? { ...none, goods_id: goods.id } : refuseField('code', '没有这个货号的商品');
}
