import { type Kysely, sql } from 'kysely';

/** For how long the oldest of the orders has waited that staff have to act on; goods by the generic name that a pasted list gives. */
const STATEMENTS = [
  `CREATE INDEX orders_backlog ON orders (status, (coalesce(paid_at, created_at))) WHERE status IN (20, 30, 35)`,
  `CREATE INDEX goods_by_generic_name ON goods (generic_name) WHERE on_sale`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
