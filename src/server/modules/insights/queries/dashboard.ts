import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { DAY, startOfToday } from '#shop/domain/calendar.ts';
import { formatDate } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { accountId } from '../../ledger/index.ts';
import { type DayFigures, dayFigures } from './day-figures.ts';
import { listToDos } from './to-dos.ts';

type Summary = Calls['ops.summary']['data'];

const DAYS = 14;

const PAGES = { orders: pageLink('ops_order_list'), members: pageLink('ops_member_list') };

interface Today {
  orders: number;
  yesterday: number;
  sales: number;
  members: number;
}

/** The dashboard of the back office: today's figures, pending work, and the last two weeks. */
export async function dashboard(db: Db, now: number): Promise<Summary> {
  const today = startOfToday(now);
  return {
    today: await figuresOf(db, today),
    work: await listToDos(db, now),
    days: await lastDays(db, today),
  };
}

async function figuresOf(db: Db, today: number): Promise<Summary['today']> {
  const sales = await accountId(db, { shop: 'sales' });
  const { rows } = await sql<Today>`SELECT
    (SELECT count(*) FROM orders WHERE created_at >= ${today}) AS orders,
    (SELECT count(*) FROM orders WHERE created_at >= ${today - DAY} AND created_at < ${today}) AS yesterday,
    (SELECT coalesce(sum(change), 0)::bigint FROM entries
      WHERE account_id = ${sales} AND created_at >= ${today}) AS sales,
    (SELECT count(*) FROM members WHERE NOT is_staff AND created_at >= ${today}) AS members`.execute(db);
  const day = formatDate(today);
  const found = rows[0] ?? { orders: 0, yesterday: 0, sales: 0, members: 0 };
  return [
    {
      label: '今日订单',
      value: found.orders,
      note: `昨日 ${found.yesterday}`,
      to: PAGES.orders({ from: day, until: day }),
      unit: 'number',
    },
    {
      label: '今日销售额',
      value: toYuan(found.sales),
      note: '收款减退款',
      to: PAGES.orders({ from: day, until: day, dated: 'paid' }),
      unit: 'yuan',
    },
    {
      label: '今日新会员',
      value: found.members,
      note: '',
      to: PAGES.members({ from: day }),
      unit: 'number',
    },
  ];
}

async function lastDays(db: Db, today: number): Promise<Summary['days']> {
  const from = today - (DAYS - 1) * DAY;
  const figures = await dayFigures(db, { from, today });
  const days = Array.from({ length: DAYS }, (_, index) => formatDate(from + index * DAY));
  const points = (valuesOf: (figures: DayFigures | undefined) => number[]) =>
    days.map((date) => ({ label: date.slice(5), values: valuesOf(figures.get(date)) }));
  return {
    orders: points((day) => [day?.orders ?? 0]),
    sales: points((day) => [toYuan(day?.paid_fen ?? 0), toYuan(day?.refunded_fen ?? 0)]),
    members: points((day) => [day?.members ?? 0]),
  };
}
