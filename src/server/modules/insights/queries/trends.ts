import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { DAY, startOfToday } from '#shop/domain/calendar.ts';
import { formatDate } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';

type Trends = Calls['ops.trends']['data'];

/** Words that are listed. */
const WORDS = 50;

/** Days that are named where costs are missing; more are counted. */
const NAMED_DAYS = 5;

/** The last days of the shop: orders, their amounts and what was earned with them, goods out of stock, searches that found nothing. */
export async function trends(db: Db, days: number, now: number): Promise<Trends> {
  const from = startOfToday(now) - (days - 1) * DAY;
  const dates = Array.from({ length: days }, (_, index) => formatDate(from + index * DAY));
  const [first = ''] = dates;
  const { rows: orders } = await sql<{ day: string; count: number; goods: number; reduce: number }>`
    SELECT to_char(to_timestamp(created_at) AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD') AS day, count(*) AS count,
      sum(goods_fen)::bigint AS goods, sum(goods_fen + shipping_fen - payable_fen)::bigint AS reduce
    FROM orders WHERE created_at >= ${from} AND paid_at IS NOT NULL GROUP BY 1`.execute(db);
  const margins = await marginsOf(db, from);
  const stock = await db
    .selectFrom('stock_days')
    .where('day', '>=', first)
    .select(['day', 'out_of_stock as value'])
    .execute();
  const misses = await db
    .selectFrom('search_misses')
    .where('day', '>=', first)
    .groupBy('day')
    .select((eb) => ['day', eb.fn.sum<number>('number').as('value')])
    .execute();
  const words = await db
    .selectFrom('search_misses')
    .where('day', '>=', first)
    .groupBy('word')
    .select((eb) => ['word', eb.fn.sum<number>('number').as('number'), eb.fn.max('day').as('last')])
    .orderBy('number', 'desc')
    .orderBy('word')
    .limit(WORDS)
    .execute();
  const points = <Row extends { day: string }>(
    rows: readonly Row[],
    values: (row?: Row) => (number | null)[],
  ) => dates.map((date) => ({ label: date.slice(5), values: values(rows.find(({ day }) => day === date)) }));
  return {
    days: String(days),
    orders: points(orders, (row) => [row?.count ?? 0]),
    money: points(orders, (row) => [toYuan(row?.goods ?? 0), toYuan(row?.reduce ?? 0)]),
    profit: points(margins, (row) => [profitOf(row)]),
    rate: points(margins, (row) => [rateOf(row)]),
    costs_text: missingCosts(margins),
    // Counted once a day: a day without a count is not one without shortages.
    stock: points(stock, (row) => [row?.value ?? null]),
    misses: points(misses, (row) => [row?.value ?? 0]),
    words: words.map(({ word, number, last }, index) => ({
      id: index + 1,
      word,
      number,
      last: last ?? '',
    })),
  };
}

/** A day of paid orders: what its lines brought, of how many the cost is known or not, and what those cost. */
interface MarginDay {
  day: string;
  sales: number;
  cost: number;
  known: number;
  unknown: number;
}

/**
 * Sales and costs by day, from what was kept: units that were short or came back, and refunds, do not count. The lines are
 * looked up by their orders: joined, every line that was ever sold would be read for those of some days.
 */
async function marginsOf(db: Db, from: number): Promise<MarginDay[]> {
  const { rows } = await sql<MarginDay>`
    SELECT to_char(to_timestamp(created_at) AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD') AS day,
      coalesce(sum(own.sales), 0)::bigint AS sales, coalesce(sum(own.cost), 0)::bigint AS cost,
      sum(own.known)::bigint AS known, sum(own.unknown)::bigint AS unknown
    FROM orders, LATERAL (
      SELECT sum(payable_fen - refunded_fen) FILTER (WHERE cost_fen IS NOT NULL) AS sales,
        sum(cost_fen::bigint * (number - short - returned)) AS cost,
        count(cost_fen) AS known, count(*) - count(cost_fen) AS unknown
      FROM order_lines WHERE order_id = orders.id GROUP BY order_id) AS own
    WHERE created_at >= ${from} AND paid_at IS NOT NULL AND status <> ${ORDER_STATE.closed}
    GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
}

/** In yuan; null on a day of which no cost is known. */
function profitOf(day?: MarginDay): number | null {
  if (day === undefined) return 0;
  return day.known === 0 ? null : toYuan(day.sales - day.cost);
}

/** In percent of the sales, with one decimal; null where there were none, or no cost is known. */
const rateOf = (day?: MarginDay): number | null =>
  day === undefined || day.known === 0 || day.sales <= 0
    ? null
    : Math.round(((day.sales - day.cost) / day.sales) * 1000) / 10;

/** On which days costs are missing, in a sentence; '' where all are known. */
function missingCosts(days: readonly MarginDay[]): string {
  const missing = days.filter(({ unknown }) => unknown > 0);
  if (missing.length === 0) return '';
  const named = missing.slice(-NAMED_DAYS).map(({ day }) => day.slice(5));
  const more = missing.length > named.length ? `等 ${missing.length} 天` : '';
  const lines = missing.reduce((sum, { unknown }) => sum + unknown, 0);
  return `${named.join('、')}${more}有 ${lines} 行商品下单时没有成本价，没有算在毛利里。`;
}
