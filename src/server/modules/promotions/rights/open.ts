import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { couponOf, couponRows, type HeldCoupon, stillOpen } from '../coupons/company-coupons.ts';
import { companyVouchers, type HeldVoucher, voucherOf } from '../vouchers/company-vouchers.ts';

/** The company's coupons and vouchers that are neither used nor void nor over at `now`, those that end first at the top. */
export async function openRights(
  db: Db,
  companyId: number,
  now: number,
): Promise<{ coupons: HeldCoupon[]; vouchers: HeldVoucher[] }> {
  const [found] = await loadRights(db, { companyId, now });
  return {
    coupons: found?.coupons.map(couponOf) ?? [],
    vouchers: found?.vouchers.map(voucherOf) ?? [],
  };
}

const loadRights = prepareQuery<{ companyId: number; now: number }>()((db, { value }) => {
  const open = stillOpen(db, value('companyId'), value('now'));
  const coupons = couponRows(open.orderBy('held.ends_at').orderBy('held.id'));
  const vouchers = companyVouchers(db, value('companyId'))
    .where('purchase_id', 'is', null)
    .where('is_void', '=', false)
    .where('ends_at', '>', value('now'));
  return db.selectNoFrom([jsonArrayFrom(coupons).as('coupons'), jsonArrayFrom(vouchers).as('vouchers')]);
});
