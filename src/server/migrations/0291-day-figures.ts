import { type Kysely, sql } from 'kysely';

/** What the dashboard says of a day that is over, so that its orders and entries are not read again for two weeks. */
const STATEMENTS = [
  `CREATE TABLE day_figures (
    day text PRIMARY KEY,
    orders integer NOT NULL,
    members integer NOT NULL,
    paid_fen bigint NOT NULL,
    refunded_fen bigint NOT NULL
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
