import { type Kysely, sql } from 'kysely';

/** What a good costs the shop, and what each line's unit did when it was ordered; null where nobody knows. */
const STATEMENTS = [
  'ALTER TABLE goods ADD COLUMN cost_fen integer CHECK (cost_fen > 0)',
  'ALTER TABLE order_lines ADD COLUMN cost_fen integer CHECK (cost_fen > 0)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
