import { sql } from 'kysely';
import type { Database, Db } from '../db/schema.ts';

/** Rows a statement: large enough that the round trip does not count, small enough to keep one message to some MB. */
const CHUNK = 2000;

/**
 * Writes many rows of one shape. They travel as one JSON parameter: thousands of rows a statement without a
 * placeholder for every value.
 */
export async function insertRows(db: Db, table: keyof Database, rows: readonly object[]): Promise<void> {
  const first = rows[0];
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  for (let from = 0; from < rows.length; from += CHUNK) {
    const json = JSON.stringify(rows.slice(from, from + CHUNK));
    await sql`
      INSERT INTO ${sql.table(table)} (${columns})
      SELECT ${columns} FROM json_populate_recordset(NULL::${sql.table(table)}, ${json})`.execute(db);
  }
}

/** Lets the next row that the shop makes come after the seeded ones. */
export async function continueIds(db: Db, tables: readonly (keyof Database)[]): Promise<void> {
  for (const table of tables) {
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), (SELECT coalesce(max(id), 1) FROM ${sql.table(table)}))`.execute(
      db,
    );
  }
}
