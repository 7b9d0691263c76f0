import { type Selectable, sql } from 'kysely';
import { DAY } from '#shop/domain/calendar.ts';
import { formatDate } from '#shop/domain/format.ts';
import type { Database, Db } from '../../../kernel/db/schema.ts';
import { accountId } from '../../ledger/index.ts';

export type DayFigures = Selectable<Database['day_figures']>;

/** Days whose figures may still change: a payment may be reported late. */
const OPEN_DAYS = 2;

/**
 * The figures of each day from `from` (its first second) to today, by `YYYY-MM-DD`. Days that are long over are counted once
 * and kept: no order, entry or member comes to them later.
 */
export async function dayFigures(
  db: Db,
  { from, today }: { from: number; today: number },
): Promise<Map<string, DayFigures>> {
  const settled = today - OPEN_DAYS * DAY;
  const kept = await db
    .selectFrom('day_figures')
    .where('day', '>=', formatDate(from))
    .where('day', '<', formatDate(settled))
    .selectAll()
    .execute();
  const known = new Map(kept.map((figures) => [figures.day, figures]));
  const starts = Array.from({ length: (today - from) / DAY + 1 }, (_, index) => from + index * DAY);
  const missing = starts.filter((start) => !known.has(formatDate(start)));
  const counted = await countDays(db, missing);
  const over = counted.filter((_, index) => (missing[index] ?? today) < settled);
  if (over.length > 0) {
    await db
      .insertInto('day_figures')
      .values(over)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return new Map([...kept, ...counted].map((figures) => [figures.day, figures]));
}

/** The figures of the days that begin at these moments, in their order. */
async function countDays(db: Db, starts: readonly number[]): Promise<DayFigures[]> {
  const sales = await accountId(db, { shop: 'sales' });
  const within = sql`created_at >= start AND created_at < start + ${DAY}`;
  const { rows } = await sql<Omit<DayFigures, 'day'>>`
    SELECT (SELECT count(*) FROM orders WHERE ${within}) AS orders,
      (SELECT count(*) FROM members WHERE NOT is_staff AND ${within}) AS members,
      money.paid AS paid_fen, money.refunded AS refunded_fen
    FROM unnest(${starts}::bigint[]) WITH ORDINALITY AS days (start, place),
      LATERAL (SELECT coalesce(sum(change) FILTER (WHERE change > 0), 0)::bigint AS paid,
        coalesce(-sum(change) FILTER (WHERE change < 0), 0)::bigint AS refunded
        FROM entries WHERE account_id = ${sales} AND ${within}) AS money
    ORDER BY place`.execute(db);
  return rows.map((row, index) => ({ day: formatDate(starts[index] ?? 0), ...row }));
}
