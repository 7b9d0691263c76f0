import type { Generated } from 'kysely';

export interface MoneyTables {
  accounts: AccountsTable;
  ledger: LedgerTable;
  payments: PaymentsTable;
  gateway_keys: GatewayKeysTable;
  credit_lines: CreditLinesTable;
  credit_bills: CreditBillsTable;
  points_log: PointsLogTable;
}

/** `wallet` is a company's balance; the others are the shop's own sides of each transfer. */
export type AccountKind = 'wallet' | 'sales' | 'grants' | 'credit' | 'alipay' | 'wechat' | 'unionpay';

interface AccountsTable {
  id: Generated<number>;
  kind: AccountKind;
  /** The owner of a wallet; null for the shop's accounts. */
  company_id: number | null;
  /** The sum of a wallet's entries, kept by a trigger and never negative; 0 for the shop's accounts. */
  balance_fen: Generated<number>;
}

/** A transfer between two accounts: both sides in one row, so the books balance by construction. Append-only. */
interface LedgerTable {
  id: Generated<number>;
  from_account: number;
  to_account: number;
  amount_fen: number;
  /** domain §5: 1 充值, 2 订单支付, 3 订单退款 … 10 赠送. */
  use_type: number;
  order_id: number | null;
  payment_id: number | null;
  memo: string;
  created_at: number;
}

/** A payment through a gateway. */
interface PaymentsTable {
  id: Generated<number>;
  no: string;
  order_id: number;
  company_id: number;
  gateway: 'alipay' | 'wechat' | 'unionpay';
  amount_fen: number;
  state: 'waiting' | 'paid' | 'closed';
  created_at: number;
  paid_at: Generated<number | null>;
}

/** The secret by which a gateway's notifications are signed. */
interface GatewayKeysTable {
  gateway: string;
  secret: string;
}

/** 账期 of a company. */
interface CreditLinesTable {
  company_id: number;
  limit_fen: number;
  used_fen: Generated<number>;
  term_days: number;
  enabled: Generated<boolean>;
}

/** What an order owes on credit. */
interface CreditBillsTable {
  id: Generated<number>;
  company_id: number;
  order_id: number;
  amount_fen: number;
  repaid_fen: Generated<number>;
  due_at: number;
}

/** Points gained (positive) and spent (negative). */
interface PointsLogTable {
  id: Generated<number>;
  company_id: number;
  number: number;
  order_id: number | null;
  memo: string;
  created_at: number;
}
