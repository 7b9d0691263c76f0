import { sql } from 'kysely';
import { formatDate } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { withNotesLocked, workOffNoted } from '../../../kernel/jobs/noted.ts';

/** Writes down how many goods on sale are out of stock today; the last count of a day stands. */
export async function countStock(db: Db, now: number): Promise<void> {
  await workOffNoted(db, 'stock_notes', async (trx, noted) => {
    const sum = (of: 'on_sale' | 'out_of_stock') => noted.reduce((total, note) => total + note[of], 0);
    await sql`UPDATE stock_totals SET on_sale = on_sale + ${sum('on_sale')},
      out_of_stock = out_of_stock + ${sum('out_of_stock')}`.execute(trx);
  });
  await sql`
    INSERT INTO stock_days (day, on_sale, out_of_stock)
    SELECT ${formatDate(now)}, on_sale, out_of_stock FROM stock_totals
    ON CONFLICT (day) DO UPDATE SET on_sale = excluded.on_sale, out_of_stock = excluded.out_of_stock`.execute(
    db,
  );
}

/**
 * Counts every good anew, in one snapshot: where rows were written without triggers, or to prove that nothing was missed.
 * @returns whether the totals were right
 */
export const recountStock = (db: Db): Promise<boolean> => withNotesLocked(db, 'stock_notes', recount);

async function recount(db: Db): Promise<boolean> {
  const { rows } = await sql<{ wrong: number }>`
    WITH noted AS (
      DELETE FROM stock_notes RETURNING on_sale, out_of_stock
    ), counted AS (
      SELECT count(*) AS on_sale, count(*) FILTER (WHERE NOT in_stock) AS out_of_stock FROM goods WHERE on_sale
    ), known AS (
      SELECT totals.on_sale + coalesce(sum(noted.on_sale), 0) AS on_sale,
        totals.out_of_stock + coalesce(sum(noted.out_of_stock), 0) AS out_of_stock
      FROM stock_totals AS totals LEFT JOIN noted ON true GROUP BY totals.single
    ), written AS (
      UPDATE stock_totals SET on_sale = counted.on_sale, out_of_stock = counted.out_of_stock FROM counted
    )
    SELECT count(*) AS wrong FROM known, counted
    WHERE (known.on_sale, known.out_of_stock) <> (counted.on_sale, counted.out_of_stock)`.execute(db);
  return rows[0]?.wrong === 0;
}
