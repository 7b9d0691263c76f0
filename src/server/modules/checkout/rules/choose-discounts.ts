import { type PricedLine, priceCart } from '#shop/domain/cart.ts';
import { discountsForgone } from '#shop/domain/cart-coupon.ts';
import type { CartEntry, CartTerms } from '#shop/domain/cart-entry.ts';
import { cartTotals } from '#shop/domain/cart-totals.ts';
import { type CheckoutPlan, couponLines, type PlanTerms, planOrders } from '#shop/domain/checkout.ts';
import { type CheckoutGoods, piecesOf } from '#shop/domain/checkout-pieces.ts';
import { formatFen } from '#shop/domain/format.ts';
import type { Fen } from '#shop/domain/money.ts';
import { type CouponLine, couponEffect } from '#shop/domain/promotions/coupon.ts';
import { neededVouchers, proposeVouchers, voucherProblem } from '#shop/domain/promotions/voucher.ts';
import { shippingNotes } from '#shop/domain/shipping.ts';
import type { HeldCoupon, HeldVoucher } from '../../promotions/index.ts';

/** The coupons and vouchers of the company, and those that the buyer chose; absent choices mean the best. */
export interface HeldRights {
  coupons: readonly HeldCoupon[];
  vouchers: readonly HeldVoucher[];
  /** 0: none. */
  requestedCouponId: number | undefined;
  requestedVoucherIds: readonly number[] | undefined;
}

/** The planned orders, the coupon and vouchers that are used, and their effects. */
export interface CheckoutResult {
  plan: CheckoutPlan;
  coupon: HeldCoupon | null;
  vouchers: HeldVoucher[];
  /** The lines that coupons are checked against, priced as in a purchase with a coupon. */
  couponLines: CouponLine[];
  /** Amount that counts towards the threshold of a shopwide coupon: the cart's `coupon_total` (spec §9). */
  couponTotal: Fen;
  /** The coupon with the least payable amount; null when none is better than no coupon. */
  bestId: number | null;
  /** Coupon id -> how much less is payable with it than without a coupon; negative when it is more. */
  gains: ReadonlyMap<number, Fen>;
  notes: string[];
}

/**
 * Chooses coupon and vouchers. Prices that give way to a coupon (94 折) do so for the whole purchase as soon as one is
 * used (domain §3), so each coupon is compared with no coupon by the final payable amount.
 */
export function chooseDiscounts(
  entries: readonly CartEntry[],
  terms: CartTerms,
  goodsOf: (id: number) => CheckoutGoods,
  rights: HeldRights,
  share: number,
): CheckoutResult {
  const planTerms: PlanTerms = { shipping: terms.shipping, voucherShare: share, now: terms.now };
  const price = (couponed: boolean): PricedLine[] => priceCart(entries, { ...terms, couponed }).lines;
  const shown = price(false);
  const priced = rights.coupons.length > 0 ? price(true) : shown;
  const plainPieces = piecesOf(shown, goodsOf);
  const couponed = piecesOf(priced, goodsOf, shown);
  const seen = couponLines(couponed);
  const plan = (coupon: HeldCoupon | null, vouchers: readonly HeldVoucher[]) =>
    planOrders(coupon ? couponed : plainPieces, { coupon, vouchers }, planTerms);
  const without = plan(null, []).payable;
  const ranked = rights.coupons
    .filter((coupon) => couponEffect(coupon, seen, terms.now).usable)
    .map((coupon) => ({ coupon, payable: plan(coupon, []).payable }))
    .toSorted(
      (a, b) => a.payable - b.payable || a.coupon.endsAt - b.coupon.endsAt || a.coupon.id - b.coupon.id,
    );
  const best = ranked[0] && ranked[0].payable < without ? ranked[0].coupon : null;
  const requested = ranked.find(({ coupon }) => coupon.id === rights.requestedCouponId)?.coupon ?? null;
  const coupon = rights.requestedCouponId === undefined ? best : requested;
  const { voucherLimit } = plan(coupon, []);
  const vouchers = chooseVouchers(rights, voucherLimit, terms.now);
  const result = plan(coupon, vouchers);
  return {
    plan: result,
    coupon,
    vouchers,
    couponLines: seen,
    couponTotal: cartTotals(shown).couponTotal,
    bestId: best?.id ?? null,
    gains: new Map(ranked.map(({ coupon: { id }, payable }) => [id, without - payable])),
    notes: [
      ...notesOf(discountsForgone(shown, priced), coupon !== null, ranked.length > 0),
      ...shippingNotes(terms.shipping, result.fees),
    ],
  };
}

function chooseVouchers(
  { vouchers, requestedVoucherIds }: HeldRights,
  limit: number,
  now: number,
): HeldVoucher[] {
  const chosen = requestedVoucherIds ?? proposeVouchers(vouchers, limit, now).map(({ id }) => id);
  const usable = vouchers.filter(
    (voucher) => chosen.includes(voucher.id) && voucherProblem(voucher, limit, now) === null,
  );
  return neededVouchers(usable, limit);
}

/** What the buyer should know about prices that a coupon excludes. */
function notesOf(forgone: Fen, used: boolean, usable: boolean): string[] {
  if (forgone === 0) return [];
  if (used) return [`已使用优惠券，不再享受福利折扣：商品合计多 ${formatFen(forgone)}`];
  return usable ? [`福利折扣与优惠券不同享：不用券时商品合计少 ${formatFen(forgone)}`] : [];
}
