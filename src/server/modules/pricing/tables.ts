import type { Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends ControlledTables {}
}

interface ControlledTables {
  controlled_requests: ControlledRequestsTable;
  controlled_rights: ControlledRightsTable;
  goods_rights: GoodsRightsView;
}

/** 申请采购: a company's request for the right to buy a controlled good. One pending request per company and good. */
export interface ControlledRequestsTable {
  id: Generated<number>;
  goods_id: number;
  company_id: number;
  member_id: number;
  /** Units that it expects to buy in a month. */
  number: number;
  reason: string;
  state: 'pending' | 'approved' | 'rejected';
  /** The reply of staff. */
  answer: Generated<string>;
  /** End of an approved one, in seconds; null is without end. */
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

/** The companies that have a right to a good, by whichever kind of holder. A view: write to `controlled_rights`. */
interface GoodsRightsView {
  goods_id: number;
  company_id: number;
  until: number | null;
}
