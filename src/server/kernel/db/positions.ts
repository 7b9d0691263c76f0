import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from './schema.ts';

/** Rows that staff order by the column `position`. */
export interface OrderedRows {
  table: keyof Database;
  /** Selects the rows of the table that form one ordered list. */
  where: RawBuilder<unknown>;
}

/** The position after the last row. */
export async function nextPosition(db: Db, { table, where }: OrderedRows): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    SELECT coalesce(max(position) + 1, 0) AS next FROM ${sql.table(table)} WHERE ${where}`.execute(db);
  return rows[0]?.next ?? 0;
}

/**
 * Moves a row one position up (`by` -1) or down (1). Returns its positions before and after, counted from 1; null when
 * there is no such row. The first and the last row stay where they are.
 */
export async function moveRow(
  db: Db,
  { table, where }: OrderedRows,
  id: number,
  by: number,
): Promise<{ before: number; after: number } | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(table)} WHERE ${where} ORDER BY position, id FOR UPDATE`.execute(db);
  const ids = rows.map((row) => row.id);
  const from = ids.indexOf(id);
  if (from < 0) return null;
  const to = Math.min(Math.max(from + by, 0), ids.length - 1);
  ids.splice(to, 0, ...ids.splice(from, 1));
  for (const [position, row] of ids.entries()) {
    await sql`
      UPDATE ${sql.table(table)} SET position = ${position}
      WHERE id = ${row} AND position <> ${position}`.execute(db);
  }
  return { before: from + 1, after: to + 1 };
}
