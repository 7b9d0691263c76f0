import type { Generated } from 'kysely';
import type { ClaimKind, ClaimState } from '#shop/domain/claim.ts';
import type { ReceiptState } from '#shop/domain/hm-receipt.ts';
import type { CancelRequestState } from '../orders/index.ts';

declare module '../../kernel/db/schema.ts' {
  interface Database extends FulfilmentTables {}
}

interface FulfilmentTables {
  transfers: TransfersTable;
  transfer_orders: { transfer_id: number; order_id: number };
  parcels: ParcelsTable;
  parcel_lines: ParcelLinesTable;
  parcel_events: { id: Generated<number>; parcel_id: number; at: number; text: string };
  claims: ClaimsTable;
  claim_lines: ClaimLinesTable;
  claim_replacements: { claim_id: number; line_id: number; batch_id: number; number: number };
  claim_pictures: ClaimPicturesTable;
  claim_events: { id: Generated<number>; claim_id: number; at: number; text: string };
  refunds: RefundsTable;
  cancel_requests: CancelRequestsTable;
  hm_receipts: HmReceiptsTable;
  hm_receipt_files: { order_id: number; upload_id: string; position: number };
  book_checks: BookChecksTable;
}

/** A transfer to the shop's bank account, as the buyer told it, for one or several orders. */
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

interface ParcelsTable {
  id: Generated<number>;
  order_id: number;
  carrier: string;
  tracking_no: string;
  shipped_at: number;
  signed_at: Generated<number | null>;
}

interface ParcelLinesTable {
  parcel_id: number;
  line_id: number;
  batch_id: number;
  number: number;
}

/** A return (kinds 1 to 3) or an after-sales request (11 to 14). */
interface ClaimsTable {
  id: Generated<number>;
  no: string;
  order_id: number;
  company_id: number;
  member_id: number;
  kind: ClaimKind;
  status: ClaimState;
  reason: string;
  note: string;
  /** What a return was announced to give back: it is paid, whatever happens in between. */
  amount_fen: Generated<number>;
  /** What its goods cost more than that; below zero where it releases what was withheld before. */
  withheld_fen: Generated<number>;
  /** It takes back all that was left of its order, which ends with it, shipping included. */
  closes: Generated<boolean>;
  carrier: Generated<string>;
  tracking_no: Generated<string>;
  reply: Generated<string>;
  /** The parcel that the shop sent for it. */
  sent_carrier: Generated<string>;
  sent_tracking_no: Generated<string>;
  created_at: number;
  ended_at: Generated<number | null>;
}

interface ClaimLinesTable {
  claim_id: number;
  line_id: number;
  batch_id: number;
  number: number;
  amount_fen: Generated<number>;
}

interface ClaimPicturesTable {
  claim_id: number;
  upload_id: string;
  position: number;
  by_staff: Generated<boolean>;
}

/** Money on its way back. `source`: through the gateway that took it; `bank`: staff transfer it by hand. */
interface RefundsTable {
  id: Generated<number>;
  no: string;
  company_id: number;
  order_id: number | null;
  claim_id: number | null;
  payment_id: number | null;
  /** Taken by a gateway and wanted by no order: it never was part of what an order was paid. */
  surplus: Generated<boolean>;
  route: 'balance' | 'credit' | 'source' | 'bank';
  amount_fen: number;
  state: 'waiting' | 'done';
  reason: string;
  reference: Generated<string>;
  tries: Generated<number>;
  next_at: number | null;
  created_at: number;
  done_at: number | null;
}

/** A buyer's wish to have a paid order cancelled; one waits at a time. */
interface CancelRequestsTable {
  id: Generated<number>;
  order_id: number;
  member_id: number;
  reason: string;
  state: Generated<CancelRequestState>;
  /** What was announced to go back, and what the order was paid beyond that. */
  amount_fen: Generated<number | null>;
  withheld_fen: Generated<number>;
  reply: Generated<string>;
  created_at: number;
  decided_at: number | null;
}

/** The receipt that a buyer owes for an order with ephedrine. */
interface HmReceiptsTable {
  order_id: number;
  company_id: number;
  status: Generated<ReceiptState>;
  due_at: number;
  note: Generated<string>;
  reason: Generated<string>;
  sent_at: Generated<number | null>;
  decided_at: Generated<number | null>;
  reminded_at: Generated<number | null>;
}

/** One look at the books a day. */
interface BookChecksTable {
  day: string;
  started_at: number;
  ended_at: Generated<number | null>;
  breaches: Generated<string[]>;
}
