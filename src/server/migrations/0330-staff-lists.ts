import { type Kysely, sql } from 'kysely';

/** Lists of the back office show a page, and count each of their tabs: both follow an index instead of reading the table. */
const STATEMENTS = [
  'CREATE INDEX batches_made ON batches (made DESC, id)',
  'CREATE INDEX goods_off ON goods (id) WHERE NOT on_sale',
  'CREATE INDEX goods_near ON goods (expires, id) WHERE on_sale',
  'CREATE INDEX company_coupons_coupon ON company_coupons (coupon_id, id DESC) INCLUDE (purchase_id)',
  'CREATE INDEX companies_level ON companies (level)',
  'CREATE INDEX companies_reviewed ON companies (approval, reviewed_at DESC, id)',
  'CREATE INDEX level_prices_level ON level_prices (level)',
  'CREATE INDEX refunds_state ON refunds (state, id DESC)',
  'CREATE INDEX points_orders_state ON points_orders (state, id)',
  `CREATE INDEX points_orders_shown ON points_orders
    ((state = 'waiting') DESC, (CASE WHEN state = 'waiting' THEN id ELSE -id END))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
