import { formatDate, formatFen } from '../format.ts';
import type { Fen } from '../money.ts';

/** A cash voucher in a company's hands: no threshold, used whole, beside one coupon (domain §3 现金券). */
export interface Voucher {
  id: number;
  amount: Fen;
  startsAt: number;
  endsAt: number;
  used: boolean;
  void: boolean;
}

/** Unused, used, expired or void at `now` (domain §3). */
export function voucherStatus(voucher: Voucher, now: number): 'unused' | 'used' | 'expired' | 'void' {
  if (voucher.void) return 'void';
  if (voucher.used) return 'used';
  return now >= voucher.endsAt ? 'expired' : 'unused';
}

/**
 * What vouchers may take off at most: a share of what the goods come to, without ephedrine (domain §3). Floored.
 * @param share 0 to 1, `trade.voucherMaxShare`
 */
export function voucherLimit(goods: Fen, share: number): Fen {
  // In ten-thousandths: 0.3 as a binary fraction times an amount may fall just short of a whole fen.
  return Number((BigInt(goods) * BigInt(Math.round(share * 10_000))) / 10_000n);
}

/** Why the voucher cannot be used, in words; `null` when it can. */
export function voucherProblem(voucher: Voucher, limit: Fen, now: number): string | null {
  const status = voucherStatus(voucher, now);
  if (status === 'void') return '现金券已作废';
  if (status === 'used') return '现金券已使用';
  if (status === 'expired') return '现金券已过期';
  if (now < voucher.startsAt) return `${formatDate(voucher.startsAt)} 起可用`;
  return limit > 0 ? null : '没有适用的商品';
}

/** What chosen vouchers take off: no change is given beyond the limit (domain §3). */
export function voucherReduce(chosen: readonly Voucher[], limit: Fen): Fen {
  return Math.min(
    chosen.reduce((sum, { amount }) => sum + amount, 0),
    limit,
  );
}

/** What a voucher can still take off beside the others that are chosen. */
export function voucherRoom(voucher: Voucher, chosen: readonly Voucher[], limit: Fen): Fen {
  return (
    limit -
    voucherReduce(
      chosen.filter(({ id }) => id !== voucher.id),
      limit,
    )
  );
}

/** The chosen vouchers that are needed to reach what all of them would: the largest that add nothing are kept back. */
export function neededVouchers<One extends Voucher>(chosen: readonly One[], limit: Fen): One[] {
  const byAmount = chosen.toSorted((a, b) => b.amount - a.amount || b.endsAt - a.endsAt || b.id - a.id);
  const needed = byAmount.reduce(
    (kept, voucher) =>
      voucherRoom(voucher, kept, limit) > 0 ? kept : kept.filter(({ id }) => id !== voucher.id),
    byAmount,
  );
  return chosen.filter((voucher) => needed.includes(voucher));
}

/**
 * The vouchers to propose: those that end first, as long as they fit whole, so that nothing of them is lost. Of equal
 * ends the larger first.
 */
export function proposeVouchers(vouchers: readonly Voucher[], limit: Fen, now: number): Voucher[] {
  const chosen: Voucher[] = [];
  let left = limit;
  const usable = vouchers.filter((voucher) => voucherProblem(voucher, limit, now) === null);
  for (const voucher of usable.toSorted(
    (a, b) => a.endsAt - b.endsAt || b.amount - a.amount || a.id - b.id,
  )) {
    if (voucher.amount > left) continue;
    chosen.push(voucher);
    left -= voucher.amount;
  }
  return chosen;
}

/** `最多抵 ¥12.00（商品金额的 30%）` */
export function limitWords(limit: Fen, share: number): string {
  return `最多抵 ${formatFen(limit)}（商品金额的 ${Math.round(share * 100)}%）`;
}
