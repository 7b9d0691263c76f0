import type { Generated } from 'kysely';
import type { ClaimKind, ClaimState } from '#shop/domain/claim.ts';

declare module '../../kernel/db/schema.ts' {
  interface Database extends AfterSalesTables {}
}

interface AfterSalesTables {
  claims: ClaimsTable;
  claim_lines: ClaimLinesTable;
  claim_replacements: { claim_id: number; line_id: number; batch_id: number; number: number };
  claim_pictures: ClaimPicturesTable;
  claim_events: { id: Generated<number>; claim_id: number; at: number; text: string };
  refunds: RefundsTable;
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
  /** The announced refund of a return: it is binding. */
  amount_fen: Generated<number>;
  /** The rest of the goods' cost; negative where it releases what was withheld before. */
  withheld_fen: Generated<number>;
  /** It returns all that was left of its order, which is closed by it and refunded with its shipping fee. */
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

/** A refund. `source`: through the gateway of the payment; `bank`: staff transfer it by hand. */
interface RefundsTable {
  id: Generated<number>;
  no: string;
  company_id: number;
  order_id: number | null;
  claim_id: number | null;
  payment_id: number | null;
  /** Received by a gateway but needed by no order: it was never booked as payment of one. */
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
