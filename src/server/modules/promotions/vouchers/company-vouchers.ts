import type { Voucher as VoucherEntity } from '#generated/schemas.ts';
import { type Fen, toYuan } from '#shop/domain/money.ts';
import { type Voucher, voucherProblem, voucherRoom, voucherStatus } from '#shop/domain/promotions/voucher.ts';
import type { Value } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** A company's cash voucher with its name. */
export interface HeldVoucher extends Voucher {
  name: string;
}

/** Query of all vouchers of a company, those that end first at the top. */
export function companyVouchers(db: Db, companyId: Value<number>) {
  return db
    .selectFrom('vouchers')
    .where('company_id', '=', companyId)
    .orderBy('ends_at')
    .orderBy('id')
    .select(['id', 'name', 'amount_fen', 'starts_at', 'ends_at', 'purchase_id', 'is_void']);
}

type VoucherRow = Awaited<ReturnType<ReturnType<typeof companyVouchers>['execute']>>[number];

export const voucherOf = (row: VoucherRow): HeldVoucher => ({
  id: row.id,
  name: row.name,
  amount: row.amount_fen,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  used: row.purchase_id !== null,
  void: row.is_void,
});

/** Reads the vouchers of a query. */
export async function readVouchers(query: ReturnType<typeof companyVouchers>): Promise<HeldVoucher[]> {
  return (await query.execute()).map(voucherOf);
}

/** States of coupons and vouchers in words (domain §3). */
export const STATUS_TEXT: Record<ReturnType<typeof voucherStatus>, string> = {
  unused: '未使用',
  used: '已使用',
  expired: '已过期',
  void: '已作废',
};

/** The vouchers chosen in a checkout, and the most that vouchers may take off there in all (fen). */
interface VoucherChoice {
  chosen: readonly Voucher[];
  limit: Fen;
}

/** A voucher as the API answers it; within a checkout, with what it takes off in addition to the other chosen ones. */
export function voucherAnswer(
  voucher: HeldVoucher,
  now: number,
  choice: VoucherChoice | null,
): VoucherEntity {
  const remaining = choice ? voucherRoom(voucher, choice.chosen, choice.limit) : 0;
  const reason =
    choice && (voucherProblem(voucher, choice.limit, now) ?? (remaining > 0 ? null : '已抵到上限'));
  const usable = choice !== null && reason === null;
  return {
    id: voucher.id,
    name: voucher.name,
    amount: toYuan(voucher.amount),
    starts_at: voucher.startsAt,
    ends_at: voucher.endsAt,
    status: voucherStatus(voucher, now),
    status_text: STATUS_TEXT[voucherStatus(voucher, now)],
    reduce: usable ? toYuan(Math.min(voucher.amount, remaining)) : 0,
    usable,
    reason,
  };
}
