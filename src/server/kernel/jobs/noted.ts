import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '../db/schema.ts';
import { retryTransaction } from '../db/transaction.ts';

/** Tables of what triggers have noted for a job. */
type NotedTable = Extract<keyof Database, `${string}_notes`>;

/** Notes that one transaction takes. */
const BATCH_SIZE = 1000;

/**
 * Works off what was noted for a job, batch by batch, each in a transaction that removes the notes as well: none is worked on
 * twice, and none is lost with a run that fails. What is noted meanwhile comes in this run or the next. The work may run
 * several times, see `withNotesLocked`.
 */
export async function workOffNoted<Table extends NotedTable>(
  db: Db,
  table: Table,
  work: (db: Db, noted: Selectable<Database[Table]>[]) => Promise<void>,
): Promise<void> {
  const step = async (trx: Db): Promise<number> => {
    const noted = await takeNoted(trx, table);
    if (noted.length > 0) await work(trx, noted);
    return noted.length;
  };
  while ((await withNotesLocked(db, table, step)) === BATCH_SIZE);
}

/**
 * Runs the work in a transaction while nobody else works off these notes; new ones may be written. Jobs of other notes and
 * purchases lock the same goods, each in an order of its own: after a deadlock the work runs again, so it may have no effects
 * but those of its transaction.
 */
export async function withNotesLocked<Result>(
  db: Db,
  table: NotedTable,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const hold = async (trx: Db): Promise<Result> => {
    await sql`SELECT pg_advisory_xact_lock(hashtext(${table}))`.execute(trx);
    return work(trx);
  };
  return db.isTransaction ? hold(db) : retryTransaction(db, () => db.transaction().execute(hold));
}

/** Removes the oldest notes and answers them. */
async function takeNoted<Table extends NotedTable>(
  db: Db,
  table: Table,
): Promise<Selectable<Database[Table]>[]> {
  // As an array, so that the rows are found by their key whatever is known of the table's size.
  const { rows } = await sql<Selectable<Database[Table]>>`
    DELETE FROM ${sql.table(table)} WHERE id = ANY(ARRAY(
      SELECT id FROM ${sql.table(table)} ORDER BY id LIMIT ${BATCH_SIZE}))
    RETURNING *`.execute(db);
  return rows;
}
