import { type Kysely, sql } from 'kysely';

/**
 * Indices for what a shop with a long past would read as a whole: the day's orders and payments, open work, a buyer's
 * orders by state, the readers of a message. And the years whose points have been expired, so that the job does not add up
 * every account again each hour.
 */
const STATEMENTS = [
  'CREATE INDEX orders_created ON orders (created_at)',
  'CREATE INDEX orders_paid ON orders (paid_at) WHERE paid_at IS NOT NULL',
  'CREATE INDEX orders_state ON orders (status, kind, id DESC)',
  'CREATE INDEX orders_company_state ON orders (company_id, status, id DESC)',
  'CREATE INDEX members_created ON members (created_at)',
  'CREATE INDEX ledger_from_time ON ledger (from_account, created_at)',
  'CREATE INDEX ledger_to_time ON ledger (to_account, created_at)',
  'CREATE INDEX accounts_balance ON accounts (kind, balance DESC)',
  'CREATE INDEX message_reads_message ON message_reads (message_id)',
  'CREATE INDEX certificates_company ON certificates (company_id, id)',
  `CREATE INDEX certificates_expiring ON certificates (expires) WHERE state = 'approved' AND warned <> 'expired'`,
  'CREATE INDEX claims_unended ON claims (kind) WHERE ended_at IS NULL',
  'CREATE INDEX hm_receipts_state ON hm_receipts (status, order_id DESC)',
  'CREATE INDEX goods_alerts_member ON goods_alerts (member_id)',
  'CREATE INDEX audit_log_member ON audit_log (username, id DESC)',
  'CREATE INDEX members_staff ON members (id) WHERE is_staff',
  `CREATE INDEX refunds_newest ON refunds ((state = 'done'), id DESC)`,
  'CREATE INDEX uploads_age ON uploads (created_at)',
  'CREATE TABLE points_expiries (year integer PRIMARY KEY, done_at bigint NOT NULL)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
