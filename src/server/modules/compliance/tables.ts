import type { Generated } from 'kysely';
import type { ReceiptState } from '#shop/domain/hm-receipt.ts';

declare module '../../kernel/db/schema.ts' {
  interface Database extends ComplianceTables {}
}

interface ComplianceTables {
  hm_receipts: HmReceiptsTable;
  hm_receipt_files: { order_id: number; upload_id: string; position: number };
  batch_reports: BatchReportsTable;
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

/** 药检报告 of a batch; without a file it is the demo's sample, generated on request. */
interface BatchReportsTable {
  id: Generated<number>;
  goods_id: number;
  batch_number: string;
  upload_id: string | null;
  created_at: number;
}
