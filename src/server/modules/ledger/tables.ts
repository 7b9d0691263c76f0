import type { Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends LedgerTables {}
}

interface LedgerTables {
  accounts: AccountsTable;
  ledger: LedgerTable;
  entries: EntriesView;
  credit_lines: CreditLinesTable;
  credit_bills: CreditBillsTable;
  book_checks: BookChecksTable;
}

/** What a company holds: balance, debt on credit (never above zero), points, cash vouchers not yet used. */
export type CompanyAccount = 'wallet' | 'credit' | 'points' | 'vouchers';

/** The shop's own sides. `refunding`: money on its way back; `bank`: transfers; `…_fund`: where rights come from. */
export type ShopAccount =
  | 'sales'
  | 'grants'
  | 'refunding'
  | 'bank'
  | 'alipay'
  | 'wechat'
  | 'unionpay'
  | 'points_fund'
  | 'voucher_fund';

interface AccountsTable {
  id: Generated<number>;
  kind: CompanyAccount | ShopAccount;
  /** `fen`, or `point`: a transfer stays within a unit. */
  unit: 'fen' | 'point';
  /** The owner; null for the shop's accounts. */
  company_id: number | null;
  /** The sum of a company's entries, kept by a trigger; 0 for the shop's accounts. */
  balance: Generated<number>;
}

/** A transfer between two accounts: both sides in one row. Append-only. */
interface LedgerTable {
  id: Generated<number>;
  from_account: number;
  to_account: number;
  amount: number;
  /** A `USE_TYPE`. */
  use_type: number;
  order_id: number | null;
  payment_id: number | null;
  bill_id: number | null;
  voucher_id: number | null;
  /** What may be booked only once has its key here. */
  once: string | null;
  memo: string;
  created_at: number;
}

/** The ledger as each account sees it: `change` is negative where it paid. */
interface EntriesView {
  account_id: number;
  other_id: number;
  change: number;
  ledger_id: number;
  use_type: number;
  order_id: number | null;
  payment_id: number | null;
  bill_id: number | null;
  voucher_id: number | null;
  memo: string;
  created_at: number;
}

/** 账期 of a company. A temporary limit counts on top until its moment. */
interface CreditLinesTable {
  company_id: number;
  limit_fen: number;
  temporary_fen: Generated<number>;
  temporary_until: Generated<number | null>;
  term_days: number;
  enabled: Generated<boolean>;
}

/** What an order owes on credit: `amount - repaid - reduced` (reduced by refunds). */
interface CreditBillsTable {
  id: Generated<number>;
  no: string;
  company_id: number;
  order_id: number;
  amount_fen: number;
  repaid_fen: Generated<number>;
  reduced_fen: Generated<number>;
  created_at: number;
  due_at: number;
  /** When the company was told that it falls due, and that it is overdue. */
  reminded_at: Generated<number | null>;
  overdue_told_at: Generated<number | null>;
}

/** One look at the books a day. */
interface BookChecksTable {
  day: string;
  started_at: number;
  ended_at: Generated<number | null>;
  breaches: Generated<string[]>;
}
