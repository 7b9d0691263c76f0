import { type Kysely, sql } from 'kysely';

/** Units of an order's line that the warehouse has taken from a batch, before they are shipped. */
const STATEMENTS = [
  `CREATE TABLE picked_units (
    line_id integer NOT NULL,
    batch_id integer NOT NULL,
    number integer NOT NULL CHECK (number > 0),
    member_id integer NOT NULL REFERENCES members,
    picked_at bigint NOT NULL,
    PRIMARY KEY (line_id, batch_id),
    FOREIGN KEY (line_id, batch_id) REFERENCES line_batches ON DELETE CASCADE
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
