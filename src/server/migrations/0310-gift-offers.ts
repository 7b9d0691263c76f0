import { type Kysely, sql } from 'kysely';

/** Each order looks for the gifts that it may earn; they are few among the offers of all the sales that ever ran. */
const STATEMENTS = [
  `CREATE INDEX promotion_goods_gifts ON promotion_goods (promotion_id) WHERE role = 'gift'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
