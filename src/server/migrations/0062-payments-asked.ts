import { type Kysely, sql } from 'kysely';

/** When a gateway was last asked about a payment that waits: whoever was asked about longest ago is asked about next. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE payments ADD COLUMN asked_at bigint`.execute(db);
}
