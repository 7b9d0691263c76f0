import { type Kysely, sql } from 'kysely';

/**
 * Which batches a buyer holds after exchanges and resends: the units that came so are counted for their own batch, and no
 * longer for the one that they stand for.
 */
const STATEMENTS = [
  `ALTER TABLE line_batches
    ADD COLUMN exchanged integer NOT NULL DEFAULT 0,
    DROP CONSTRAINT line_batches_number_check,
    ADD CONSTRAINT line_batches_number_check CHECK (number >= 0)`,
  `INSERT INTO line_batches (line_id, batch_id, number, exchanged)
    SELECT line_id, batch_id, 0, sum(number) FROM claim_replacements GROUP BY line_id, batch_id
    ON CONFLICT (line_id, batch_id) DO UPDATE SET exchanged = excluded.exchanged`,
  `UPDATE line_batches SET exchanged = exchanged - given.number
    FROM (
      SELECT line_id, batch_id, sum(claim_lines.number) AS number
      FROM claim_lines JOIN claims ON claims.id = claim_id WHERE sent_carrier <> '' GROUP BY line_id, batch_id
    ) AS given
    WHERE given.line_id = line_batches.line_id AND given.batch_id = line_batches.batch_id`,
  // Units that were exchanged twice, or given back by the old batch's number, cannot be told apart any more: such a line
  // stays as it was recorded.
  `UPDATE line_batches SET exchanged = 0 WHERE line_id IN (
    SELECT line_id FROM line_batches WHERE shipped + exchanged < returned)`,
  `DELETE FROM line_batches WHERE number = 0 AND exchanged = 0`,
  `ALTER TABLE line_batches ADD CONSTRAINT line_batches_held CHECK (shipped + exchanged >= returned)`,
  // What was sent of a batch and what came back of it may now differ: units of another may have come in their place.
  `ALTER TABLE line_batches DROP CONSTRAINT line_batches_check1`,
  `ALTER TABLE line_batches ADD CONSTRAINT line_batches_returned CHECK (returned >= 0)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
