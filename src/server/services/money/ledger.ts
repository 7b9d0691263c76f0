import type { Db } from '../../db/schema.ts';
import type { AccountKind } from '../../db/tables/money.ts';

/** Why money moves (domain §5 `use_type`). */
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
} as const;

/** A company's balance, or one of the shop's own accounts. */
export type AccountRef = { wallet: number } | { shop: Exclude<AccountKind, 'wallet'> };

/** One movement of money, in fen; both sides are booked by it. */
export interface Transfer {
  from: AccountRef;
  to: AccountRef;
  amount: number;
  useType: (typeof USE_TYPE)[keyof typeof USE_TYPE];
  memo: string;
  at: number;
  orderId?: number;
  paymentId?: number;
}

/**
 * Books a transfer. A wallet's sum follows by trigger, and a CHECK keeps it from going below zero: look at
 * {@link lockWallet} first, so that the buyer is refused and not failed.
 */
export async function book(db: Db, transfer: Transfer): Promise<void> {
  await db
    .insertInto('ledger')
    .values({
      from_account: await accountId(db, transfer.from),
      to_account: await accountId(db, transfer.to),
      amount_fen: transfer.amount,
      use_type: transfer.useType,
      order_id: transfer.orderId ?? null,
      payment_id: transfer.paymentId ?? null,
      memo: transfer.memo,
      created_at: transfer.at,
    })
    .execute();
}

/** Locks a company's wallet until the transaction ends, and says what is in it. */
export async function lockWallet(db: Db, companyId: number): Promise<number> {
  const id = await accountId(db, { wallet: companyId });
  const { balance_fen } = await db
    .selectFrom('accounts')
    .where('id', '=', id)
    .select('balance_fen')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return balance_fen;
}

/** A company's balance in fen. */
export async function balanceOf(db: Db, companyId: number): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'wallet')
    .select('balance_fen')
    .executeTakeFirst();
  return row?.balance_fen ?? 0;
}

async function accountId(db: Db, ref: AccountRef): Promise<number> {
  if ('shop' in ref) {
    const shop = await db
      .selectFrom('accounts')
      .where('kind', '=', ref.shop)
      .select('id')
      .executeTakeFirstOrThrow();
    return shop.id;
  }
  const find = () =>
    db
      .selectFrom('accounts')
      .where('company_id', '=', ref.wallet)
      .where('kind', '=', 'wallet')
      .select('id')
      .executeTakeFirst();
  const wallet = await find();
  if (wallet) return wallet.id;
  await db
    .insertInto('accounts')
    .values({ kind: 'wallet', company_id: ref.wallet })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const opened = await find();
  if (!opened) throw new Error(`no wallet for company ${ref.wallet}`);
  return opened.id;
}
