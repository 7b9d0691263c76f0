import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { CreditBill } from '#generated/schemas.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { formatDate } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { creditOf } from './credit.ts';

const orderPage = pageLink('order_wddd_info');

type BillState = CreditBill['state'];

const TEXTS: Record<BillState, string> = {
  open: '未还款',
  part: '部分还款',
  overdue: '已逾期',
  done: '全部还款',
};

const TABS: readonly { value: string; label: string; states: readonly BillState[] }[] = [
  { value: '', label: '全部', states: [] },
  { value: 'open', label: '待还款', states: ['open', 'part', 'overdue'] },
  { value: 'overdue', label: '已逾期', states: ['overdue'] },
  { value: 'done', label: '已结清', states: ['done'] },
];

interface BillRow {
  id: number;
  no: string;
  order_id: number;
  order_no: string;
  amount_fen: number;
  repaid_fen: number;
  reduced_fen: number;
  created_at: number;
  due_at: number;
  state: BillState;
}

const LEFT = sql`amount_fen - repaid_fen - reduced_fen`;

/** A company's credit in figures, in yuan. */
export type CreditFigures = Omit<Calls['user.user_credit']['data'], 'repay_methods'>;

/** A company's credit for its page. */
export async function describeCredit(db: Db, companyId: number, now: number): Promise<CreditFigures> {
  const credit = await creditOf(db, companyId, now);
  const { rows } = await sql<{ due_at: number | null; overdue: number; soon: number }>`
    SELECT min(due_at) AS due_at,
      coalesce(sum(${LEFT}) FILTER (WHERE due_at < ${now}), 0)::bigint AS overdue,
      coalesce(sum(${LEFT}) FILTER (WHERE due_at >= ${now} AND due_at < ${now + 7 * DAY}), 0)::bigint AS soon
    FROM credit_bills WHERE company_id = ${companyId} AND ${LEFT} > 0`.execute(db);
  const bills = rows[0];
  return {
    enabled: credit.enabled ? 1 : 0,
    limit: toYuan(credit.limit),
    temporary: toYuan(credit.temporary),
    temporary_until: credit.temporaryUntil === null ? '' : formatDate(credit.temporaryUntil),
    used: toYuan(credit.used),
    available: toYuan(credit.available),
    term_days: credit.termDays,
    due_day: bills?.due_at ? formatDate(bills.due_at) : '',
    overdue: toYuan(bills?.overdue ?? 0),
    due_soon: toYuan(bills?.soon ?? 0),
  };
}

/** A page of a company's bills: open ones first, by due date. */
export async function listBills(
  db: Db,
  companyId: number,
  { page, pageSize, type }: { page: number; pageSize: number; type: string | undefined },
  now: number,
): Promise<Calls['user.user_credit_list']['data']> {
  const bills = sql`(${billsAt(now)} WHERE credit_bills.company_id = ${companyId}) AS bills`;
  const { rows: counted } = await sql<{ state: BillState; count: number }>`
    SELECT state, count(*) AS count FROM ${bills} GROUP BY state`.execute(db);
  const states = TABS.find(({ value }) => value === (type ?? ''))?.states ?? [];
  const sumOf = (wanted: readonly BillState[]) =>
    counted
      .filter(({ state }) => wanted.length === 0 || wanted.includes(state))
      .reduce((sum, { count }) => sum + count, 0);
  const { rows } = await sql<BillRow>`
    SELECT * FROM ${bills}
    WHERE ${states.length === 0} OR state = ANY(${[...states]}::text[])
    ORDER BY (state = 'done'), CASE WHEN state = 'done' THEN -created_at ELSE due_at END, id
    LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(db);
  return {
    list: rows.map(describe),
    total: sumOf(states),
    page,
    page_size: pageSize,
    counts: TABS.map(({ value, label, states: wanted }) => ({ value, label, count: sumOf(wanted) })),
  };
}

/** The bill that an order on credit opened; null for any other. */
export async function billOfOrder(db: Db, orderId: number, now: number): Promise<CreditBill | null> {
  const { rows } = await sql<BillRow>`${billsAt(now)} WHERE credit_bills.order_id = ${orderId}`.execute(db);
  return rows[0] ? describe(rows[0]) : null;
}

const billsAt = (now: number) => sql`
  SELECT credit_bills.*, orders.no AS order_no,
    CASE WHEN ${LEFT} = 0 THEN 'done' WHEN due_at < ${now} THEN 'overdue'
      WHEN repaid_fen + reduced_fen > 0 THEN 'part' ELSE 'open' END AS state
  FROM credit_bills JOIN orders ON orders.id = credit_bills.order_id`;

function describe(row: BillRow): CreditBill {
  const left = row.amount_fen - row.repaid_fen - row.reduced_fen;
  return {
    id: row.id,
    no: row.no,
    order_no: row.order_no,
    order_url: orderPage({ id: row.order_id }),
    amount: toYuan(row.amount_fen),
    repaid: toYuan(row.repaid_fen),
    reduced: toYuan(row.reduced_fen),
    left: toYuan(left),
    created_at: row.created_at,
    due_at: row.due_at,
    state: row.state,
    state_text: TEXTS[row.state],
    payable: left > 0 ? 1 : 0,
  };
}
