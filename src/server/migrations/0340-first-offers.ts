import { type Kysely, sql } from 'kysely';

/** A promotion may be for a whole category; a page shows the first of its goods, and says how many there are. */
const STATEMENTS = ['CREATE INDEX promotion_goods_first ON promotion_goods (promotion_id, role, id)'];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
