import type { Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends ControlledTables {}
}

interface ControlledTables {
  controlled_requests: ControlledRequestsTable;
  controlled_rights: ControlledRightsTable;
  goods_rights: GoodsRightsView;
}

/** 申请采购: a company asks for the right to buy a controlled good. One open request a company and good. */
export interface ControlledRequestsTable {
  id: Generated<number>;
  goods_id: number;
  company_id: number;
  member_id: number;
  /** What it expects to buy in a month. */
  number: number;
  reason: string;
  state: 'pending' | 'approved' | 'rejected';
  /** What staff said to it. */
  answer: Generated<string>;
  /** Until when an approved one holds; null for good. */
  until: Generated<number | null>;
  created_at: number;
  decided_at: Generated<number | null>;
  decided_by: Generated<number | null>;
}

/** A right to buy a controlled good: exactly one of company, company type and region is set. */
interface ControlledRightsTable {
  id: Generated<number>;
  goods_id: number;
  company_id: Generated<number | null>;
  company_type: Generated<number | null>;
  /** The beginning of a company's address, like 湖北省武汉市. */
  region: Generated<string | null>;
  until: Generated<number | null>;
  created_at: number;
}

/** Which companies the rights come to. A view: write to `controlled_rights`. */
interface GoodsRightsView {
  goods_id: number;
  company_id: number;
  until: number | null;
}
