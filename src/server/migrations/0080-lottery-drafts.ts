import { type Kysely, sql } from 'kysely';

/** Lotteries that staff have not opened, or have taken down again; without a prize none is open. */
const STATEMENTS = [
  `ALTER TABLE lotteries ADD COLUMN withdrawn boolean NOT NULL DEFAULT false`,
  `UPDATE lotteries SET withdrawn = true
    WHERE NOT EXISTS (SELECT 1 FROM lottery_prizes WHERE lottery_id = lotteries.id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
