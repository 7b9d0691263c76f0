import { formatDate, formatFen } from '../format.ts';
import { type Fen, toFen } from '../money.ts';
import { RuleProblem } from './read-rule.ts';

export type CouponScope = 'all' | 'category' | 'brand' | 'goods';

/** A coupon in a member's hands. `value`: fen off, or the factor to pay in 1/10000 (9500 = 95 折). */
export interface Coupon {
  id: number;
  kind: 'amount' | 'percent';
  value: number;
  threshold: Fen;
  scope: CouponScope;
  /** Ids of the categories, brands or goods; empty for scope all. */
  scopeIds: readonly number[];
  startsAt: number;
  endsAt: number;
  used: boolean;
  void: boolean;
}

/**
 * A line to be bought as coupons see it, in fen. `total`: what it counts towards the threshold, which is what the cart
 * shows for it, gifts included (spec §9); `own`: what something can be taken off, without gifts, and without the
 * discounts that give way to a coupon.
 */
export interface CouponLine {
  id: number;
  total: Fen;
  own: Fen;
  withCoupon: boolean;
  goodsId: number;
  categoryIds: readonly number[];
  brandId: number | null;
}

/** What a coupon does for an order: `reduce` in fen over `lines`, or the reason why it cannot be used. */
export interface CouponEffect {
  usable: boolean;
  reduce: Fen;
  reason: string | null;
  lines: readonly CouponLine[];
}

/** Why no coupon takes anything off some goods, whatever its scope (domain §3). */
export const COUPON_BARRED = '特价、组合、换购与含麻商品不能用券';

/** What a coupon is worth, in words: `¥10`, `9.7 折`. */
export function couponWorth({ kind, value }: Pick<Coupon, 'kind' | 'value'>): string {
  return kind === 'amount' ? `¥${value / 100}` : `${value / 1000} 折`;
}

/** A coupon as staff write it: yuan off, or folds to pay (9.2 折), from a threshold in yuan. */
export interface CouponTerms {
  kind: Coupon['kind'];
  value: number;
  threshold: number;
}

/** What these terms come to; @throws RuleProblem when they make no sense. */
export function readTerms({
  kind,
  value,
  threshold,
}: CouponTerms): Pick<Coupon, 'kind' | 'value' | 'threshold'> {
  const least = toFen(threshold);
  if (kind === 'percent') {
    const factor = Math.round(value * 1000);
    if (factor < 1000 || factor >= 10_000) throw new RuleProblem('value', '满折请填 1 到 9.9 折，如 9.2');
    return { kind, value: factor, threshold: least };
  }
  const off = toFen(value);
  if (off <= 0) throw new RuleProblem('value', '金额须大于 0');
  // Without a threshold it is for any order, and never takes off more than there is.
  if (least > 0 && off > least) throw new RuleProblem('value', '减的金额不能超过门槛');
  return { kind, value: off, threshold: least };
}

/** Unused, used, expired or void at `now` (domain §3). */
export function couponStatus(coupon: Coupon, now: number): 'unused' | 'used' | 'expired' | 'void' {
  if (coupon.void) return 'void';
  if (coupon.used) return 'used';
  return now >= coupon.endsAt ? 'expired' : 'unused';
}

/** The coupon's effect on these lines at `now` (seconds). Only lines with `with_coupon` count (spec §9). */
export function couponEffect(coupon: Coupon, lines: readonly CouponLine[], now: number): CouponEffect {
  const its = lines.filter((line) => covers(coupon, line));
  const covered = its.filter(({ withCoupon }) => withCoupon);
  const eligible = covered.reduce((sum, line) => sum + line.total, 0);
  const none = covered.length > 0 ? null : its.length > 0 ? COUPON_BARRED : '没有适用的商品';
  const reason = couponProblem(coupon, eligible, none, now);
  if (reason !== null) return { usable: false, reduce: 0, reason, lines: covered };
  const own = covered.reduce((sum, line) => sum + line.own, 0);
  return { usable: true, reduce: reduction(coupon, own), reason: null, lines: covered };
}

function couponProblem(coupon: Coupon, eligible: Fen, none: string | null, now: number): string | null {
  const status = couponStatus(coupon, now);
  if (status === 'void') return '优惠券已作废';
  if (status === 'used') return '优惠券已使用';
  if (status === 'expired') return '优惠券已过期';
  if (now < coupon.startsAt) return `${formatDate(coupon.startsAt)} 起可用`;
  if (none !== null) return none;
  if (eligible < coupon.threshold) return `还差 ${formatFen(coupon.threshold - eligible)} 可用`;
  return null;
}

function reduction(coupon: Coupon, eligible: Fen): Fen {
  if (coupon.kind === 'amount') return Math.min(coupon.value, eligible);
  // The price to pay is what is floored (spec §9), so the remainder goes to the buyer.
  return eligible - Number((BigInt(eligible) * BigInt(coupon.value)) / 10_000n);
}

function covers({ scope, scopeIds }: Coupon, line: CouponLine): boolean {
  const ids = { all: [], goods: [line.goodsId], brand: [line.brandId], category: line.categoryIds }[scope];
  return scope === 'all' || ids.some((id) => id !== null && scopeIds.includes(id));
}
