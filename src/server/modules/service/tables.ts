import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends ServiceTables {}
}

interface ServiceTables {
  order_lists: OrderListsTable;
  order_list_goods: OrderListGoodsTable;
  goods_alerts: GoodsAlertsTable;
  alert_notes: AlertNotesTable;
  wanted_goods: WantedGoodsTable;
  feedbacks: FeedbacksTable;
  invoices: InvoicesTable;
  invoice_orders: InvoiceOrdersTable;
  statement_entries: StatementEntriesTable;
  message_reads: MessageReadsTable;
  unread_messages: UnreadMessagesTable;
  chats: ChatsTable;
  chat_messages: ChatMessagesTable;
}

/** 常购清单 */
interface OrderListsTable {
  id: Generated<number>;
  company_id: number;
  name: string;
  created_at: number;
  updated_at: number;
}

interface OrderListGoodsTable {
  list_id: number;
  goods_id: number;
  number: number;
  created_at: number;
}

export type AlertKind = 'arrival' | 'price';

/** An alert to a member, sent once when a good is back in stock or costs less than `base_fen`. */
interface GoodsAlertsTable {
  id: Generated<number>;
  company_id: number;
  member_id: number;
  goods_id: number;
  kind: AlertKind;
  base_fen: number;
  created_at: number;
  fired_at: Generated<number | null>;
}

/**
 * A good, or a company, whose alerts may be due from then on: its stock or a price has changed. Written by triggers on what
 * a price depends on; one that is missing there is an alert that is never sent.
 */
interface AlertNotesTable {
  id: GeneratedAlways<number>;
  goods_id: number | null;
  company_id: number | null;
  due_at: Generated<number>;
}

export type SourcingRequestState = 'open' | 'seeking' | 'found' | 'closed';

/** Sourcing requests (品种求购). */
interface WantedGoodsTable {
  id: Generated<number>;
  company_id: number;
  member_id: number;
  name: string;
  maker: string;
  spec: string;
  number: number;
  price_fen: number | null;
  note: string;
  state: Generated<SourcingRequestState>;
  reply: Generated<string>;
  /** The good that was found. */
  goods_id: Generated<number | null>;
  created_at: number;
  replied_at: Generated<number | null>;
}

interface FeedbacksTable {
  id: Generated<number>;
  company_id: number;
  member_id: number;
  kind: string;
  text: string;
  /** Ids of uploads. */
  files: string[];
  phone: string;
  state: Generated<'open' | 'answered'>;
  reply: Generated<string>;
  created_at: number;
  replied_at: Generated<number | null>;
}

export type InvoiceKind = 'special' | 'normal';
export type InvoiceState = 'applied' | 'issued' | 'void' | 'rejected';

interface InvoicesTable {
  id: Generated<number>;
  company_id: number;
  member_id: number;
  kind: InvoiceKind;
  title: string;
  tax_number: string;
  address: string;
  bank: string;
  email: string;
  amount_fen: number;
  state: Generated<InvoiceState>;
  /** Assigned by the issuer. */
  number: Generated<string>;
  file_id: Generated<string | null>;
  reason: Generated<string>;
  /** Refunded since it was issued, and in no red-letter invoice yet. */
  over_fen: Generated<number>;
  /** Amount reversed by red-letter invoices, and the number of the last one. */
  red_fen: Generated<number>;
  red_number: Generated<string>;
  created_at: number;
  decided_at: Generated<number | null>;
}

interface InvoiceOrdersTable {
  invoice_id: number;
  order_id: number;
  amount_fen: number;
  /** Its invoice stands: neither void nor rejected. */
  live: Generated<boolean>;
}

/** What the shop received for a company's orders and gave back; the database writes one with each such entry of the ledger. */
interface StatementEntriesTable {
  company_id: number;
  created_at: number;
  ledger_id: number;
  order_id: number;
  /** Negative where it was given back. */
  change_fen: number;
}

interface MessageReadsTable {
  member_id: number;
  message_id: number;
  read_at: number;
}

/** The messages to one member that they have not read; a trigger keeps them. */
interface UnreadMessagesTable {
  message_id: number;
  member_id: number;
}

/** A member's conversation with the shop. */
interface ChatsTable {
  member_id: number;
  last_id: Generated<number>;
  last_at: Generated<number>;
  /** The last message that the member has seen, and that staff have. */
  member_seen: Generated<number>;
  staff_seen: Generated<number>;
  /** There are later ones than that. */
  is_unseen: ColumnType<boolean, never, never>;
}

interface ChatMessagesTable {
  id: Generated<number>;
  /** The member of the conversation. */
  member_id: number;
  /** The member of staff who wrote it; null for the member. */
  staff_id: number | null;
  text: string;
  created_at: number;
}
