import type { Coupon as CouponEntity } from '#generated/schemas.ts';
import { type Fen, toYuan } from '#shop/domain/money.ts';
import { type Coupon, type CouponLine, couponEffect, couponStatus } from '#shop/domain/promotions/coupon.ts';
import type { Value } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** A company's coupon, with its name and the text of its scope. */
export interface HeldCoupon extends Coupon {
  name: string;
  scopeText: string;
}

/** Query of all coupons of a company. */
export function companyCoupons(db: Db, companyId: Value<number>) {
  return db
    .selectFrom('company_coupons as held')
    .innerJoin('coupons', 'coupons.id', 'held.coupon_id')
    .where('held.company_id', '=', companyId);
}

/** Has the company a coupon that may be used at `now`? */
export async function holdsCoupon(db: Db, companyId: number, now: number): Promise<boolean> {
  const held = stillOpen(db, companyId, now).where('held.starts_at', '<=', now);
  return (await held.select('held.id').limit(1).executeTakeFirst()) !== undefined;
}

/** Query of the company's coupons that are neither used nor void nor over at `now`. */
export function stillOpen(db: Db, companyId: Value<number>, now: Value<number>) {
  return companyCoupons(db, companyId)
    .where('held.purchase_id', 'is', null)
    .where('held.is_void', '=', false)
    .where('held.ends_at', '>', now);
}

/** The columns that a coupon is read from. */
export function couponRows(query: ReturnType<typeof companyCoupons>) {
  return query.select([
    'held.id',
    'held.starts_at',
    'held.ends_at',
    'held.purchase_id',
    'held.is_void',
    'coupons.name',
    'coupons.kind',
    'coupons.value',
    'coupons.threshold_fen',
    'coupons.scope',
    'coupons.scope_ids',
    'coupons.scope_text',
  ]);
}

type CouponRow = Awaited<ReturnType<ReturnType<typeof couponRows>['execute']>>[number];

export const couponOf = (row: CouponRow): HeldCoupon => ({
  id: row.id,
  kind: row.kind,
  value: row.value,
  threshold: row.threshold_fen,
  scope: row.scope,
  scopeIds: row.scope_ids,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  used: row.purchase_id !== null,
  void: row.is_void,
  name: row.name,
  scopeText: row.scope_text,
});

/** Reads the coupons of a query. */
export async function readCoupons(query: ReturnType<typeof companyCoupons>): Promise<HeldCoupon[]> {
  return (await couponRows(query).execute()).map(couponOf);
}

/** A coupon as the API answers it. */
export function couponAnswer(coupon: HeldCoupon, now: number): CouponEntity {
  return {
    id: coupon.id,
    name: coupon.name,
    kind: coupon.kind,
    value: coupon.kind === 'amount' ? toYuan(coupon.value) : coupon.value / 10_000,
    threshold: toYuan(coupon.threshold),
    scope_text: coupon.scopeText,
    starts_at: coupon.startsAt,
    ends_at: coupon.endsAt,
    status: couponStatus(coupon, now),
  };
}

/** A coupon as the API answers it, with its effect on these lines and on the payable amount. */
export function couponChoice(
  coupon: HeldCoupon,
  lines: readonly CouponLine[],
  { now, bestId, gains }: { now: number; bestId: number | null; gains: ReadonlyMap<number, Fen> },
): CouponEntity {
  const effect = couponEffect(coupon, lines, now);
  const gain = gains.get(coupon.id);
  return {
    ...couponAnswer(coupon, now),
    reduce: toYuan(effect.reduce),
    usable: effect.usable,
    reason: effect.reason,
    best: coupon.id === bestId ? 1 : 0,
    ...(gain !== undefined && { gain: toYuan(gain) }),
  };
}

/**
 * Returns a function: category id -> the category and its ancestors, so that a coupon for a category covers its
 * descendants.
 */
export async function categoryPaths(db: Db): Promise<(id: number) => number[]> {
  const rows = await db.selectFrom('categories').select(['id', 'parent_id']).execute();
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]));
  return (id) => {
    const path: number[] = [];
    for (let at: number | null = id; at !== null && !path.includes(at); at = parents.get(at) ?? null)
      path.push(at);
    return path;
  };
}
