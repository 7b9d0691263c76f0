import { type Kysely, sql } from 'kysely';

/** What the shop sends for an exchange or a resend: the parcel, and the units with their batches. */
const STATEMENTS = [
  `ALTER TABLE claims
    ADD COLUMN sent_carrier text NOT NULL DEFAULT '',
    ADD COLUMN sent_tracking_no text NOT NULL DEFAULT ''`,
  `CREATE TABLE claim_replacements (
    claim_id integer NOT NULL REFERENCES claims,
    line_id integer NOT NULL REFERENCES order_lines,
    batch_id integer NOT NULL REFERENCES batches,
    number integer NOT NULL CHECK (number > 0),
    PRIMARY KEY (claim_id, line_id, batch_id)
  )`,
  `CREATE INDEX claim_replacements_line ON claim_replacements (line_id)`,
  `CREATE INDEX claim_replacements_batch ON claim_replacements (batch_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
