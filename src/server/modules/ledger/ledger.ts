import type { Db } from '../../kernel/db/schema.ts';
import type { CompanyAccount, ShopAccount } from './tables.ts';

/** Why an account changes: 1 to 10 are those of the balance log (domain §5), from 11 on points and vouchers. */
export const USE_TYPE = {
  topUp: 1,
  orderPayment: 2,
  orderRefund: 3,
  returnRefund: 4,
  shortageRefund: 5,
  cashback: 6,
  creditRepayment: 7,
  withdrawal: 8,
  adjustment: 9,
  gift: 10,
  pointsEarned: 11,
  pointsRedeemed: 12,
  expired: 13,
  takenBack: 14,
  voucherUsed: 15,
  voucherReturned: 16,
} as const;

export type UseType = (typeof USE_TYPE)[keyof typeof USE_TYPE];

/** One of a company's accounts (`{ wallet: companyId }`), or one of the shop's own. */
export type AccountRef =
  | { wallet: number }
  | { credit: number }
  | { points: number }
  | { vouchers: number }
  | { shop: ShopAccount };

/**
 * A transfer between two accounts: one row books both sides. `amount` is positive, in the accounts' unit (fen, or
 * points).
 */
export interface Transfer {
  from: AccountRef;
  to: AccountRef;
  amount: number;
  useType: UseType;
  memo: string;
  at: number;
  orderId?: number;
  paymentId?: number;
  billId?: number;
  voucherId?: number;
  /** Booked at most once under this key, such as `points:order:42`. */
  once?: string;
}

/**
 * Books a transfer. Sums follow by trigger, and CHECKs keep a company's wallet, points and vouchers from going below
 * zero and its credit beyond its limit: {@link lockAccount} first, so that the buyer gets a refusal instead of an
 * error.
 * @returns false when `once` was booked before
 */
export async function book(db: Db, transfer: Transfer): Promise<boolean> {
  const written = await db
    .insertInto('ledger')
    .values({
      from_account: await accountId(db, transfer.from),
      to_account: await accountId(db, transfer.to),
      amount: transfer.amount,
      use_type: transfer.useType,
      order_id: transfer.orderId ?? null,
      payment_id: transfer.paymentId ?? null,
      bill_id: transfer.billId ?? null,
      voucher_id: transfer.voucherId ?? null,
      once: transfer.once ?? null,
      memo: transfer.memo,
      created_at: transfer.at,
    })
    .onConflict((conflict) => conflict.column('once').doNothing())
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Locks a company's account until the transaction ends, and returns its balance. Lock wallet before credit. */
export async function lockAccount(db: Db, ref: AccountRef): Promise<number> {
  const { balance } = await db
    .selectFrom('accounts')
    .where('id', '=', await accountId(db, ref))
    .select('balance')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return balance;
}

/** Balance of a company's account, in fen or points; a debt on credit is negative. */
export async function balanceOf(db: Db, ref: Exclude<AccountRef, { shop: ShopAccount }>): Promise<number> {
  const { kind, companyId } = accountKey(ref);
  const row = await db
    .selectFrom('accounts')
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .select('balance')
    .executeTakeFirst();
  return row?.balance ?? 0;
}

/** The account's id; creates the account when the company has none yet. */
export async function accountId(db: Db, ref: AccountRef): Promise<number> {
  const { kind, companyId } = accountKey(ref);
  const find = () =>
    db
      .selectFrom('accounts')
      .where('kind', '=', kind)
      .where('company_id', companyId === null ? 'is' : '=', companyId)
      .select('id')
      .executeTakeFirst();
  const known = await find();
  if (known) return known.id;
  await db
    .insertInto('accounts')
    .values({ kind, unit: kind === 'points' ? 'point' : 'fen', company_id: companyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const opened = await find();
  if (!opened) throw new Error(`no account ${kind} for company ${companyId}`);
  return opened.id;
}

function accountKey(ref: AccountRef): { kind: CompanyAccount | ShopAccount; companyId: number | null } {
  if ('shop' in ref) return { kind: ref.shop, companyId: null };
  if ('wallet' in ref) return { kind: 'wallet', companyId: ref.wallet };
  if ('credit' in ref) return { kind: 'credit', companyId: ref.credit };
  if ('points' in ref) return { kind: 'points', companyId: ref.points };
  return { kind: 'vouchers', companyId: ref.vouchers };
}
