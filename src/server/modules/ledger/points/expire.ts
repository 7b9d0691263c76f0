import { sql } from 'kysely';
import { yearStart } from '#shop/domain/calendar.ts';
import { formatDate } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { USE_TYPE } from '../ledger.ts';
import { takePoints } from './points.ts';

/**
 * Expires points at the end of a year: those gained before the beginning of the previous year (domain §3: they last
 * until 31 December of the next year). Spent points count against the oldest first. Once per company and year.
 * @returns how many companies lost points
 */
export async function expirePoints(db: Db, now: number): Promise<number> {
  const year = Number(formatDate(now).slice(0, 4));
  const cutoff = yearStart(year - 1);
  const { rows } = await sql<{ company_id: number; number: number }>`
    SELECT accounts.company_id,
      least(accounts.balance,
        sum(change) FILTER (WHERE change > 0 AND entries.created_at < ${cutoff})
          + coalesce(sum(change) FILTER (WHERE change < 0), 0)) AS number
    FROM accounts JOIN entries ON entries.account_id = accounts.id
    WHERE accounts.kind = 'points' AND accounts.balance > 0
    GROUP BY accounts.id
    HAVING coalesce(sum(change) FILTER (WHERE change > 0 AND entries.created_at < ${cutoff}), 0)
      + coalesce(sum(change) FILTER (WHERE change < 0), 0) > 0`.execute(db);
  let expired = 0;
  for (const { company_id: companyId, number } of rows) {
    const taken = await db.transaction().execute((trx) =>
      takePoints(trx, {
        companyId,
        points: number,
        useType: USE_TYPE.expired,
        memo: `${year - 2} 年及以前的积分到期`,
        at: now,
        once: `points:expire:${companyId}:${year}`,
      }),
    );
    if (taken) expired += 1;
  }
  return expired;
}

/**
 * The same, once a year: what was gained before the cutoff becomes no more during the year, so that the accounts need not be
 * added up again.
 */
export async function expirePointsOfYear(db: Db, now: number): Promise<void> {
  const year = Number(formatDate(now).slice(0, 4));
  const done = await db
    .selectFrom('points_expiries')
    .where('year', '=', year)
    .select('year')
    .executeTakeFirst();
  if (done) return;
  await expirePoints(db, now);
  await db
    .insertInto('points_expiries')
    .values({ year, done_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
