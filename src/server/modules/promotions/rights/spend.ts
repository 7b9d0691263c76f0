import { LIVE_STATES } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Refused, refuseField } from '../../../kernel/result/answer.ts';
import { book, USE_TYPE } from '../../ledger/index.ts';

/** A purchase that uses a coupon, or vouchers. */
interface Purchase {
  id: number;
  companyId: number;
  now: number;
}

/** Uses a coupon for a purchase, once; refuses when another purchase was faster. */
export async function spendCoupon(
  db: Db,
  { id: purchaseId, companyId }: Purchase,
  couponId: number,
): Promise<Refused | null> {
  const used = await db
    .updateTable('company_coupons')
    .set({ purchase_id: purchaseId })
    .where('id', '=', couponId)
    .where('company_id', '=', companyId)
    .where('purchase_id', 'is', null)
    .where('is_void', '=', false)
    .returning('id')
    .executeTakeFirst();
  return used ? null : refuseField('coupon_id', '优惠券已使用');
}

/** Uses vouchers for a purchase, each whole and once (domain §3: no change is given). */
export async function spendVouchers(
  db: Db,
  { id: purchaseId, companyId, now }: Purchase,
  ids: readonly number[],
): Promise<Refused | null> {
  for (const id of ids.toSorted((a, b) => a - b)) {
    const used = await db
      .updateTable('vouchers')
      .set({ purchase_id: purchaseId })
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .where('purchase_id', 'is', null)
      .where('is_void', '=', false)
      .where('is_expired', '=', false)
      .returning(['name', 'amount_fen'])
      .executeTakeFirst();
    if (!used) return refuseField('voucher_ids', '现金券已使用');
    await book(db, {
      from: { vouchers: companyId },
      to: { shop: 'voucher_fund' },
      amount: used.amount_fen,
      useType: USE_TYPE.voucherUsed,
      memo: used.name,
      at: now,
      voucherId: id,
    });
  }
  return null;
}

/** Returns coupon and vouchers when the last order of the purchase has ended: they apply to the whole purchase. */
export async function returnRights(db: Db, purchaseId: number, now: number): Promise<void> {
  const coupons = await db
    .selectFrom('company_coupons')
    .where('purchase_id', '=', purchaseId)
    .select('id')
    .forUpdate()
    .execute();
  const vouchers = await db
    .selectFrom('vouchers')
    .where('purchase_id', '=', purchaseId)
    .orderBy('id')
    .select(['id', 'company_id', 'name', 'amount_fen'])
    .forUpdate()
    .execute();
  if (coupons.length + vouchers.length === 0) return;
  // Queried after the lock: of two orders that end at once, the later one sees that the other has ended.
  const alive = await db
    .selectFrom('orders')
    .where('purchase_id', '=', purchaseId)
    .where('status', 'in', LIVE_STATES)
    .select('id')
    .executeTakeFirst();
  if (alive) return;
  await db
    .updateTable('company_coupons')
    .set({ purchase_id: null })
    .where('purchase_id', '=', purchaseId)
    .execute();
  await db.updateTable('vouchers').set({ purchase_id: null }).where('purchase_id', '=', purchaseId).execute();
  for (const voucher of vouchers) {
    await book(db, {
      from: { shop: 'voucher_fund' },
      to: { vouchers: voucher.company_id },
      amount: voucher.amount_fen,
      useType: USE_TYPE.voucherReturned,
      memo: voucher.name,
      at: now,
      voucherId: voucher.id,
    });
  }
}
