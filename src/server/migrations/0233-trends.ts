import { type Kysely, sql } from 'kysely';

/** What a day leaves no other trace of: words that found nothing, and how many goods were out of stock. */
const STATEMENTS = [
  `CREATE TABLE search_misses (
    day text NOT NULL,
    word text NOT NULL,
    number integer NOT NULL DEFAULT 1,
    PRIMARY KEY (day, word)
  )`,
  `CREATE TABLE stock_days (
    day text PRIMARY KEY,
    on_sale integer NOT NULL,
    out_of_stock integer NOT NULL
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
