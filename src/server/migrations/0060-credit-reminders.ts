import { type Kysely, sql } from 'kysely';

/** When the company was told of a bill: once before it falls due, once when it is overdue. */
const STATEMENTS = [
  `ALTER TABLE credit_bills ADD COLUMN reminded_at bigint, ADD COLUMN overdue_told_at bigint`,
  `CREATE INDEX credit_bills_open ON credit_bills (due_at) WHERE repaid_fen + reduced_fen < amount_fen`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
