import { type Kysely, sql } from 'kysely';

/** Lists are also counted by expiry and price: with these columns the index alone still answers. */
const STATEMENTS = [
  'DROP INDEX goods_facets',
  `CREATE INDEX goods_facets
    ON goods (category_id, maker_id, dosage_form, in_stock, expires, price_fen, controlled) WHERE on_sale`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
