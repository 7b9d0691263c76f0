import type { Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends SelfServiceTables {}
}

interface SelfServiceTables {
  order_lists: OrderListsTable;
  order_list_goods: OrderListGoodsTable;
  goods_alerts: GoodsAlertsTable;
  wanted_goods: WantedGoodsTable;
  feedbacks: FeedbacksTable;
  batch_reports: BatchReportsTable;
  invoices: InvoicesTable;
  invoice_orders: InvoiceOrdersTable;
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

/** Tells a member once when a good is back in stock, or costs less than `base_fen`. */
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

export type WantedState = 'open' | 'seeking' | 'found' | 'closed';

/** 品种求购 */
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
  state: Generated<WantedState>;
  reply: Generated<string>;
  /** The good that answers it. */
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

/** 药检报告 of a batch; without a file it is the demo's own, drawn when asked for. */
interface BatchReportsTable {
  id: Generated<number>;
  goods_id: number;
  batch_number: string;
  upload_id: string | null;
  created_at: number;
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
  /** Given by who issues it. */
  number: Generated<string>;
  file_id: Generated<string | null>;
  reason: Generated<string>;
  /** Refunded since it was issued, and in no red-letter invoice yet. */
  over_fen: Generated<number>;
  /** What red-letter invoices took back, and the number of the last one. */
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
