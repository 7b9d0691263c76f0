import type { Calls } from '#generated/calls.ts';
import { toYuan } from '#shop/domain/money.ts';
import { type Coupon, couponStatus } from '#shop/domain/promotions/coupon.ts';
import { voucherStatus } from '#shop/domain/promotions/voucher.ts';
import { type Paging, pageOf } from '../../../kernel/db/paging.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { companyCoupons, couponAnswer, readCoupons } from '../coupons/company-coupons.ts';
import { companyVouchers, readVouchers, STATUS_TEXT, voucherAnswer } from '../vouchers/company-vouchers.ts';

type Status = ReturnType<typeof couponStatus>;

const STATUSES: readonly Status[] = ['unused', 'used', 'expired', 'void'];

/** Filter of a list of coupons or vouchers. */
export interface RightsFilter extends Paging {
  type?: Coupon['kind'] | undefined;
  status?: Status | undefined;
}

function countsOf<Row>(rows: readonly Row[], statusOf: (row: Row) => Status) {
  const each = STATUSES.map((value) => ({
    value,
    label: STATUS_TEXT[value],
    count: rows.filter((row) => statusOf(row) === value).length,
  }));
  return [{ value: '', label: '全部', count: rows.length }, ...each];
}

async function couponsOf(db: Db, companyId: number) {
  return readCoupons(companyCoupons(db, companyId).orderBy('held.ends_at').orderBy('held.id'));
}

/** A company's coupons (domain §3: 未使用, 已使用, 已过期, 已作废), those that end first at the top. */
export async function couponsAnswer(
  db: Db,
  companyId: number,
  filter: RightsFilter,
  now: number,
): Promise<Calls['user.coupon']['data']> {
  const rows = (await couponsOf(db, companyId)).filter(
    (coupon) =>
      (filter.type === undefined || coupon.kind === filter.type) &&
      (filter.status === undefined || couponStatus(coupon, now) === filter.status),
  );
  const { list, ...page } = pageOf(rows, filter);
  return { list: list.map((coupon) => couponAnswer(coupon, now)), ...page };
}

/** How many coupons a company has in each state, and how many of them and of vouchers can be used now. */
export async function rightsCounts(
  db: Db,
  companyId: number,
  now: number,
): Promise<Calls['user.couponNum']['data']> {
  const coupons = await couponsOf(db, companyId);
  const vouchers = await readVouchers(companyVouchers(db, companyId));
  const counts = countsOf(coupons, (coupon) => couponStatus(coupon, now));
  const usable = counts.find(({ value }) => value === 'unused')?.count ?? 0;
  return {
    counts,
    usable,
    vouchers: vouchers.filter((voucher) => voucherStatus(voucher, now) === 'unused').length,
  };
}

/** A company's cash vouchers, with the sum of the usable ones. */
export async function vouchersAnswer(
  db: Db,
  companyId: number,
  filter: RightsFilter,
  now: number,
): Promise<Calls['user.voucher']['data']> {
  const all = await readVouchers(companyVouchers(db, companyId));
  const statusOf = (voucher: (typeof all)[number]) => voucherStatus(voucher, now);
  const rows = all.filter((voucher) => filter.status === undefined || statusOf(voucher) === filter.status);
  const { list, ...page } = pageOf(rows, filter);
  const unused = all.filter((voucher) => statusOf(voucher) === 'unused');
  return {
    list: list.map((voucher) => voucherAnswer(voucher, now, null)),
    ...page,
    sum: toYuan(unused.reduce((sum, { amount }) => sum + amount, 0)),
    counts: countsOf(all, statusOf),
  };
}
