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
  points_expiries: PointsExpiriesTable;
}

/** Accounts of a company: balance, debt on credit (never above zero), points, unused cash vouchers. */
export type CompanyAccount = 'wallet' | 'credit' | 'points' | 'vouchers';

/**
 * The shop's own accounts. `refunding`: refunds that are not sent yet; `bank`: transfers; `…_fund`: source of points
 * and vouchers.
 */
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
  /** The sum of a company's entries, updated by a trigger; 0 for the shop's accounts. */
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
  /** Idempotency key of what may be booked only once. */
  once: string | null;
  memo: string;
  created_at: number;
}

/** The ledger by account: two entries per row; `change` is negative for the paying account. */
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
  /** When the company was reminded that it falls due, and that it is overdue. */
  reminded_at: Generated<number | null>;
  overdue_told_at: Generated<number | null>;
}

/** Daily check of the books. */
interface BookChecksTable {
  day: string;
  started_at: number;
  ended_at: Generated<number | null>;
  breaches: Generated<string[]>;
}

/** The years in which the points of earlier ones have been expired. */
interface PointsExpiriesTable {
  year: number;
  done_at: number;
}
