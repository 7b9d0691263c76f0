import { type Kysely, sql } from 'kysely';

/** What paid orders took of each good, in all and within thirty days; a job counts them anew. */
const STATEMENTS = [
  `ALTER TABLE goods
    ADD COLUMN units_sold bigint NOT NULL DEFAULT 0 CHECK (units_sold >= 0),
    ADD COLUMN units_sold_lately bigint NOT NULL DEFAULT 0 CHECK (units_sold_lately BETWEEN 0 AND units_sold)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
