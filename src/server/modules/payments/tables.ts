import type { Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends PaymentTables {}
}

interface PaymentTables {
  payments: PaymentsTable;
  payment_parts: PaymentPartsTable;
  payment_incidents: PaymentIncidentsTable;
  repayments: RepaymentsTable;
  repayment_bills: RepaymentBillsTable;
  transfers: TransfersTable;
  transfer_orders: { transfer_id: number; order_id: number };
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
  /** The gateway's transaction id. */
  trade_no: Generated<string | null>;
  /** When the gateway was last polled. */
  asked_at: Generated<number | null>;
  /** Since when it is superseded: it is to be closed at its gateway. */
  unwanted_at: Generated<number | null>;
  created_at: number;
  paid_at: Generated<number | null>;
}

interface PaymentPartsTable {
  payment_id: number;
  order_id: number;
  amount_fen: number;
}

/** A payment that a gateway reported and that matches no charge; unique by number and amount. */
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

/** A repayment of bills, waiting until it is paid. */
interface RepaymentsTable {
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

/** A transfer to the shop's bank account as submitted by the buyer, for one or several orders. */
interface TransfersTable {
  id: Generated<number>;
  company_id: number;
  payer: string;
  amount_fen: number;
  /** YYYY-MM-DD */
  paid_on: string;
  /** The bank's number of the transfer, where the buyer knows it. */
  reference: string;
  upload_id: string;
  state: Generated<'waiting' | 'confirmed' | 'refused' | 'withdrawn'>;
  reason: Generated<string>;
  created_at: number;
  decided_at: Generated<number | null>;
}
