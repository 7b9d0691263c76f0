import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { DAY, startOfToday } from '#shop/domain/calendar.ts';
import { kindsOf } from '#shop/domain/claim.ts';
import { formatDate } from '#shop/domain/format.ts';
import { RECEIPT_STATE } from '#shop/domain/hm-receipt.ts';
import { toYuan } from '#shop/domain/money.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { waitingReviews } from '../../customers/index.ts';
import { accountId } from '../../ledger/index.ts';
import { openIncidents } from '../../payments/index.ts';
import { unansweredChats } from '../../service/index.ts';

type Summary = Calls['ops.summary']['data'];

const DAYS = 14;

const PAGES = {
  orders: pageLink('ops_order_list'),
  members: pageLink('ops_member_list'),
  returns: pageLink('ops_return'),
  afterSales: pageLink('ops_after_sales'),
  refunds: pageLink('ops_refund'),
  incidents: pageLink('ops_incident'),
  receipts: pageLink('ops_hmdd'),
  registrations: pageLink('ops_register_list'),
  invoices: pageLink('ops_invoice'),
  wanted: pageLink('ops_wanted'),
  feedback: pageLink('ops_feedback'),
  chats: pageLink('ops_chat_list'),
};

interface Today {
  orders: number;
  yesterday: number;
  sales: number;
  members: number;
}

interface Work {
  unconfirmed: number;
  review: number;
  ship: number;
  partly: number;
  asked: number;
  returns: number;
  sales: number;
  refunds: number;
  overdrawn: number;
  invoices: number;
  wanted: number;
  feedback: number;
  receipts: number;
}

/** The dashboard of the back office: today's figures, pending work, and the last two weeks. */
export async function dashboard(db: Db, now: number): Promise<Summary> {
  const today = startOfToday(now);
  return {
    today: await figuresOf(db, today),
    work: await waitingWork(db),
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

async function waitingWork(db: Db): Promise<Summary['work']> {
  const { rows } = await sql<Work>`SELECT
    (SELECT count(DISTINCT order_id) FROM transfer_orders JOIN transfers ON transfers.id = transfer_id
      WHERE state = 'waiting') AS unconfirmed,
    (SELECT count(*) FROM orders WHERE status = ${ORDER_STATE.reviewing} AND kind = 'plain') AS review,
    (SELECT count(*) FROM orders WHERE status = ${ORDER_STATE.toShip}) AS ship,
    (SELECT count(*) FROM orders WHERE status = ${ORDER_STATE.partlyShipped}) AS partly,
    (SELECT count(*) FROM cancel_requests WHERE state = 'waiting') AS asked,
    (SELECT count(*) FROM claims WHERE ended_at IS NULL AND kind IN (${sql.join(kindsOf('return'))})) AS returns,
    (SELECT count(*) FROM claims WHERE ended_at IS NULL AND kind IN (${sql.join(kindsOf('after_sales'))})) AS sales,
    (SELECT count(*) FROM refunds WHERE state = 'waiting' AND route = 'bank') AS refunds,
    (SELECT count(*) FROM invoices WHERE over_fen > 0) AS overdrawn,
    (SELECT count(*) FROM invoices WHERE state = 'applied') AS invoices,
    (SELECT count(*) FROM wanted_goods WHERE state = 'open') AS wanted,
    (SELECT count(*) FROM feedbacks WHERE state = 'open') AS feedback,
    (SELECT count(*) FROM hm_receipts WHERE status = ${RECEIPT_STATE.reviewing}) AS receipts`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('the counts have no row');
  return [
    { label: '待核对转账', value: found.unconfirmed, note: '已传凭证的订单', to: PAGES.orders({ slip: 1 }) },
    {
      label: '待审核订单',
      value: found.review,
      note: '',
      to: PAGES.orders({ status: ORDER_STATE.reviewing }),
    },
    { label: '待发货', value: found.ship, note: '', to: PAGES.orders({ status: ORDER_STATE.toShip }) },
    {
      label: '部分发货',
      value: found.partly,
      note: '还有商品没有发',
      to: PAGES.orders({ status: ORDER_STATE.partlyShipped }),
    },
    { label: '取消申请', value: found.asked, note: '处理前不能发货', to: PAGES.orders({ asked: 1 }) },
    { label: '退货', value: found.returns, note: '未结束', to: PAGES.returns({ status: 'open' }) },
    { label: '售后', value: found.sales, note: '未结束', to: PAGES.afterSales({ status: 'open' }) },
    {
      label: '对公退款',
      value: found.refunds,
      note: '待打款',
      to: PAGES.refunds({ state: 'waiting', route: 'bank' }),
    },
    {
      label: '付款异常',
      value: await openIncidents(db),
      note: '对不上支付单',
      to: PAGES.incidents({ state: 'open' }),
    },
    {
      label: '含麻回执',
      value: found.receipts,
      note: '待审核',
      to: PAGES.receipts({ status: RECEIPT_STATE.reviewing }),
    },
    { label: '资质审核', value: await waitingReviews(db), note: '注册与证照更新', to: PAGES.registrations() },
    { label: '待开发票', value: found.invoices, note: '', to: PAGES.invoices({ state: 'applied' }) },
    { label: '待红冲发票', value: found.overdrawn, note: '开票后有退款', to: PAGES.invoices({ over: 1 }) },
    { label: '求购', value: found.wanted, note: '待处理', to: PAGES.wanted({ state: 'open' }) },
    { label: '意见反馈', value: found.feedback, note: '待回复', to: PAGES.feedback({ state: 'open' }) },
    { label: '聊天', value: await unansweredChats(db), note: '还没看的', to: PAGES.chats() },
  ];
}

async function lastDays(db: Db, today: number): Promise<Summary['days']> {
  const from = today - (DAYS - 1) * DAY;
  const sales = await accountId(db, { shop: 'sales' });
  const day = (column: string) =>
    sql`to_char(to_timestamp(${sql.ref(column)}) AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD')`;
  const { rows: orders } = await sql<{ day: string; count: number }>`
    SELECT ${day('created_at')} AS day, count(*) AS count FROM orders
    WHERE created_at >= ${from} GROUP BY 1`.execute(db);
  const { rows: money } = await sql<{ day: string; paid: number; refunded: number }>`
    SELECT ${day('created_at')} AS day,
      coalesce(sum(change) FILTER (WHERE change > 0), 0)::bigint AS paid,
      coalesce(-sum(change) FILTER (WHERE change < 0), 0)::bigint AS refunded
    FROM entries WHERE account_id = ${sales} AND created_at >= ${from} GROUP BY 1`.execute(db);
  const { rows: members } = await sql<{ day: string; count: number }>`
    SELECT ${day('created_at')} AS day, count(*) AS count FROM members
    WHERE NOT is_staff AND created_at >= ${from} GROUP BY 1`.execute(db);
  const days = Array.from({ length: DAYS }, (_, index) => formatDate(from + index * DAY));
  const of = <Row extends { day: string }>(rows: readonly Row[], wanted: string) =>
    rows.find((row) => row.day === wanted);
  return {
    orders: days.map((date) => ({ label: date.slice(5), values: [of(orders, date)?.count ?? 0] })),
    sales: days.map((date) => {
      const found = of(money, date);
      return { label: date.slice(5), values: [toYuan(found?.paid ?? 0), toYuan(found?.refunded ?? 0)] };
    }),
    members: days.map((date) => ({ label: date.slice(5), values: [of(members, date)?.count ?? 0] })),
  };
}
