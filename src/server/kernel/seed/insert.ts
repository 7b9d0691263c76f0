import { sql } from 'kysely';
import type { Database, Db } from '../db/schema.ts';

/** Rows per statement: large enough that the round trip does not matter, small enough for messages of some MB. */
const BATCH_SIZE = 2000;

/**
 * Inserts many rows with the same columns. They are sent as one JSON parameter: thousands of rows per statement without
 * a placeholder for every value.
 */
export async function insertRows(db: Db, table: keyof Database, rows: readonly object[]): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    const json = JSON.stringify(rows.slice(from, from + BATCH_SIZE));
    await sql`
      INSERT INTO ${sql.table(table)} (${columns})
      SELECT ${columns} FROM json_populate_recordset(NULL::${sql.table(table)}, ${json})`.execute(db);
  }
}

/** Sets the sequences of ids to continue after the seeded rows. */
export async function continueIds(db: Db, tables: readonly (keyof Database)[]): Promise<void> {
  for (const table of tables) {
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), (SELECT coalesce(max(id), 1) FROM ${sql.table(table)}))`.execute(
      db,
    );
  }
}
