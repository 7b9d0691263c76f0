import { type RawBuilder, type Selectable, sql } from 'kysely';
import { DAY, dayIndex, HOUR } from '#shop/domain/calendar.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Database, Db } from '../../../kernel/db/schema.ts';
import { withNotesLocked } from '../../../kernel/jobs/noted.ts';
import type { BookRule } from '../../ledger/index.ts';

export type OrderDay = Selectable<Database['order_days']>;

/**
 * Seconds for which a day must be over before it is kept, by the clock of the database: twice as long as an order's changes are
 * not noted for.
 */
const SETTLED = 2 * HOUR;

const UTC_OFFSET = sql.lit(8 * HOUR);

/** The first second of a day, as SQL. */
const startOf = (day: RawBuilder<unknown>) => sql`((${day})::bigint * ${sql.lit(DAY)} - ${UTC_OFFSET})`;

/**
 * Query for what the paid orders of days brought: units that were short or came back, and refunds, do not count. The lines are
 * looked up by their orders: joined, every line that was ever sold would be read for those of some days.
 * @param days rows with a `day`
 */
const counted = (days: RawBuilder<unknown>): RawBuilder<OrderDay> => sql<OrderDay>`
  SELECT days.day, total.* FROM ${days} AS days, LATERAL (
    SELECT count(*)::integer AS orders, coalesce(sum(goods_fen), 0)::bigint AS goods_fen,
      coalesce(sum(goods_fen + shipping_fen - payable_fen), 0)::bigint AS reduce_fen,
      coalesce(sum(own.sales), 0)::bigint AS sales_fen, coalesce(sum(own.cost), 0)::bigint AS cost_fen,
      coalesce(sum(own.known), 0)::integer AS known_lines, coalesce(sum(own.unknown), 0)::integer AS unknown_lines
    FROM orders LEFT JOIN LATERAL (
      SELECT sum(payable_fen - refunded_fen) FILTER (WHERE cost_fen IS NOT NULL) AS sales,
        sum(cost_fen::bigint * (number - short - returned)) AS cost,
        count(cost_fen) AS known, count(*) - count(cost_fen) AS unknown
      FROM order_lines WHERE order_id = orders.id) AS own ON orders.status <> ${sql.lit(ORDER_STATE.closed)}
    WHERE created_at >= ${startOf(sql`days.day`)} AND created_at < ${startOf(sql`days.day + 1`)} AND paid_at IS NOT NULL
  ) AS total`;

const listed = (days: readonly number[]) => sql`(SELECT unnest(${days}::integer[]) AS day)`;

/** What the orders of each day from that of `from` to that of `now` brought, in their order. */
export async function orderDays(db: Db, from: number, now: number): Promise<OrderDay[]> {
  const [first, today] = [dayIndex(from), dayIndex(now)];
  const kept = await db
    .selectFrom('order_days')
    .where('day', '>=', first)
    .where('day', '<', today)
    .where((eb) => {
      const noted = eb
        .selectFrom('order_day_notes')
        .whereRef('order_day_notes.day', '=', 'order_days.day')
        .select('id');
      return eb.not(eb.exists(noted));
    })
    .selectAll()
    .execute();
  const known = new Set(kept.map(({ day }) => day));
  const past = Array.from({ length: today - first }, (_, index) => first + index);
  const missing = past.filter((day) => !known.has(day));
  const { rows } = await counted(listed([today])).execute(db);
  const added = missing.length === 0 ? [] : await keep(db, missing);
  return [...kept, ...added, ...rows].toSorted((a, b) => a.day - b.day);
}

/** Counts days, and keeps those that are over; what was noted of them until now is in their sums. */
function keep(db: Db, days: readonly number[]): Promise<OrderDay[]> {
  return withNotesLocked(db, 'order_day_notes', async (trx) => {
    const { rows } = await sql<OrderDay>`
      WITH over AS (
        SELECT day FROM ${listed(days)} AS days
        WHERE ${startOf(sql`day + 1`)} + ${sql.lit(SETTLED)} <= extract(epoch FROM now())
      ), noted AS (
        DELETE FROM order_day_notes WHERE day IN (SELECT day FROM over)
      ), counted AS (
        ${counted(listed(days))}
      ), written AS (
        INSERT INTO order_days SELECT * FROM counted WHERE day IN (SELECT day FROM over)
        ON CONFLICT (day) DO UPDATE SET (orders, goods_fen, reduce_fen, sales_fen, cost_fen, known_lines, unknown_lines) =
          (excluded.orders, excluded.goods_fen, excluded.reduce_fen, excluded.sales_fen, excluded.cost_fen,
          excluded.known_lines, excluded.unknown_lines)
      )
      SELECT * FROM counted`.execute(trx);
    return rows;
  });
}

/** Forgets the days of which an order changed: who looks at them next counts them anew. */
export const forgetNotedDays = (db: Db): Promise<void> =>
  withNotesLocked(db, 'order_day_notes', async (trx) => {
    await sql`
      WITH noted AS (DELETE FROM order_day_notes RETURNING day)
      DELETE FROM order_days WHERE day IN (SELECT day FROM noted)`.execute(trx);
  });

/** Forgets every day: where orders were written without triggers. */
export async function forgetOrderDays(db: Db): Promise<void> {
  await db.deleteFrom('order_days').execute();
}

export const ORDER_DAY_RULES: readonly BookRule[] = [
  {
    name: 'what is kept of a day is what its orders brought, unless one of them was noted',
    broken: sql`
      SELECT 'day ' || kept.day AS what FROM order_days AS kept
      JOIN (${counted(sql`order_days`)}) AS counted ON counted.day = kept.day
      WHERE counted.* IS DISTINCT FROM kept.* AND NOT EXISTS (SELECT FROM order_day_notes WHERE day = kept.day)`,
  },
];
