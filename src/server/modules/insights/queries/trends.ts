import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { DAY, startOfToday } from '#shop/domain/calendar.ts';
import { formatDate } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';

type Trends = Calls['ops.trends']['data'];

/** Words that are listed. */
const WORDS = 50;

/** The last days of the shop: orders and their amounts, goods out of stock, searches that found nothing. */
export async function trends(db: Db, days: number, now: number): Promise<Trends> {
  const from = startOfToday(now) - (days - 1) * DAY;
  const dates = Array.from({ length: days }, (_, index) => formatDate(from + index * DAY));
  const [first = ''] = dates;
  const { rows: orders } = await sql<{ day: string; count: number; goods: number; reduce: number }>`
    SELECT to_char(to_timestamp(created_at) AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD') AS day, count(*) AS count,
      sum(goods_fen)::bigint AS goods, sum(goods_fen + shipping_fen - payable_fen)::bigint AS reduce
    FROM orders WHERE created_at >= ${from} AND paid_at IS NOT NULL GROUP BY 1`.execute(db);
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
  const points = <Row extends { day: string }>(rows: readonly Row[], values: (row?: Row) => number[]) =>
    dates.map((date) => ({ label: date.slice(5), values: values(rows.find(({ day }) => day === date)) }));
  return {
    days: String(days),
    orders: points(orders, (row) => [row?.count ?? 0]),
    money: points(orders, (row) => [toYuan(row?.goods ?? 0), toYuan(row?.reduce ?? 0)]),
    stock: points(stock, (row) => [row?.value ?? 0]),
    misses: points(misses, (row) => [row?.value ?? 0]),
    words: words.map(({ word, number, last }, index) => ({
      id: index + 1,
      word,
      number,
      last: last ?? '',
    })),
  };
}

/** Counts how many goods on sale are out of stock today; the last count of a day stands. */
export async function countStock(db: Db, now: number): Promise<void> {
  await sql`
    INSERT INTO stock_days (day, on_sale, out_of_stock)
    SELECT ${formatDate(now)}, count(*), count(*) FILTER (WHERE NOT in_stock) FROM goods WHERE on_sale
    ON CONFLICT (day) DO UPDATE SET on_sale = excluded.on_sale, out_of_stock = excluded.out_of_stock`.execute(
    db,
  );
}
