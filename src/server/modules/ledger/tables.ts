import type { Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends MoneyTables {}
}

interface MoneyTables {
  accounts: AccountsTable;
  ledger: LedgerTable;
  entries: EntriesView;
  payments: PaymentsTable;
  payment_parts: PaymentPartsTable;
  payment_incidents: PaymentIncidentsTable;
  gateway_keys: GatewayKeysTable;
  credit_lines: CreditLinesTable;
  credit_bills: CreditBillsTable;
  repayments: RepaymentsTable;
  repayment_bills: RepaymentBillsTable;
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
  /** `USE_TYPE` in services/money/ledger. */
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

/** A payment through a gateway: for orders (its parts), or for a repayment. */
export interface PaymentsTable {
  id: Generated<number>;
  no: string;
  company_id: number;
  gateway: 'alipay' | 'wechat' | 'unionpay';
  amount_fen: number;
  state: 'waiting' | 'paid' | 'closed';
  repayment_id: Generated<number | null>;
  /** The gateway's own number of the payment. */
  trade_no: Generated<string | null>;
  /** When the gateway was last asked how it stands. */
  asked_at: Generated<number | null>;
  /** Since when nobody is to pay it any more: it is to be closed with its gateway. */
  unwanted_at: Generated<number | null>;
  created_at: number;
  paid_at: Generated<number | null>;
}

/** What a gateway reported as paid that fits no charge; once by its number and amount. */
interface PaymentIncidentsTable {
  id: Generated<number>;
  gateway: string;
  no: string;
  payment_id: number | null;
  reported_fen: number;
  trade_no: string | null;
  times: Generated<number>;
  first_at: number;
  last_at: number;
  settled_at: Generated<number | null>;
  note: Generated<string>;
}

interface PaymentPartsTable {
  payment_id: number;
  order_id: number;
  amount_fen: number;
}

/** The secret by which the sandbox's notifications are signed. */
interface GatewayKeysTable {
  gateway: string;
  secret: string;
}

/** 账期 of a company. A temporary limit counts on top until its moment. */
export interface CreditLinesTable {
  company_id: number;
  limit_fen: number;
  temporary_fen: Generated<number>;
  temporary_until: Generated<number | null>;
  term_days: number;
  enabled: Generated<boolean>;
}

/** What an order owes on credit: `amount - repaid - reduced` (reduced by refunds). */
export interface CreditBillsTable {
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

/** A repayment of bills, waiting until it is paid. */
export interface RepaymentsTable {
  id: Generated<number>;
  no: string;
  company_id: number;
  member_id: number;
  method: 'balance' | 'alipay' | 'wechat' | 'unionpay';
  amount_fen: number;
  state: Generated<'waiting' | 'paid' | 'closed'>;
  created_at: number;
  paid_at: Generated<number | null>;
}

interface RepaymentBillsTable {
  repayment_id: number;
  bill_id: number;
  amount_fen: number;
}
