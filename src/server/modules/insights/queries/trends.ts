import type { Calls } from '#generated/calls.ts';
import { DAY, startOfToday } from '#shop/domain/calendar.ts';
import { formatDate } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type OrderDay, orderDays } from './order-days.ts';

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
  const orders = await orderDays(db, from, now);
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
  const ofOrders = (values: (day: OrderDay) => (number | null)[]) =>
    orders.map((day, index) => ({ label: dates[index]?.slice(5) ?? '', values: values(day) }));
  return {
    days: String(days),
    orders: ofOrders((day) => [day.orders]),
    money: ofOrders((day) => [toYuan(day.goods_fen), toYuan(day.reduce_fen)]),
    profit: ofOrders((day) => [profitOf(day)]),
    rate: ofOrders((day) => [rateOf(day)]),
    costs_text: missingCosts(orders.map((day, index) => ({ ...day, date: dates[index] ?? '' }))),
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

const linesOf = (day: OrderDay): number => day.known_lines + day.unknown_lines;

/** In yuan; null on a day of which no cost is known. */
const profitOf = (day: OrderDay): number | null =>
  linesOf(day) > 0 && day.known_lines === 0 ? null : toYuan(day.sales_fen - day.cost_fen);

/** In percent of the sales, with one decimal; null where there were none, or no cost is known. */
const rateOf = (day: OrderDay): number | null =>
  day.known_lines === 0 || day.sales_fen <= 0
    ? null
    : Math.round(((day.sales_fen - day.cost_fen) / day.sales_fen) * 1000) / 10;

/** On which days costs are missing, in a sentence; '' where all are known. */
function missingCosts(days: readonly (OrderDay & { date: string })[]): string {
  const missing = days.filter(({ unknown_lines }) => unknown_lines > 0);
  if (missing.length === 0) return '';
  const named = missing.slice(-NAMED_DAYS).map(({ date }) => date.slice(5));
  const more = missing.length > named.length ? `等 ${missing.length} 天` : '';
  const lines = missing.reduce((sum, { unknown_lines }) => sum + unknown_lines, 0);
  return `${named.join('、')}${more}有 ${lines} 行商品下单时没有成本价，没有算在毛利里。`;
}
