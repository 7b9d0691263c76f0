import type { OpsBookCheck } from '#generated/schemas.ts';
import { formatDate } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { checkBooks } from './check-books.ts';

/**
 * Checks the books once a day and stores the result. Of several processes the first to claim the day runs the check.
 * @param again check even when the day is done
 * @returns the breaches; null when another process has claimed the day
 */
export async function checkDay(
  db: Db,
  now: number,
  { again = false }: { again?: boolean } = {},
): Promise<string[] | null> {
  const day = formatDate(now);
  const claimed = await db
    .insertInto('book_checks')
    .values({ day, started_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst();
  if (!claimed && !again) return null;
  const { breaches } = await checkBooks(db);
  await db
    .updateTable('book_checks')
    .set({ breaches, started_at: now, ended_at: now })
    .where('day', '=', day)
    .execute();
  return breaches;
}

const resultOf = (breaches: readonly string[]): string =>
  breaches.length === 0 ? '相符' : `${breaches.length} 处不符`;

/** The checks of the last month, newest first. */
export async function listChecks(db: Db): Promise<OpsBookCheck[]> {
  const rows = await db.selectFrom('book_checks').orderBy('day', 'desc').limit(31).selectAll().execute();
  return rows.map(({ day, started_at, ended_at, breaches }) => ({
    day,
    started_at,
    ended_at,
    result: ended_at === null ? '进行中' : resultOf(breaches),
    breaches,
    detail: breaches.join('\n'),
  }));
}
