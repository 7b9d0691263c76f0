import { sql } from 'kysely';
import { type Places, prepareQuery, type Value } from '../../kernel/db/prepared-query.ts';
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
  if (await insertTransfer(db, transfer)) return true;
  // Booked before, or one of the accounts is not there yet.
  await accountId(db, transfer.from);
  await accountId(db, transfer.to);
  return insertTransfer(db, transfer);
}

/** @returns false when an account is missing, or `once` was booked before */
async function insertTransfer(db: Db, transfer: Transfer): Promise<boolean> {
  const {
    from,
    to,
    orderId = null,
    paymentId = null,
    billId = null,
    voucherId = null,
    once = null,
  } = transfer;
  const { amount, useType, memo, at } = transfer;
  const giver = accountKey(from);
  const taker = accountKey(to);
  const inserted = await insertRow(db, {
    giver: giver.kind,
    taker: taker.kind,
    amount,
    useType,
    memo,
    at,
    orderId,
    paymentId,
    billId,
    voucherId,
    once,
    ...(giver.companyId !== null && { giverCompany: giver.companyId }),
    ...(taker.companyId !== null && { takerCompany: taker.companyId }),
  });
  return inserted.length > 0;
}

type Row = Record<'giver' | 'taker', AccountKind> &
  Partial<Record<'giverCompany' | 'takerCompany', number>> &
  Record<'orderId' | 'paymentId' | 'billId' | 'voucherId', number | null> &
  Required<Pick<Transfer, 'amount' | 'useType' | 'memo' | 'at'>> & { once: string | null };

const insertRow = prepareQuery<Row>()((db, { value, has }) => {
  const giver = accountsOf(db, value('giver'), has('giverCompany') ? value('giverCompany') : null);
  const taker = accountsOf(db, value('taker'), has('takerCompany') ? value('takerCompany') : null);
  return db
    .insertInto('ledger')
    .columns([
      ...(['from_account', 'to_account', 'amount', 'use_type', 'order_id', 'payment_id', 'bill_id'] as const),
      ...(['voucher_id', 'once', 'memo', 'created_at'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom([giver.as('giver'), taker.as('taker')])
        .select([
          'giver.id as from_account',
          'taker.id as to_account',
          sql<number>`${value('amount')}::bigint`.as('amount'),
          sql<UseType>`${value('useType')}::integer`.as('use_type'),
          sql<number | null>`${value('orderId')}::integer`.as('order_id'),
          sql<number | null>`${value('paymentId')}::integer`.as('payment_id'),
          sql<number | null>`${value('billId')}::integer`.as('bill_id'),
          sql<number | null>`${value('voucherId')}::integer`.as('voucher_id'),
          sql<string | null>`${value('once')}::text`.as('once'),
          sql<string>`${value('memo')}::text`.as('memo'),
          sql<number>`${value('at')}::bigint`.as('created_at'),
        ]),
    )
    .onConflict((conflict) => conflict.column('once').doNothing())
    .returning('id');
});

/** Locks a company's account until the transaction ends, and returns its balance. Lock wallet before credit. */
export async function lockAccount(db: Db, ref: AccountRef): Promise<number> {
  const [locked] = await findLocked(db, keyValues(ref));
  if (locked) return locked.balance;
  await accountId(db, ref);
  return lockAccount(db, ref);
}

/** Balance of a company's account, in fen or points; a debt on credit is negative. */
export async function balanceOf(db: Db, ref: Exclude<AccountRef, { shop: ShopAccount }>): Promise<number> {
  const [row] = await findAccount(db, keyValues(ref));
  return row?.balance ?? 0;
}

/** The account's id; creates the account when the company has none yet. */
export async function accountId(db: Db, ref: AccountRef): Promise<number> {
  const { kind, companyId } = accountKey(ref);
  const find = () => findAccount(db, keyValues(ref));
  const [known] = await find();
  if (known) return known.id;
  await db
    .insertInto('accounts')
    .values({ kind, unit: kind === 'points' ? 'point' : 'fen', company_id: companyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const [opened] = await find();
  if (!opened) throw new Error(`no account ${kind} for company ${companyId}`);
  return opened.id;
}

/** Query of the one account, if there is one. @param companyId null: the shop's own */
function accountsOf(db: Db, kind: Value<AccountKind>, companyId: Value<number> | null) {
  return db
    .selectFrom('accounts')
    .where('kind', '=', kind)
    .where('company_id', companyId === null ? 'is' : '=', companyId)
    .select('id');
}

const accountAt = (db: Db, { value, has }: Places<KeyValues>) =>
  accountsOf(db, value('kind'), has('companyId') ? value('companyId') : null).select('balance');

const findAccount = prepareQuery<KeyValues>()(accountAt);

const findLocked = prepareQuery<KeyValues>()((db, places) => accountAt(db, places).forUpdate());

type AccountKind = CompanyAccount | ShopAccount;

/** An account's key as the values of a query; the shop's own have no company. */
interface KeyValues {
  kind: AccountKind;
  companyId?: number;
}

function keyValues(ref: AccountRef): KeyValues {
  const { kind, companyId } = accountKey(ref);
  return companyId === null ? { kind } : { kind, companyId };
}

function accountKey(ref: AccountRef): { kind: AccountKind; companyId: number | null } {
  if ('shop' in ref) return { kind: ref.shop, companyId: null };
  if ('wallet' in ref) return { kind: 'wallet', companyId: ref.wallet };
  if ('credit' in ref) return { kind: 'credit', companyId: ref.credit };
  if ('points' in ref) return { kind: 'points', companyId: ref.points };
  return { kind: 'vouchers', companyId: ref.vouchers };
}
