import { type Kysely, sql } from 'kysely';

/** What was refunded of an issued invoice's orders and stands in no red-letter invoice yet; and what does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE invoices
    ADD COLUMN over_fen bigint NOT NULL DEFAULT 0 CHECK (over_fen >= 0),
    ADD COLUMN red_fen bigint NOT NULL DEFAULT 0 CHECK (red_fen >= 0),
    ADD COLUMN red_number text NOT NULL DEFAULT '',
    ADD CHECK (over_fen + red_fen <= amount_fen)`.execute(db);
  await sql`CREATE INDEX invoices_over ON invoices (id) WHERE over_fen > 0`.execute(db);
}
