import { sql } from 'kysely';
import { PAID_STATES } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { retryTransaction } from '../../../kernel/db/transaction.ts';
import { withNotesLocked, workOffNoted } from '../../../kernel/jobs/noted.ts';
import { DAY_OF_ORDER, firstLateDay, startOfDay } from '../rules/sold-days.ts';

/** Days that are moved out of the window at a time. */
const BATCH_SIZE = 1000;

/**
 * Brings the units that paid orders took of each good up to date, gifts left out: in all, and of the last thirty days up to
 * `now` (s). Reads the orders that became sold or were taken back since the last run, and the days that fall out.
 */
export async function refreshSold(db: Db, now: number): Promise<void> {
  const since = firstLateDay(now);
  await workOffNoted(db, 'sold_notes', async (trx, noted) => {
    const ids = noted.map(({ order_id }) => order_id);
    const signs = noted.map(({ sign }) => sign);
    await sql`
      WITH moved AS MATERIALIZED (
        SELECT order_lines.goods_id, ${DAY_OF_ORDER} AS day, sum(sign * order_lines.number) AS units
        FROM unnest(${ids}::integer[], ${signs}::integer[]) AS noted (order_id, sign)
        JOIN orders ON orders.id = noted.order_id JOIN order_lines ON order_lines.order_id = orders.id
        WHERE NOT order_lines.gift GROUP BY 1, 2
      ), kept AS (
        INSERT INTO sold_days (goods_id, day, units) SELECT goods_id, day, units FROM moved WHERE day >= ${since}
        ON CONFLICT (goods_id, day) DO UPDATE SET units = sold_days.units + excluded.units
      ), totals AS (
        SELECT goods_id, sum(units) AS units, coalesce(sum(units) FILTER (WHERE day >= ${since}), 0) AS lately
        FROM moved GROUP BY goods_id
      )
      UPDATE goods SET units_sold = units_sold + totals.units,
        units_sold_lately = ${withinTotal(sql`units_sold_lately + totals.lately`, sql`units_sold + totals.units`)}
      FROM totals WHERE goods.id = totals.goods_id AND (totals.units, totals.lately) <> (0, 0)`.execute(trx);
  });
  while ((await retryTransaction(db, () => moveOut(db, since))) === BATCH_SIZE);
}

/** A clock that was set back brings days into the window again that have been moved out of it. */
const withinTotal = (lately: ReturnType<typeof sql>, total: ReturnType<typeof sql>) =>
  sql`greatest(0, least(${lately}, ${total}))`;

/** Removes days before the window; answers how many. */
async function moveOut(db: Db, since: number): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    WITH gone AS (
      DELETE FROM sold_days USING (
        SELECT goods_id, day FROM sold_days WHERE day < ${since} ORDER BY day LIMIT ${BATCH_SIZE} FOR UPDATE
      ) AS old
      WHERE sold_days.goods_id = old.goods_id AND sold_days.day = old.day
      RETURNING sold_days.goods_id, units
    ), totals AS (
      SELECT goods_id, sum(units) AS units FROM gone GROUP BY goods_id
    ), moved AS (
      UPDATE goods SET units_sold_lately = ${withinTotal(sql`units_sold_lately - totals.units`, sql`units_sold`)}
      FROM totals WHERE goods.id = totals.goods_id AND totals.units <> 0
    )
    SELECT count(*) AS days FROM gone`.execute(db);
  return rows[0]?.days ?? 0;
}

/**
 * Counts every order anew, in one snapshot: where rows were written without triggers, or to prove that nothing was missed.
 * @returns the number of goods whose figures were wrong
 */
export const recountSold = (db: Db, now: number): Promise<number> =>
  withNotesLocked(db, 'sold_notes', async (trx) => {
    await refreshSold(trx, now);
    return countSold(trx, firstLateDay(now));
  });

async function countSold(db: Db, since: number): Promise<number> {
  const sold = sql`orders.status = ANY(${[...PAID_STATES]}::integer[]) AND NOT order_lines.gift`;
  const { rows } = await sql<{ wrong: number }>`
    WITH noted AS (
      DELETE FROM sold_notes
    ), days AS MATERIALIZED (
      SELECT order_lines.goods_id, ${DAY_OF_ORDER} AS day, sum(order_lines.number) AS units
      FROM order_lines JOIN orders ON orders.id = order_lines.order_id
      WHERE orders.created_at >= ${startOfDay(since)} AND ${sold} GROUP BY 1, 2
    ), gone AS (
      DELETE FROM sold_days WHERE NOT EXISTS (
        SELECT FROM days WHERE days.goods_id = sold_days.goods_id AND days.day = sold_days.day)
    ), kept AS (
      INSERT INTO sold_days (goods_id, day, units) SELECT goods_id, day, units FROM days
      ON CONFLICT (goods_id, day) DO UPDATE SET units = excluded.units WHERE sold_days.units <> excluded.units
    ), counted AS (
      SELECT goods.id, coalesce(sold.units, 0) AS units, coalesce(recent.units, 0) AS lately FROM goods
      LEFT JOIN (
        SELECT order_lines.goods_id, sum(order_lines.number) AS units
        FROM order_lines JOIN orders ON orders.id = order_lines.order_id WHERE ${sold} GROUP BY 1
      ) AS sold ON sold.goods_id = goods.id
      LEFT JOIN (SELECT goods_id, sum(units) AS units FROM days GROUP BY 1) AS recent ON recent.goods_id = goods.id
    ), mended AS (
      UPDATE goods SET units_sold = counted.units, units_sold_lately = counted.lately FROM counted
      WHERE counted.id = goods.id AND (units_sold, units_sold_lately) IS DISTINCT FROM (counted.units, counted.lately)
      RETURNING goods.id
    )
    SELECT count(*) AS wrong FROM mended`.execute(db);
  return rows[0]?.wrong ?? 0;
}
